/* cmd_admin.c - `tablier admin`: the administration of a service, running or not. */
#include "../server/admin.h"
#include "../server/store_schema.h"
#include "../server/store_sql.h"
#include "admin_print.h"
#include "json_print.h"
#include "report.h"
#include "service_settings.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ACTION_WORDS = 3, DAYS_MOST = 36500, WHO_TEXT = 128 };

static const char *const subjects[] = {"users",      "games", "tournaments", "reports", "bans",
                                       "statistics", "log",   "backup",      "actions", NULL};

/* Who does it, as far as the system knows: behind sudo, or by the number of the user. */
static void who_does(char *who, size_t size) {
    const char *name = getenv("SUDO_USER");
    const struct passwd *user = getpwuid(getuid());
    if (name != NULL && name[0] != '\0')
        snprintf(who, size, "%s", name);
    else if (user != NULL)
        snprintf(who, size, "%s", user->pw_name);
    else
        snprintf(who, size, "%lu", (unsigned long)getuid());
}

static int64_t time_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

enum { CALL_TEXT = 64, TAKERS_TEXT = 256 };
static const char backup_call[] = "backup FILE";

/* How an action is called. */
static void call_write(const struct admin_action *action, char call[CALL_TEXT]) {
    snprintf(call, CALL_TEXT, "%s%s%s %s", action->what, action->verb[0] != '\0' ? " " : "", action->verb,
             action->usage);
}

static int actions_print(void) {
    for (int i = 0; i < admin_action_count; i++) {
        char call[CALL_TEXT];
        call_write(&admin_actions[i], call);
        printf("  %-24s %s\n", call, _(admin_actions[i].summary));
    }
    printf("  %-24s %s\n", backup_call, _("copies the games, also while the service runs, and checks the copy"));
    return STATUS_GOOD;
}

/* ---- One action ----------------------------------------------------------------------------------------------- */

static int action_run(const struct arguments *arguments, const struct admin_action *action, const struct admin *admin,
                      const char *const *words) {
    struct tab_error error = {0};
    char message[TAB_ERROR_TEXT];
    json_t *json = action->run(admin, words, &error);
    if (json == NULL) {
        translate_error(&error, message, sizeof message);
        return report_failure("%s", message);
    }
    if (arguments_given(arguments, "json"))
        return json_print(json);
    admin_print(json);
    json_decref(json);
    return STATUS_GOOD;
}

static int action_open(const struct arguments *arguments, const struct admin_action *action,
                       const struct settings *settings, const char *const *words) {
    const char *reason = arguments_text(arguments, "reason"), *address = store_address(settings);
    char who[WHO_TEXT];
    struct tab_error error = {0};
    if (!sql_remote(address) && access(address, F_OK) != 0)
        return report_failure(N_("cannot read '%s': %s"), address, translate_errno(errno));
    struct sql *sql = sql_open(address, &error);
    if (sql == NULL || !schema_update(sql, &error)) {
        sql_close(sql);
        return service_report(&error, STATUS_FAILED);
    }
    who_does(who, sizeof who);
    const int64_t shared = sql_clock(sql); /* servers that share a database go by its clock */
    const struct admin admin = {.sql = sql,
                                .who = who,
                                .now = shared != 0 ? shared : time_now(),
                                .reason = reason != NULL ? reason : "",
                                .days = arguments_number(arguments, "days", 0)};
    const int status = action_run(arguments, action, &admin, words);
    sql_close(sql);
    return status;
}

static int report_words(const struct arguments *arguments, const char *call) {
    return report_call(arguments->command, N_("a word is missing or too many; it is: tablier admin %s"), call);
}

/* An option that does not go with the action is not passed over. */
static int option_check(const struct arguments *arguments, const char *option, unsigned bit, unsigned takes) {
    char takers[TAKERS_TEXT] = "", name[CALL_TEXT];
    if (!arguments_given(arguments, option) || (takes & bit) != 0)
        return STATUS_GOOD;
    for (int i = 0; i < admin_action_count; i++) {
        snprintf(name, sizeof name, "%s %s", admin_actions[i].what, admin_actions[i].verb);
        if ((admin_actions[i].takes & bit) != 0)
            list_add(takers, sizeof takers, "", name);
    }
    return report_call(arguments->command, N_("--%s is for %s"), option, takers);
}

