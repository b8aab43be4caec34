# weft_embed(<target> <header> <namespace> [<function> <file>]...) adds to the target a source that defines each function as
# `std::string_view function()`, with the bytes of the file; of a file that does not exist it is empty.
# As a script (cmake -P) it writes that source.
if(CMAKE_SCRIPT_MODE_FILE)
  set(text "#include \"${HEADER}\"\n\n#include <array>\n\nnamespace ${NAMESPACE} {\n")
  while(FILES)
    list(POP_FRONT FILES function file)
    set(bytes)
    if(EXISTS ${file})
      file(READ ${file} bytes HEX)
    endif()
    string(LENGTH "${bytes}" size)
    math(EXPR size "${size} / 2")
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(APPEND text "\nstd::string_view ${function}() {\n  static constexpr std::array<unsigned char, ${size}> bytes{${bytes}};\n"
      "  return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};  // NOLINT\n}\n")
  endwhile()
  file(WRITE ${OUTPUT} "${text}\n}  // namespace ${NAMESPACE}\n")
  return()
endif()

set(WEFT_EMBED ${CMAKE_CURRENT_LIST_FILE})

function(weft_embed target header namespace)
  set(output ${WEFT_GENERATED_DIR}/${target}_files.cpp)
  set(existing)
  set(files ${ARGN})
  while(files)
    list(POP_FRONT files function file)
    if(EXISTS ${file})
      list(APPEND existing ${file})
    endif()
  endwhile()
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D OUTPUT=${output} -D HEADER=${header} -D NAMESPACE=${namespace} "-DFILES=${ARGN}" -P ${WEFT_EMBED}
    DEPENDS ${existing} ${WEFT_EMBED} COMMENT "Embedding files into ${target}" VERBATIM)
  target_sources(${target} PRIVATE ${output})
  set_source_files_properties(${output} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
