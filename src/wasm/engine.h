/* engine.h - the engine for the page. */
#ifndef TABLIER_WASM_ENGINE_H
#define TABLIER_WASM_ENGINE_H

/* Stops the engine that thinks, if one does. */
void page_engine_stop(void);

#endif
