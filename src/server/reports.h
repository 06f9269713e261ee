/* reports.h - what is kept of reports that players have made. */
#ifndef TABLIER_SERVER_REPORTS_H
#define TABLIER_SERVER_REPORTS_H

#include "sql.h"
#include "visitor.h"

/* What a guest has reported is an account's, of this name. */
enum sql_outcome reports_claim(struct sql *sql, const struct visitor *from, const struct visitor *to, const char *name);
/* Those about a seat or a line of chat name nobody any more. */
enum sql_outcome reports_unname_seat(struct sql *sql, const char *game, int seat);
enum sql_outcome reports_unname_line(struct sql *sql, const char *game, int64_t line);
/* A visitor has made them no more, and none is about somebody of this name. */
enum sql_outcome reports_forget(struct sql *sql, const struct visitor *visitor, const struct visitor *nobody,
                                const char *name);
/* Addresses of old ones go. */
enum sql_outcome reports_tidy(struct sql *sql, int64_t now);

#endif