static int options_check(const struct arguments *arguments, unsigned takes) {
    const int status = option_check(arguments, "reason", ADMIN_REASON, takes);
    return status == STATUS_GOOD ? option_check(arguments, "days", ADMIN_DAYS, takes) : status;
}

/* The action that the words name, and what follows them. */
static int action_read(const struct arguments *arguments, const struct admin_action **action,
                       const char *words[ACTION_WORDS]) {
    int next = 1;
    *action = admin_find(arguments->words[0], "");
    if (*action == NULL && arguments->word_count > 1)
        *action = admin_find(arguments->words[0], arguments->words[next++]);
    if (*action == NULL)
        return report_call(arguments->command, N_("there is no such action; `tablier admin actions` lists them"));
    const int count = arguments->word_count - next;
    for (int i = 0; i < ACTION_WORDS; i++)
        words[i] = i < count ? arguments->words[next + i] : "";
    char call[CALL_TEXT];
    call_write(*action, call);
    if (count < (*action)->least || count > (*action)->most)
        return report_words(arguments, call);
    struct tab_error error = {0};
    if (!admin_words_good(*action, words, &error))
        return report_text((*action)->usage, words[0], &error);
    return options_check(arguments, (*action)->takes);
}

static int admin_with(const struct arguments *arguments, struct settings *settings) {
    const char *words[ACTION_WORDS];
    const bool backup = strcmp(arguments->words[0], "backup") == 0;
    const struct admin_action *action = NULL;
    struct tab_error error = {0};
    int status = STATUS_GOOD;
    if (!backup)
        status = action_read(arguments, &action, words);
    else if (arguments->word_count != 2)
        status = report_words(arguments, backup_call);
    else
        status = options_check(arguments, 0);
    if (status == STATUS_GOOD)
        status = service_settings_read(arguments, settings);
    if (status == STATUS_GOOD)
        status = service_settings_store(settings, false);
    if (status != STATUS_GOOD)
        return status;
    if (!backup)
        return action_open(arguments, action, settings, words);
    return store_backup(store_address(settings), arguments->words[1], &error) ? STATUS_GOOD
                                                                              : service_report(&error, STATUS_FAILED);
}

static int admin_run(const struct arguments *arguments) {
    if (strcmp(arguments->words[0], "actions") == 0)
        return actions_print();
    struct settings *settings = malloc(sizeof *settings);
    if (settings == NULL)
        return report_no_memory();
    const int status = admin_with(arguments, settings);
    free(settings);
    return status;
}

const struct command admin_command = {
    .name = "admin",
    .summary = N_("look after a service: users, games, tournaments, bans"),
    .description = N_(
        "Does what whoever hosts a service has to do now and then: `tablier admin actions` lists the actions, like "
        "`users list` or `bans account NAME`. It works on the store itself, while the service runs or not; running "
        "servers follow within seconds. Whatever changes something is written into a log.\n"
        "`backup FILE` copies the games to a new file, as they are at one moment, and checks the copy. To go back to "
        "it, stop the service, put the file in the place of tablier.db in the folder of the games, remove "
        "tablier.db-wal and tablier.db-shm beside it, give the file to the user of the service, and start it again. "
        "Games "
        "in a database of PostgreSQL are copied by its program pg_dump; pg_restore puts them into an empty database."),
    .words =
        (const struct parameter[]){
            {.name = "WHAT", .summary = N_("what it is about"), .kind = PARAMETER_CHOICE, .choices = subjects},
            {.name = "WORD",
             .summary = N_("the action, and what it needs"),
             .kind = PARAMETER_TEXT,
             .optional = true,
             .repeated = true},
            PARAMETERS_END},
    .options = (const struct parameter[]){OPTION_DATA,
                                          OPTION_STORE,
                                          OPTION_CONFIG,
                                          {.name = "reason",
                                           .value = "TEXT",
                                           .summary = N_("why, for the log and for lists"),
                                           .kind = PARAMETER_TEXT},
                                          {.name = "days",
                                           .value = "N",
                                           .summary = N_("how long a ban lasts; for ever when this is not given"),
                                           .kind = PARAMETER_NUMBER,
                                           .minimum = 1,
                                           .maximum = DAYS_MOST},
                                          OPTION_JSON,
                                          PARAMETERS_END},
    .run = admin_run,
};
