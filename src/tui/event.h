/* event.h - what happens to the program: keys, the mouse, time, and news from the engine. */
#ifndef TABLIER_TUI_EVENT_H
#define TABLIER_TUI_EVENT_H

/* A key is the Unicode character it types, or one of these. */
enum press {
    PRESS_UP = 0x110000,
    PRESS_DOWN,
    PRESS_LEFT,
    PRESS_RIGHT,
    PRESS_HOME,
    PRESS_END,
    PRESS_PAGE_UP,
    PRESS_PAGE_DOWN,
    PRESS_BACKTAB,
    PRESS_BACKSPACE,
    PRESS_DELETE,
    PRESS_OTHER, /* a key without a meaning here */
    PRESS_ENTER = '\n',
    PRESS_TAB = '\t',
    PRESS_ESCAPE = 0x1B
};

enum event_kind {
    EVENT_TICK, /* nothing, for a while */
    EVENT_KEY,
    EVENT_MOUSE, /* the first button was pressed */
    EVENT_RESIZE,
    EVENT_NEWS, /* the engine has something to collect */
    EVENT_END   /* the terminal is gone */
};

struct event {
    enum event_kind kind;
    int key;
    int row, column; /* of the mouse, or the new size */
};

#endif
