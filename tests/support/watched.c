/* watched.c - runs a command, and ends it when it hangs.
 *
 *     watched COMMAND [WORD...]     ends as the command ends */
#include "watchdog.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
    if (count < 2) {
        fprintf(stderr, "usage: watched COMMAND [WORD...]\n");
        return 2;
    }
    int status = 0;
    const pid_t child = watch_fork();
    if (child == 0) {
        execvp(words[1], words + 1);
        perror(words[1]);
        _exit(127);
    }
    const char *fault = watch_wait(child, &status);
    if (fault != NULL)
        fprintf(stderr, "%s hangs: %s\n", words[1], fault);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
