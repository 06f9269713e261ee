/* translate.h - marks texts that are shown to people. */
#ifndef TABLIER_TRANSLATE_H
#define TABLIER_TRANSLATE_H

/* The English text stays in tables and constants; who shows it translates it. */
#define N_(text) (text)

#endif
