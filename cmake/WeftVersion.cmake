# The target weft_version writes the header "weft/version.hpp": version, git revision, compiler. It runs
# again after a commit or an edit of any source, and touches the header only when its text changes.
set(WEFT_GENERATED_DIR ${PROJECT_BINARY_DIR}/generated)

function(weft_add_version)  # call when all rooms are known
  get_property(sources GLOBAL PROPERTY WEFT_SOURCES)
  find_package(Git QUIET)
  set(git_log)
  if(GIT_FOUND)
    execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --git-path logs/HEAD
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE git_log ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    cmake_path(ABSOLUTE_PATH git_log BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    if(NOT EXISTS ${git_log} OR IS_DIRECTORY ${git_log})
      set(git_log)
    endif()
  endif()
  set(build ${CMAKE_BUILD_TYPE})
  if(WEFT_ASSERTIONS)
    string(APPEND build ", assertions")
  endif()
  if(WEFT_SANITIZE)
    string(APPEND build ", ${WEFT_SANITIZE} sanitizer")
  endif()
  set(write ${CMAKE_COMMAND} -D SOURCE_DIR=${PROJECT_SOURCE_DIR} -D OUTPUT=${WEFT_GENERATED_DIR}/weft/version.hpp
      -D GIT=${GIT_EXECUTABLE} -D VERSION=${PROJECT_VERSION}
      -D "COMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
      -D "BUILD=${build}"
      -P ${PROJECT_SOURCE_DIR}/cmake/write_version.cmake)
  set(stamp ${WEFT_GENERATED_DIR}/version.stamp)
  add_custom_command(OUTPUT ${stamp} BYPRODUCTS ${WEFT_GENERATED_DIR}/weft/version.hpp
    COMMAND ${write} COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
    DEPENDS ${sources} ${git_log} ${PROJECT_SOURCE_DIR}/cmake/version.hpp.in ${PROJECT_SOURCE_DIR}/cmake/write_version.cmake
    COMMENT "Checking the revision" VERBATIM)
  add_custom_target(weft_version DEPENDS ${stamp})
endfunction()
