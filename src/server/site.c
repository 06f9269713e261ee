/* site.c - a folder of built pages, read into memory. */
#include "site.h"
#include "../rules/game.h"
#include "../translate.h"
#include "media.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES_MAX = 4096, DEPTH_MAX = 8, FOLDER_BYTES_MAX = 256 << 20, HASH_BYTES = 16, HASH_IN_NAME = 8 };

static const char *const endings[SITE_CODINGS] = {".br", ".gz", ""};

struct site {
    struct site_file *files; /* sorted by path once it is open */
    int count, room;
    size_t bytes;
};

/* What is being read: the folder on the disk, and its path on the site. */
struct visit {
    struct site *site;
    struct tab_error *error;
    char disk[PATH_MAX];
    size_t root; /* length of the folder's own name */
    int depth;
};

/* ---- One file ------------------------------------------------------------------------------------------------- */

/* A tag for each form: equal tags promise equal bytes. */
static bool tag_make(struct site_bytes *form) {
    unsigned char hash[HASH_BYTES];
    char text[2 * HASH_BYTES + 1];
    if (crypto_generichash(hash, sizeof hash, form->bytes, form->length, NULL, 0) != 0)
        return false;
    sodium_bin2hex(text, sizeof text, hash, sizeof hash);
    snprintf(form->tag, sizeof form->tag, "\"%s\"", text);
    return true;
}

static bool bytes_read(struct visit *visit, size_t size, struct site_bytes *form) {
    FILE *stream = fopen(visit->disk, "rb");
    if (stream == NULL)
        return error_set(visit->error, 0, N_("cannot read {1}: {2}"), visit->disk, translate_errno(errno));
    form->bytes = malloc(size + 1);
    form->length = form->bytes != NULL ? fread(form->bytes, 1, size, stream) : 0;
    const bool whole = form->bytes != NULL && form->length == size && fgetc(stream) == EOF;
    fclose(stream);
    if (!whole)
        error_set(visit->error, 0, N_("cannot read {1}: {2}"), visit->disk, _("not all of it could be read"));
    return whole && tag_make(form);
}

