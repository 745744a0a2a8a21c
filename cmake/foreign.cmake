# A foreign library by the name of its pkg-config module, as an archive where the system has one, so that packages need
# fewer libraries of the system they are installed on. What Debian has as a shared library only (fmt, oneTBB, CRoaring) is
# copied into the packages (scripts/lib/bundle_libraries).
#
#   dh_foreign(zlib)
#
# gives the target foreign::zlib.
function(dh_foreign module)
  pkg_check_modules(${module} REQUIRED ${module})
  add_library(foreign::${module} INTERFACE IMPORTED GLOBAL)
  target_include_directories(foreign::${module} INTERFACE ${${module}_INCLUDE_DIRS})
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a .so)
  foreach(library ${${module}_STATIC_LIBRARIES})
    if(library MATCHES "^(pthread|dl|m|rt)$") # parts of the C library
      target_link_libraries(foreign::${module} INTERFACE ${library})
    else()
      find_library(FOREIGN_${library} ${library} HINTS ${${module}_STATIC_LIBRARY_DIRS} REQUIRED)
      mark_as_advanced(FOREIGN_${library})
      target_link_libraries(foreign::${module} INTERFACE ${FOREIGN_${library}})
    endif()
  endforeach()
endfunction()
