/* svg.c - what the SVG drawings of the games share. */
#include "svg.h"

const char *const svg_player_fill[TAB_PLAYERS_MAX] = {SVG_FIRST, SVG_SECOND, SVG_THIRD, SVG_FOURTH};
const char *const svg_player_line[TAB_PLAYERS_MAX] = {SVG_FIRST_LINE, SVG_SECOND_LINE, SVG_THIRD_LINE, SVG_FOURTH_LINE};

void svg_begin(struct text *svg, int width, int height, const char *title, const char *description) {
    text_printf(svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                " role=\"img\" font-family=\"Helvetica, Arial, sans-serif\">\n<title>",
                width, height, width, height);
    svg_escape(svg, title);
    text_string(svg, "</title>\n<desc>");
    svg_escape(svg, description);
    text_string(svg, "</desc>\n");
    svg_box(svg, 0, 0, width, height, 16, SVG_GROUND, NULL);
}

void svg_end(struct text *svg) { text_string(svg, "</svg>\n"); }

void svg_escape(struct text *svg, const char *text) {
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&': text_string(svg, "&amp;"); break;
        case '<': text_string(svg, "&lt;"); break;
        case '>': text_string(svg, "&gt;"); break;
        case '"': text_string(svg, "&quot;"); break;
        default: text_char(svg, *text);
        }
    }
}

void svg_word(struct text *svg, int x, int y, const struct svg_font *font, const char *text) {
    static const char *const anchors[] = {"start", "middle", "end"};
    text_printf(svg, "<text x=\"%d\" y=\"%d\" font-size=\"%d\" text-anchor=\"%s\" fill=\"%s\"%s>", x, y, font->size,
                anchors[font->anchor], font->fill, font->weight == SVG_STRONG ? " font-weight=\"bold\"" : "");
    svg_escape(svg, text);
    text_string(svg, "</text>\n");
}

/* Ends an element with its colours. */
static void shape_paint(struct text *svg, const char *fill, const char *line) {
    text_printf(svg, " fill=\"%s\"", fill);
    if (line != NULL)
        text_printf(svg, " stroke=\"%s\" stroke-width=\"2\"", line);
    text_string(svg, "/>\n");
}

void svg_box(struct text *svg, int x, int y, int width, int height, int rounding, const char *fill, const char *line) {
    text_printf(svg, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"", x, y, width, height);
    if (rounding > 0)
        text_printf(svg, " rx=\"%d\"", rounding);
    shape_paint(svg, fill, line);
}

void svg_disc(struct text *svg, int x, int y, int radius, const char *fill, const char *line) {
    text_printf(svg, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"", x, y, radius);
    shape_paint(svg, fill, line);
}

void svg_use(struct text *svg, const char *id, int x, int y, int degrees, int percent) {
    text_printf(svg, "<use href=\"#%s\" transform=\"translate(%d %d)", id, x, y);
    if (degrees != 0)
        text_printf(svg, " rotate(%d)", degrees);
    if (percent != 100)
        text_printf(svg, " scale(%d.%02d)", percent / 100, percent % 100);
    text_string(svg, "\"/>\n");
}

void svg_pointer(struct text *svg, int x, int y, int degrees, int size, const char *fill, const char *line) {
    int half = size / 2;
    text_printf(svg, "<path d=\"M0 %d L%d %d L%d %d Z\" transform=\"translate(%d %d) rotate(%d)\"", -half, half, half,
                -half, half, x, y, degrees);
    shape_paint(svg, fill, line);
}

void svg_cross(struct text *svg, int x, int y, int size, const char *colour) {
    int half = size / 2;
    text_printf(svg,
                "<path d=\"M%d %d l%d %d m0 %d l%d %d\" fill=\"none\" stroke=\"%s\" stroke-width=\"5\""
                " stroke-linecap=\"round\"/>\n",
                x - half, y - half, 2 * half, 2 * half, -2 * half, -2 * half, 2 * half, colour);
}
