# The language, and the options every target of this project is compiled with.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)      # the Python module links the same libraries
set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ON)   # `tools/check headers`: every header compiles alone
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, RelWithDebInfo or Debug" FORCE)
endif()

add_compile_options(-ffp-contract=off -Wall -Wextra -Wnon-virtual-dtor -fdiagnostics-color=auto)
# Names of files in messages of assertions start at the project: same bytes, and hits in a compiler's cache, for every clone.
add_compile_options(-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Clang's way: nobody replaces a function of these libraries when they are loaded, so the compiler may inline it though it is -fPIC.
  add_compile_options(-fno-semantic-interposition)
  # The compiler looks for memory to use again above 1 GB only: a seventh of its time.
  add_compile_options("SHELL:--param ggc-min-heapsize=1000000")
  # What the compiler inlines in a loop does not depend on the sources that it compiles together.
  add_compile_options("$<$<CONFIG:Release>:SHELL:--param large-unit-insns=1000000>")
  add_compile_options(-Wshadow=local)  # files compiled together see each other's constants: those may be shadowed
  # g++ 12 guesses these from optimized code: often wrong, and not the same on every processor. Clang looks too.
  add_compile_options(-Wno-restrict -Wno-maybe-uninitialized -Wno-uninitialized -Wno-error=array-bounds
    -Wno-error=stringop-overflow -Wno-error=stringop-overread -Wno-error=dangling-pointer)
else()
  add_compile_options(-Wno-deprecated-declarations)  # clang 19 warns about what stable_sort of g++'s library calls
endif()
if(WEFT_WERROR)
  add_compile_options(-Werror)
endif()
if(WEFT_NATIVE)
  add_compile_options(-march=native)
endif()
if(WEFT_ASSERTIONS)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()

if(WEFT_SANITIZE)
  set(sanitize -fsanitize=${WEFT_SANITIZE} -fno-sanitize-recover=all)
  if(WEFT_SANITIZE MATCHES "address,undefined")
    # The address sanitizer sees these, but for misaligned numbers, which our processors read; a third of the compile time.
    list(APPEND sanitize -fno-sanitize=null,alignment,object-size,vptr)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # a quarter of what is left; the fuzzers, which clang compiles, keep it
      list(APPEND sanitize -fno-sanitize=pointer-overflow)
    endif()
  endif()
  add_compile_options(${sanitize} -fno-omit-frame-pointer)
  add_link_options(${sanitize})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # At its place in memory from the start: half of the time to start a program, which has addresses of every global for the sanitizer.
    set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
    add_compile_options(-fno-pie)
    add_link_options(-no-pie)
  endif()
endif()
if(WEFT_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "WEFT_FUZZ needs clang (the preset `fuzz` selects it)")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
