/* address_book.h - how much each address of the network uses: connections, and games begun in an hour. */
#ifndef TABLIER_SERVER_ADDRESS_BOOK_H
#define TABLIER_SERVER_ADDRESS_BOOK_H

#include <stdbool.h>
#include <stdint.h>

struct address_book;
struct address;

/* NULL when there is no memory. */
struct address_book *address_book_new(void);
void address_book_free(struct address_book *book);

/* One more connection of an address; NULL when it has as many as it may, or there is no memory. */
struct address *address_enter(struct address_book *book, const char *text, int most);
/* One connection less. */
void address_leave(struct address_book *book, struct address *address, int64_t now);
/* Whether one more game may begin in this hour. */
bool address_may_create(struct address *address, int per_hour, int64_t now);
/* One more has begun. */
void address_created(struct address *address);

#endif
