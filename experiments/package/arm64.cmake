# The toolchain for programs for arm64, built on another machine, with the libraries that `arm64_libraries`
# has put into the folder ONYX_ARM64:
#
#   experiments/package/arm64_libraries /tmp/arm64      # also needs g++-aarch64-linux-gnu, qemu-user
#   cmake -B build-arm64 --toolchain experiments/package/arm64.cmake -DONYX_ARM64=/tmp/arm64 -DONYX_TESTS=OFF
#   cmake --build build-arm64 && qemu-aarch64 -L /tmp/arm64 build-arm64/bin/onyx perft open:4x4 4
#
# Tested in this way, with the results of amd64: core_tests (287 tests, five minutes), perft, solve, onyx-check.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_CXX_FLAGS_INIT "-isystem ${ONYX_ARM64}/usr/include/aarch64-linux-gnu")
set(CMAKE_EXE_LINKER_FLAGS_INIT
  "-Wl,-rpath-link,${ONYX_ARM64}/usr/lib/aarch64-linux-gnu:${ONYX_ARM64}/usr/lib")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${ONYX_ARM64})
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ONYX_ARM64)
set(CMAKE_FIND_ROOT_PATH ${ONYX_ARM64})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${ONYX_ARM64})
set(ENV{PKG_CONFIG_LIBDIR} ${ONYX_ARM64}/usr/lib/aarch64-linux-gnu/pkgconfig)
