# Targets of libraries that bring no CMake config. Also installed: who links the static library of weft finds them again
# (cmake/weftConfig.cmake.in); WEFT_CALL_<target> is what makes a target there.

# weft_library(<name> <library>...): the target weft::<name> links them; if one is missing, there is no such target.
function(weft_library name)
  set(found)
  foreach(library IN LISTS ARGN)
    find_library(WEFT_LIBRARY_${library} ${library})
    mark_as_advanced(WEFT_LIBRARY_${library})
    if(NOT WEFT_LIBRARY_${library})
      return()
    endif()
    list(APPEND found ${WEFT_LIBRARY_${library}})
  endforeach()
  add_library(weft::${name} INTERFACE IMPORTED)
  target_link_libraries(weft::${name} INTERFACE ${found})
  list(JOIN ARGN " " libraries)
  set_property(GLOBAL PROPERTY WEFT_CALL_weft::${name} "weft_library(${name} ${libraries})")
endfunction()

# The target weft::mpi: MPI without its C++ bindings of old.
function(weft_library_mpi)
  find_package(MPI QUIET COMPONENTS CXX)
  if(MPI_CXX_FOUND)
    set(libraries ${MPI_CXX_LIBRARIES})
    list(FILTER libraries EXCLUDE REGEX "mpi_cxx")
    add_library(weft::mpi INTERFACE IMPORTED)
    target_link_libraries(weft::mpi INTERFACE ${libraries})
    target_include_directories(weft::mpi INTERFACE ${MPI_CXX_INCLUDE_DIRS})
    set_property(GLOBAL PROPERTY WEFT_CALL_weft::mpi "weft_library_mpi()")
  endif()
endfunction()
