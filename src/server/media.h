/* media.h - media types of the files that pages are made of. */
#ifndef TABLIER_SERVER_MEDIA_H
#define TABLIER_SERVER_MEDIA_H

/* By the ending of the name; `application/octet-stream` for an ending that is not known. */
const char *media_type(const char *path);

#endif
