/* system.c - what the library needs of a system, from the page.
 *
 * The C library's own versions would bring files, locales and floating point in print with them: most of them more
 * than the rules of a game. */
#include "engine.h"
#include "page.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

const char *translate(const char *english) { return *english != '\0' ? page_translate(english) : english; }

/* A search reads the clock every so often, and nothing else interrupts it here: so this is also where an order to stop
 * arrives. */
int clock_gettime(clockid_t clock, struct timespec *now) {
    (void)clock;
    const double milliseconds = page_now();
    if (page_stopped())
        page_engine_stop();
    now->tv_sec = (time_t)(milliseconds / 1000);
    now->tv_nsec = (long)((milliseconds - (double)now->tv_sec * 1000) * 1000000);
    return 0;
}

/* ---- Printing: the conversions s c d u lld, the width, and padding with zeros --------------------------------- */

static void number_print(struct text *text, long long number, bool is_signed, int width, char padding) {
    char digits[24];
    int count = 0;
    const bool negative = is_signed && number < 0;
    unsigned long long rest = negative ? 0 - (unsigned long long)number : (unsigned long long)number;
    do
        digits[count++] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (negative && padding == '0')
        text_char(text, '-');
    for (int i = count + negative; i < width; i++)
        text_char(text, padding);
    if (negative && padding != '0')
        text_char(text, '-');
    while (count > 0)
        text_char(text, digits[--count]);
}

static const char *conversion_print(struct text *text, const char *format, va_list *arguments) {
    char padding = ' ';
    int width = 0;
    if (*format == '0')
        padding = *format++;
    for (; *format >= '0' && *format <= '9'; format++)
        width = width * 10 + (*format - '0');
    const bool is_long = format[0] == 'l' && format[1] == 'l';
    format += is_long ? 2 : 0;
    switch (*format) {
    case 's': text_string(text, va_arg(*arguments, const char *)); break;
    case 'c': text_char(text, (char)va_arg(*arguments, int)); break;
    case 'd':
        number_print(text, is_long ? va_arg(*arguments, long long) : va_arg(*arguments, int), true, width, padding);
        break;
    case 'u':
        number_print(text, is_long ? va_arg(*arguments, long long) : va_arg(*arguments, unsigned), false, width,
                     padding);
        break;
    case '%': text_char(text, '%'); break;
    default: __builtin_trap(); /* no source here prints anything else */
    }
    return format + 1;
}

int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, va_list arguments) {
    struct text text = text_begin(buffer, size);
    va_list rest;
    va_copy(rest, arguments);
    while (*format != '\0') {
        if (*format == '%')
            format = conversion_print(&text, format + 1, &rest);
        else
            text_char(&text, *format++);
    }
    va_end(rest);
    return (int)text_end(&text);
}

int snprintf(char *restrict buffer, size_t size, const char *restrict format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(buffer, size, format, arguments);
    va_end(arguments);
    return length;
}
