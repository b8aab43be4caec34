# weft_embed(<target> <header> <namespace> [<function> <file>]...) adds to the target a source that defines each function as
# `std::string_view function()`, with the bytes of the file; of a file that does not exist it is empty. The assembler reads the
# bytes: a megabyte as a list of numbers takes a compiler seconds.
function(weft_embed target header namespace)
  set(source ${WEFT_GENERATED_DIR}/${target}_files.cpp)
  set(text "#include \"${header}\"\n")
  set(functions)
  set(existing)
  set(files ${ARGN})
  while(files)
    list(POP_FRONT files function file)
    file(GLOB found CONFIGURE_DEPENDS ${file})
    if(NOT found)
      string(APPEND functions "std::string_view ${function}() { return {}; }\n")
      continue()
    endif()
    list(APPEND existing ${file})
    set(symbol ${target}_${function})
    string(APPEND text "\nasm(\".pushsection .rodata\\n\"\n    \"${symbol}: .incbin \\\"${file}\\\"\\n\"\n    \"${symbol}_end: .byte 0\\n\"\n"
      "    \".popsection\\n\");\nextern \"C\" char const ${symbol}[], ${symbol}_end[];  // NOLINT\n")
    string(APPEND functions "std::string_view ${function}() { return {${symbol}, ${symbol}_end}; }\n")
  endwhile()
  file(CONFIGURE OUTPUT ${source} CONTENT "@text@\nnamespace ${namespace} {\n\n@functions@\n}  // namespace ${namespace}\n" @ONLY)
  target_sources(${target} PRIVATE ${source})
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON OBJECT_DEPENDS "${existing}")
endfunction()

# weft_text(<target> <header> <namespace> <function> <file>) adds to the target a source that defines the function as
# `std::string_view function()`, with the text of a short file: in C++, for compilers of every platform.
function(weft_text target header namespace function file)
  set(text)
  if(EXISTS ${file})
    file(READ ${file} text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endif()
  set(source ${WEFT_GENERATED_DIR}/${target}_${function}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${header}\"\n
namespace ${namespace} {
std::string_view ${function}() { return R\"-text-(@text@)-text-\"; }
}  // namespace ${namespace}\n" @ONLY)
  target_sources(${target} PRIVATE ${source})
endfunction()
