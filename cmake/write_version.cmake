# Script: writes OUTPUT from version.hpp.in. A revision of edited sources ends in "+".
set(REVISION unknown)
if(GIT)
  execute_process(COMMAND ${GIT} rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE_DIR}
    OUTPUT_VARIABLE head RESULT_VARIABLE failed ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT failed)
    execute_process(COMMAND ${GIT} status --porcelain -- src cmake CMakeLists.txt CMakePresets.json
      WORKING_DIRECTORY ${SOURCE_DIR} OUTPUT_VARIABLE edits ERROR_QUIET)
    set(REVISION ${head})
    if(edits)
      string(APPEND REVISION "+")
    endif()
  endif()
endif()
set(BUILD_VERSION ${VERSION})  # a revision is metadata of the build, as in semver.org
if(NOT REVISION STREQUAL "unknown")
  string(REGEX REPLACE "\\+$" ".edited" metadata ${REVISION})
  string(APPEND BUILD_VERSION "+${metadata}")
endif()
configure_file(${SOURCE_DIR}/cmake/version.hpp.in ${OUTPUT} @ONLY)
