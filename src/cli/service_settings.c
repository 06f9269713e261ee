/* service_settings.c - the settings of the service, for every command that has to do with its games. */
#include "service_settings.h"
#include "../play/files.h"
#include "../server/store_sql.h"
#include "report.h"

#include <stdio.h>
#include <string.h>

int service_report(const struct tab_error *error, int status) {
    char message[TAB_ERROR_TEXT];
    translate_error(error, message, sizeof message);
    report_failure("%s", message);
    return status;
}

static bool option_there(const struct command *command, const char *name) {
    for (const struct parameter *option = command->options; option->name != NULL; option++)
        if (strcmp(option->name, name) == 0)
            return true;
    return false;
}

int service_settings_read(const struct arguments *arguments, struct settings *settings) {
    static const char *const options[] = {"host", "port", "web", "data", "store"};
    const char *file = arguments_text(arguments, "config");
    struct tab_error error;
    settings_initial(settings);
    if (file != NULL && !settings_read(settings, file, &error))
        return service_report(&error, STATUS_FAILED);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *value = option_there(arguments->command, options[i]) ? arguments_text(arguments, options[i]) : NULL;
        if (value != NULL && !settings_set(settings, options[i], value, &error))
            return service_report(&error, STATUS_BAD_CALL);
    }
    return settings_check(settings, &error) ? STATUS_GOOD
                                            : service_report(&error, file != NULL ? STATUS_FAILED : STATUS_BAD_CALL);
}

int service_settings_store(struct settings *settings, bool makes) {
    char *data = settings->texts[SETTING_data], *store = settings->texts[SETTING_store];
    if (store[0] != '\0')
        return STATUS_GOOD;
    const bool usual = data[0] == '\0';
    if (usual && !state_folder("service", data, SETTING_TEXT))
        return report_failure(N_("there is no place for the games; name one with --data"));
    if (usual && makes)
        private_folder_make(data);
    if (snprintf(store, SETTING_TEXT, "%s/%s", data, STORE_FILE) >= SETTING_TEXT)
        return report_failure(N_("the name of the folder %s is too long"), data);
    return STATUS_GOOD;
}
