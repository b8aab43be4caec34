# cmake --install: the command with its pages, and weft::weft, one library of all rooms below server and app with the public headers
# (src/weft/weft.hpp and what it includes). The components command, library, docs and python become packages (packaging/).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

weft_add_version()
get_property(rooms GLOBAL PROPERTY WEFT_ROOMS)
list(REMOVE_ITEM rooms server app)
list(TRANSFORM rooms PREPEND weft_)
add_library(weft_all INTERFACE)
target_link_libraries(weft_all INTERFACE ${rooms})

# The objects of all rooms, and the libraries outside of Weft that they link.
set(objects)
set(outside)
foreach(room IN LISTS rooms)
  get_target_property(type ${room} TYPE)
  if(NOT type STREQUAL "INTERFACE_LIBRARY")
    list(APPEND objects $<TARGET_OBJECTS:${room}>)
    get_target_property(libraries ${room} LINK_LIBRARIES)
    list(FILTER libraries EXCLUDE REGEX "^(weft_|\\$<BUILD_INTERFACE:|$)")
    list(APPEND outside ${libraries})
  endif()
endforeach()
list(REMOVE_DUPLICATES outside)
add_library(weft_library_of_all STATIC ${objects})
set_target_properties(weft_library_of_all PROPERTIES EXPORT_NAME weft OUTPUT_NAME weft LINKER_LANGUAGE CXX)
target_link_libraries(weft_library_of_all PRIVATE ${outside})
target_compile_features(weft_library_of_all PUBLIC cxx_std_20)
# weft/weft.hpp, and the headers that it includes, directly or not.
set(public)
set(pending weft/weft.hpp)
while(pending)
  list(POP_FRONT pending header)
  set(path ${PROJECT_SOURCE_DIR}/src/${header})
  if(header STREQUAL "weft/version.hpp" OR path IN_LIST public)
    continue()
  endif()
  list(APPEND public ${path})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(STRINGS ${path} includes REGEX "^#include \"weft/")
  list(TRANSFORM includes REPLACE "^#include \"([^\"]+)\".*" "\\1")
  list(APPEND pending ${includes})
endwhile()
target_sources(weft_library_of_all PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${public})
add_library(weft::weft ALIAS weft_library_of_all)

# The calls of cmake/WeftLibrary.cmake that make the targets of libraries without a CMake config.
set(WEFT_LIBRARIES)
foreach(library IN LISTS outside)
  get_property(call GLOBAL PROPERTY WEFT_CALL_${library})
  if(call)
    string(APPEND WEFT_LIBRARIES "${call}\n")
  endif()
endforeach()
get_property(WEFT_PACKAGES GLOBAL PROPERTY WEFT_PACKAGES)
set(config ${CMAKE_INSTALL_LIBDIR}/cmake/weft)
configure_package_config_file(cmake/weftConfig.cmake.in ${PROJECT_BINARY_DIR}/weftConfig.cmake INSTALL_DESTINATION ${config})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/weftConfigVersion.cmake COMPATIBILITY SameMinorVersion)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME library)
install(TARGETS weft_library_of_all EXPORT weft FILE_SET HEADERS)
install(FILES ${WEFT_GENERATED_DIR}/weft/version.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weft)
install(EXPORT weft NAMESPACE weft:: FILE weftTargets.cmake DESTINATION ${config})
install(FILES ${PROJECT_BINARY_DIR}/weftConfig.cmake ${PROJECT_BINARY_DIR}/weftConfigVersion.cmake cmake/WeftLibrary.cmake
  DESTINATION ${config})

# The command, its pages of the manual and its completions, which it writes itself; what its parts are licensed under.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME command)
set(WEFT_ZSH_DIR ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "Where zsh looks for completions, below the prefix")
install(FILES LICENSE packaging/debian/copyright README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES web/dist/LICENSES.txt DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME LICENSES-of-the-pages.txt)
if(TARGET weft AND NOT CMAKE_CROSSCOMPILING)
  set(pages ${PROJECT_BINARY_DIR}/pages)
  add_custom_command(OUTPUT ${pages}/weft.bash ${pages}/weft.fish ${pages}/_weft ${pages}/man/weft.1.gz
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${pages}/man
    COMMAND weft docs --man ${pages}/man
    COMMAND sh -c "gzip -9n ${pages}/man/*.1"
    COMMAND weft completion bash > ${pages}/weft.bash
    COMMAND weft completion fish > ${pages}/weft.fish
    COMMAND weft completion zsh > ${pages}/_weft
    DEPENDS weft COMMENT "Writing pages of the manual and completions" VERBATIM)
  add_custom_target(weft_pages ALL DEPENDS ${pages}/weft.bash)
  install(TARGETS weft)
  install(DIRECTORY ${pages}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${pages}/weft.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME weft)
  install(FILES ${pages}/weft.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  install(FILES ${pages}/_weft DESTINATION ${WEFT_ZSH_DIR})
endif()

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME docs)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs PATTERN site EXCLUDE)
install(DIRECTORY build/site/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/html OPTIONAL)  # `./run docs`
install(DIRECTORY examples studies DESTINATION ${CMAKE_INSTALL_DOCDIR})
unset(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME)
