/* xml.h - a strict little checker of XML, as far as our drawings use it: elements, attributes, text, no comments. */
#ifndef TEST_XML_H
#define TEST_XML_H

#include <stddef.h>

/* NULL when the text is one well-formed element; otherwise what is wrong, with the offset in *at. */
const char *xml_fault(const char *text, size_t *at);

#endif
