/* main.c - the command `tablier`: finds the command that is asked for and runs it. */
#include "command.h"
#include "help.h"
#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Opens what is closed of the three standard streams, the wrong way round so that using it fails. Otherwise the next
 * file to be opened would take its place, and receive what was meant for the terminal. */
static void streams_occupy(void) {
    static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int stream = 0; stream < 3; stream++)
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF && open("/dev/null", modes[stream]) != stream)
            exit(STATUS_FAILED);
}

/* Output that did not arrive is a failure, even if nothing else went wrong. Why it did not may be long forgotten: then a
 * line end more is tried. */
static int output_finish(int status) {
    errno = 0;
    bool failed = ferror(stdout) != 0;
    if (failed)
        putchar('\n');
    if (fclose(stdout) == 0 && !failed)
        return status;
    const char *why = errno != 0 ? translate_errno(errno) : _("not all of it was taken");
    int failure = report_failure(N_("cannot write to standard output: %s"), why);
    return status != STATUS_GOOD ? status : failure;
}

/* Does what an option that everything takes asks for; `command` is NULL for the program itself. */
static int common_run(const struct parameter *option, const struct command *command) {
    if (strcmp(option->name, "version") == 0)
        printf("tablier %s\n", TABLIER_VERSION);
    else if (command != NULL)
        command_help(stdout, command);
    else
        program_help(stdout);
    return STATUS_GOOD;
}

/* The language asked for with --lang, before anything is read that could be wrong; NULL when there is none. */
static const char *language_find(int count, char **texts) {
    const char *language = NULL;
    for (int i = 0; i < count && strcmp(texts[i], "--") != 0; i++) {
        if (strncmp(texts[i], "--lang=", 7) == 0)
            language = texts[i] + 7;
        else if (strcmp(texts[i], "--lang") == 0 && i + 1 < count)
            language = texts[i + 1];
    }
    return language;
}

/* Without a command, people at a terminal come to the start screen of `tablier play`. */
static int start_run(void) {
    const struct command *command = command_find("play");
    const struct parameter *common = NULL;
    struct arguments arguments;
    const int status = arguments_read(&arguments, command, NULL, 0, &common);
    return status == STATUS_GOOD ? command->run(&arguments) : status;
}

/* Whether nothing follows --help or --version but options like them; reports what does. */
static bool common_alone(char **texts, int count) {
    const struct parameter *common;
    for (int next = 0; next < count; next++) {
        if (common_read(NULL, texts, count, &next, &common) != STATUS_GOOD)
            return false;
        if (common == NULL) {
            report_call(NULL, N_("'%s' is one word too many"), texts[next]);
            return false;
        }
    }
    return true;
}

static int program_run(int count, char **texts) {
    const struct parameter *common = NULL;
    int status = STATUS_GOOD, next = 0;
    for (; next < count; next++) {
        status = common_read(NULL, texts, count, &next, &common);
        if (status != STATUS_GOOD || common == NULL || common->kind == PARAMETER_SWITCH)
            break;
    }
    if (status != STATUS_GOOD)
        return status;
    if (next == count && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1)
        return start_run();
    if (next == count)
        return report_call(NULL, N_("a command is missing"));
    if (common != NULL)
        return common_alone(texts + next + 1, count - next - 1) ? common_run(common, NULL) : STATUS_BAD_CALL;
    status = word_check(NULL, program_words, texts[next]);
    if (status != STATUS_GOOD)
        return status;
    const struct command *command = command_find(texts[next]);
    struct arguments arguments;
    status = arguments_read(&arguments, command, texts + next + 1, count - next - 1, &common);
    if (status != STATUS_GOOD)
        return status;
    return common != NULL ? common_run(common, command) : command->run(&arguments);
}

int main(int count, char **texts) {
    streams_occupy();
    int words = count > 0 ? count - 1 : 0;
    translate_begin(language_find(words, texts + 1));
    return output_finish(program_run(words, texts + 1));
}
