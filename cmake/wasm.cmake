# Compiling for WebAssembly with Debian's clang, lld and wasi-libc.
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_SYSROOT /usr)
# CMake's trial programs cannot run here, and have no entry that a module needs.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
