/* me.c - who is asking. */
#include "desk.h"

desk_function me_show;

void me_show(const struct desk_request *request, struct desk_answer *answer) {
    json_t *account = request->account != 0
                          ? json_pack("{s:s, s:b}", "name", request->account_name, "bot", request->bot)
                          : json_null();
    desk_say(answer, json_pack("{s:o, s:b, s:b}", "account", account, "guest", !visitor_nobody(&request->guest),
                               "registration", request->settings->numbers[SETTING_registration] != 0));
}
