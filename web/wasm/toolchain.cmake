# WebAssembly with Debian's clang 19 (group `wasm` of tools/dependencies.txt). Preset: wasm.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# What every browser since 2022 has.
set(features "-mbulk-memory -mnontrapping-fptoint -msign-ext -mmutable-globals")
set(CMAKE_C_FLAGS_INIT "${features}")
# Boost 1.74 and Eigen 3.4 want what C++17 removed. Each index is checked in native builds.
set(CMAKE_CXX_FLAGS_INIT "${features} -fwasm-exceptions -isystem ${CMAKE_CURRENT_LIST_DIR}/include \
-D_LIBCPP_ENABLE_CXX17_REMOVED_UNARY_BINARY_FUNCTION -D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_NONE")
set(CMAKE_C_FLAGS_WASM "-O2 -DNDEBUG" CACHE STRING "")
set(CMAKE_CXX_FLAGS_WASM "-Os -DNDEBUG" CACHE STRING "")

set(WEFT_PLATFORM ${CMAKE_CURRENT_LIST_DIR}/platform)
