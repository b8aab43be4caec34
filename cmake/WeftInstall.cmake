# cmake --install: the command, the rooms below app as weft::<room>, and weft::weft for all of them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

weft_add_version()
get_property(rooms GLOBAL PROPERTY WEFT_ROOMS)
list(REMOVE_ITEM rooms app)
list(TRANSFORM rooms PREPEND weft_)
add_library(weft_all INTERFACE)
add_library(weft::weft ALIAS weft_all)
set_target_properties(weft_all PROPERTIES EXPORT_NAME weft)
target_link_libraries(weft_all INTERFACE ${rooms})

install(TARGETS ${rooms} weft_all EXPORT weft FILE_SET HEADERS)
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
