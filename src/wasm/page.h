/* page.h - what the browser's page asks of the library, and how it is answered.
 *
 * The page calls an exported function with one text, lines one after the other, and gets JSON, valid until its next
 * call. A game up to some point is three lines: the game spec, the first position (empty: the start) and the moves,
 * separated by spaces. Nothing is kept between two calls but engines and
 * the weights that they need. Texts for people come translated. */
#ifndef TABLIER_WASM_PAGE_H
#define TABLIER_WASM_PAGE_H

#include "../rules/game.h"
#include "json.h"

/* Static checks read these files as any others. */
#ifdef __wasm__
#define PAGE_EXPORT(name) __attribute__((export_name(name)))
#define PAGE_IMPORT(name) __attribute__((import_module("page"), import_name(name)))
#else
#define PAGE_EXPORT(name)
#define PAGE_IMPORT(name)
#endif

/* The page's side. */
PAGE_IMPORT("now") double page_now(void); /* milliseconds */
PAGE_IMPORT("stopped") int page_stopped(void);
PAGE_IMPORT("news") void page_news(const char *json);
/* The text in the language of the page; itself when there is no other. */
PAGE_IMPORT("translate") const char *page_translate(const char *english);

/* A game up to some point. */
struct page_game {
    struct tab_rules rules;
    struct tab_match *match; /* NULL: it could not be read */
};

/* The next line of an argument, ended by a zero in place of its line end; "" after the last one. */
char *page_line(char **rest);
/* The next word of a line; NULL after the last one. */
char *page_word(char **rest);
/* Whole numbers; 0 for anything else. */
int64_t page_number(const char *text);
/* A whole number within limits; false for anything else. */
bool page_number_within(const char *text, int64_t least, int64_t most, int64_t *number);

/* Reads a game. Its match is NULL, and the failure has been written as the answer, when something is wrong. */
struct page_game page_game_read(char **rest, struct json *json);
/* Reads the rules alone, with the failure as the answer. */
bool page_rules_read(char **rest, struct tab_rules *rules, struct json *json);

/* The one answer there is at a time, cleared; and its text. */
struct json *page_answer(void);
const char *page_done(struct json *json);
/* An answer that is good begins and ends with these; between them comes the value. */
void page_good(struct json *json);
const char *page_good_done(struct json *json);
/* The whole answer when something is wrong: `part` says in which text, `text` is that text, for places counted as the
 * page counts them. */
const char *page_bad(struct json *json, const struct tab_error *error, const char *part, const char *text);
const char *page_bad_memory(struct json *json);

/* Values that several answers hold. */
void page_move(struct json *json, const struct tab_rules *rules, const struct tab_position *position, tab_move move);
void page_position(struct json *json, const struct tab_rules *rules, const struct tab_position *position);
struct scene;
void page_pieces(struct json *json, const struct scene *scene);

#endif
