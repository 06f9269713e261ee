/* json_print.c - values for programs, as JSON on standard output. */
#include "json_print.h"
#include "command.h"
#include "report.h"

int json_print(json_t *root) {
    char *line = root != NULL ? json_dumps(root, JSON_COMPACT) : NULL;
    json_decref(root);
    if (line == NULL)
        return report_no_memory();
    puts(line);
    free(line);
    return STATUS_GOOD;
}

json_t *json_position(const struct tab_rules *rules, const struct tab_position *position) {
    char spec[TAB_SPEC_TEXT], text[TAB_POSITION_TEXT];
    tab_rules_format(rules, spec, sizeof spec);
    tab_position_format(rules, position, text, sizeof text);
    return json_pack("{s:s, s:s, s:i}", "spec", spec, "position", text, "player", tab_position_player(rules, position));
}
