# Compiling for TABLIER_PROCESSOR (arm64, armhf or s390x, as Debian calls them) with Debian's compilers, and with the
# libraries that scripts/portable has unpacked in build/root.
set(compiler_arm64 aarch64-linux-gnu)
set(compiler_armhf arm-linux-gnueabihf)
set(compiler_s390x s390x-linux-gnu)
set(emulator_arm64 qemu-aarch64)
set(emulator_armhf qemu-arm)
set(emulator_s390x qemu-s390x)

set(target ${compiler_${TABLIER_PROCESSOR}})
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${TABLIER_PROCESSOR})
set(CMAKE_C_COMPILER ${target}-gcc)
get_filename_component(CMAKE_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../build/root/${TABLIER_PROCESSOR} ABSOLUTE)
set(CMAKE_CROSSCOMPILING_EMULATOR "${emulator_${TABLIER_PROCESSOR}};-L;${CMAKE_SYSROOT}"
    CACHE STRING "What runs a program of the other processor")
# CMake's trial programs read this file, too.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TABLIER_PROCESSOR)

# Programs that the build runs are this machine's, everything that is linked is the other processor's.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${CMAKE_SYSROOT}/usr/lib/${target}/pkgconfig:${CMAKE_SYSROOT}/usr/share/pkgconfig)
