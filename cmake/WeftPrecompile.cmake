option(WEFT_PRECOMPILE "Parse the headers of the standard library once (g++ only)" ON)

# weft_precompile(<target> <headers>...): parsed once, for the first target that wants these headers; the others take them from it. g++
# accepts that under another -O and other definitions; clang does not.
function(weft_precompile target)
  if(NOT WEFT_PRECOMPILE OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
  endif()
  string(MAKE_C_IDENTIFIER "WEFT_PRECOMPILED_${ARGN}" key)
  get_property(owner GLOBAL PROPERTY ${key})
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  else()
    target_precompile_headers(${target} PRIVATE ${ARGN})
    set_property(GLOBAL PROPERTY ${key} ${target})
  endif()
endfunction()