/* `/assets/board-Dk3_9xQa.js`: below assets, with the eight characters of the build's hash before the last dot. */
static bool name_lasting(const char *path) {
    const char *dot = strrchr(path, '.');
    if (strncmp(path, "/assets/", 8) != 0 || dot == NULL || dot - path < HASH_IN_NAME + 1)
        return false;
    for (const char *at = dot - HASH_IN_NAME; at < dot; at++)
        if (strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-", *at) == NULL)
            return false;
    return dot[-HASH_IN_NAME - 1] == '-';
}

static struct site_file *site_add(struct site *site, const char *path) {
    if (site->count == site->room) {
        const int room = site->room > 0 ? 2 * site->room : 64;
        struct site_file *files = realloc(site->files, (size_t)room * sizeof *files);
        if (files == NULL)
            return NULL;
        site->files = files;
        site->room = room;
    }
    char *copy = strdup(path);
    if (copy == NULL)
        return NULL;
    struct site_file *file = &site->files[site->count++];
    *file = (struct site_file){.path = copy, .type = media_type(path), .lasting = name_lasting(path)};
    return file;
}

static bool file_visit(struct visit *visit, size_t size) {
    struct site *site = visit->site;
    if (site->count >= FILES_MAX || size > FOLDER_BYTES_MAX - site->bytes)
        return error_set(visit->error, 0, N_("there is too much in the folder {1} to be pages"), visit->disk, NULL);
    site->bytes += size;
    struct site_file *file = site_add(site, visit->disk + visit->root);
    if (file == NULL)
        return error_set(visit->error, 0, N_("out of memory"), NULL, NULL);
    return bytes_read(visit, size, &file->form[SITE_PLAIN]);
}

/* ---- The folder ----------------------------------------------------------------------------------------------- */

static bool folder_visit(struct visit *visit);

static bool entry_visit(struct visit *visit, const char *name) {
    const size_t length = strlen(visit->disk);
    struct stat about;
    if (name[0] == '.')
        return true;
    if (length + 1 + strlen(name) >= sizeof visit->disk)
        return error_set(visit->error, 0, N_("a path in the folder {1} is too long"), visit->disk, NULL);
    snprintf(visit->disk + length, sizeof visit->disk - length, "/%s", name);
    bool good = true;
    if (stat(visit->disk, &about) != 0)
        good = error_set(visit->error, 0, N_("cannot read {1}: {2}"), visit->disk, translate_errno(errno));
    else if (S_ISDIR(about.st_mode))
        good = folder_visit(visit);
    else if (S_ISREG(about.st_mode))
        good = file_visit(visit, (size_t)about.st_size);
    visit->disk[length] = '\0';
    return good;
}

static bool folder_visit(struct visit *visit) {
    DIR *folder = visit->depth < DEPTH_MAX ? opendir(visit->disk) : NULL;
    if (folder == NULL)
        return error_set(visit->error, 0, N_("cannot read the folder {1}: {2}"), visit->disk,
                         visit->depth < DEPTH_MAX ? translate_errno(errno) : _("folders within folders go too deep"));
    visit->depth++;
    bool good = true;
    for (struct dirent *entry; good && (entry = readdir(folder)) != NULL;)
        good = entry_visit(visit, entry->d_name);
    visit->depth--;
    closedir(folder);
    return good;
}

/* ---- Compressed forms ----------------------------------------------------------------------------------------- */

static int file_compare(const void *one, const void *other) {
    return strcmp(((const struct site_file *)one)->path, ((const struct site_file *)other)->path);
}

/* The file among the first `count` that `form` is a compressed form of: the one without that ending. */
static struct site_file *form_owner(struct site *site, int count, const char *form, enum site_coding coding) {
    char path[PATH_MAX];
    const size_t length = strlen(form), ending = strlen(endings[coding]);
    if (length <= ending || strcmp(form + length - ending, endings[coding]) != 0)
        return NULL;
    snprintf(path, sizeof path, "%.*s", (int)(length - ending), form);
    const struct site_file key = {.path = path};
    return bsearch(&key, site->files, (size_t)count, sizeof key, file_compare);
}

/* A compressed form sorts behind the file it belongs to, which is therefore among those before it. */
static void form_move(struct site *site, int index) {
    struct site_file *form = &site->files[index];
    for (enum site_coding coding = SITE_BROTLI; coding < SITE_PLAIN; coding++) {
        struct site_file *owner = form_owner(site, index, form->path, coding);
        if (owner == NULL)
            continue;
        owner->form[coding] = form->form[SITE_PLAIN];
        free(form->path);
        form->path = NULL;
        return;
    }
}

/* Gives compressed files to those they are a form of; they have no path of their own then. */
static void forms_collect(struct site *site) {
    qsort(site->files, (size_t)site->count, sizeof *site->files, file_compare);
    for (int i = site->count - 1; i >= 0; i--)
        form_move(site, i);
    int kept = 0;
    for (int i = 0; i < site->count; i++)
        if (site->files[i].path != NULL)
            site->files[kept++] = site->files[i];
    site->count = kept;
}

/* ---- Life ----------------------------------------------------------------------------------------------------- */

struct site *site_open(const char *folder, struct tab_error *error) {
    struct visit visit = {.site = calloc(1, sizeof *visit.site), .error = error, .root = strlen(folder)};
    while (visit.root > 1 && folder[visit.root - 1] == '/')
        visit.root--;
    snprintf(visit.disk, sizeof visit.disk, "%.*s", (int)visit.root, folder);
    if (visit.site == NULL || sodium_init() < 0)
        error_set(error, 0, N_("out of memory"), NULL, NULL);
    else if (folder_visit(&visit)) {
        forms_collect(visit.site);
        if (site_find(visit.site, "/index.html") != NULL)
            return visit.site;
        error_set(error, 0, N_("the folder {1} has no index.html"), folder, NULL);
    }
    site_close(visit.site);
    return NULL;
}

void site_close(struct site *site) {
    if (site == NULL)
        return;
    for (int i = 0; i < site->count; i++) {
        for (enum site_coding coding = SITE_BROTLI; coding < SITE_CODINGS; coding++)
            free(site->files[i].form[coding].bytes);
        free(site->files[i].path);
    }
    free(site->files);
    free(site);
}

const struct site_file *site_find(const struct site *site, const char *path) {
    const struct site_file key = {.path = (char *)path};
    return bsearch(&key, site->files, (size_t)site->count, sizeof key, file_compare);
}
