# cmake --install: the command, and weft::weft, one library of all rooms below app with the public headers (src/weft/weft.hpp and
# what it includes).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

weft_add_version()
get_property(rooms GLOBAL PROPERTY WEFT_ROOMS)
list(REMOVE_ITEM rooms app)
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
set(public weft.hpp core/error.hpp core/param.hpp core/param_visit.hpp core/result.hpp core/spec.hpp core/table.hpp
  library/add_topology.hpp library/interconnect.hpp library/wiring.hpp)
list(TRANSFORM public PREPEND ${PROJECT_SOURCE_DIR}/src/weft/)
target_sources(weft_library_of_all PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${public})
add_library(weft::weft ALIAS weft_library_of_all)

install(TARGETS weft_library_of_all EXPORT weft FILE_SET HEADERS)
install(FILES ${WEFT_GENERATED_DIR}/weft/version.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weft)
install(EXPORT weft NAMESPACE weft:: FILE weftTargets.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/weft)
if(TARGET weft)
  install(TARGETS weft)
endif()

get_property(WEFT_PACKAGES GLOBAL PROPERTY WEFT_PACKAGES)
configure_package_config_file(cmake/weftConfig.cmake.in ${PROJECT_BINARY_DIR}/weftConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/weft)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/weftConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/weftConfig.cmake ${PROJECT_BINARY_DIR}/weftConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/weft)
