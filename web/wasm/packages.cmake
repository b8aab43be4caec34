# The libraries that Weft links, for WebAssembly: find_package finds these targets instead of this machine's.
# METIS and pugixml are compiled from source (web/wasm/CMakeLists.txt); the others are headers, in /usr/include.
enable_language(C)
set(CMAKE_C_COMPILE_OPTIONS_PIC "")
set(CMAKE_CXX_COMPILE_OPTIONS_PIC "")
list(APPEND CMAKE_C_IMPLICIT_INCLUDE_DIRECTORIES /usr/include)
list(APPEND CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES /usr/include)  # searched last, as it should be

function(weft_headers package target)  # weft_headers(<package> <target> <definitions>...)
  string(TOLOWER ${package} name)
  file(WRITE ${CMAKE_FIND_PACKAGE_REDIRECTS_DIR}/${name}-config.cmake "")
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_compile_definitions(${target} INTERFACE ${ARGN})
endfunction()
weft_headers(Threads Threads::Threads)
weft_headers(fmt fmt::fmt FMT_HEADER_ONLY=1)
weft_headers(tomlplusplus tomlplusplus::tomlplusplus TOML_HEADER_ONLY=1)
weft_headers(pugixml pugixml::pugixml)
target_link_libraries(pugixml::pugixml INTERFACE weft_pugixml)
weft_headers(nlohmann_json nlohmann_json::nlohmann_json)
weft_headers(Eigen3 Eigen3::Eigen)
target_include_directories(Eigen3::Eigen INTERFACE /usr/include/eigen3)
weft_headers(SQLite3 SQLite::SQLite3)  # of rooms that are not built here
weft_headers(ZLIB ZLIB::ZLIB)  # platform/io/unpacked.cpp does without, and without the next
weft_headers(LibLZMA LibLZMA::LibLZMA)
weft_headers(md4c md4c::md4c)
weft_headers(CLI11 CLI11::CLI11)

set(CMAKE_PREFIX_PATH /usr)
set(WEFT_LIBRARY_metis weft_metis CACHE STRING "")
set(WEFT_LIBRARY_Clp weft_no_library CACHE STRING "")  # platform/graph/concurrent_flow.cpp does without
set(WEFT_LIBRARY_CoinUtils weft_no_library CACHE STRING "")
set(WEFT_LIBRARY_cpp-httplib weft_no_library CACHE STRING "")  # of a room that is not built here
add_library(weft_no_library INTERFACE IMPORTED GLOBAL)
