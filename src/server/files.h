/* files.h - how many files and sockets the service may have open. */
#ifndef TABLIER_SERVER_FILES_H
#define TABLIER_SERVER_FILES_H

/* Has the system allow as many as so many connections take, as far as it does, and returns from which number on a socket
 * is one too many: the rest is for what the service itself opens. Says so in the journal when connections have to be
 * refused before their limit. */
int files_allow(int connections);

#endif
