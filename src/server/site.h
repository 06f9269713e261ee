/* site.h - a folder of built pages, read into memory when the server starts.
 *
 * A request is answered from this table and never from the disk: a path that is not in the table does not exist,
 * whatever it looks like. A file `x` may have beside it `x.br` and `x.gz`, the same bytes compressed by the build. */
#ifndef TABLIER_SERVER_SITE_H
#define TABLIER_SERVER_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tab_error;
struct site;

/* How the bytes of a file travel, in the order of preference. */
enum site_coding { SITE_BROTLI, SITE_GZIP, SITE_PLAIN, SITE_CODINGS };

enum { SITE_TAG_TEXT = 40 };

struct site_bytes {
    uint8_t *bytes; /* NULL: there is no such form */
    size_t length;
    char tag[SITE_TAG_TEXT]; /* the entity tag, with its quotes */
};

struct site_file {
    char *path; /* begins with a slash */
    const char *type;
    bool lasting; /* the name contains a hash of the content, so the content never changes */
    struct site_bytes form[SITE_CODINGS];
};

/* Reads a folder with its subfolders; names that begin with a dot are left out. NULL when it cannot be read, has no
 * index.html, is beyond the limits, or there is no memory. */
struct site *site_open(const char *folder, struct tab_error *error);
void site_close(struct site *site);

/* By its path; NULL when there is none. */
const struct site_file *site_find(const struct site *site, const char *path);

#endif
