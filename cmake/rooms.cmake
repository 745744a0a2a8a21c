# A room is one folder of src/, one static library, and one test program.
#
#   dh_room(exo DEPS findings LIBS fmt::fmt)
#
# takes every .cpp of the folder; foo_test.cpp files go into exo_test, which ctest runs.
# DEPS are rooms and give the direction of dependency of docs/architecture.md; scripts/check_rooms checks that
# no room includes what it must not see. LIBS are foreign libraries.
function(dh_room name)
  cmake_parse_arguments(ROOM "" "" "DEPS;LIBS;EXCLUDE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  file(GLOB tests CONFIGURE_DEPENDS *_test.cpp)
  foreach(source ${tests})
    list(REMOVE_ITEM sources ${source})
  endforeach()
  foreach(source ${ROOM_EXCLUDE})
    list(REMOVE_ITEM sources ${CMAKE_CURRENT_SOURCE_DIR}/${source})
  endforeach()

  if(sources)
    add_library(dh_${name} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(dh_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(dh_${name} ${scope} ${PROJECT_SOURCE_DIR}/src)
  foreach(dep ${ROOM_DEPS})
    target_link_libraries(dh_${name} ${scope} dh_${dep})
  endforeach()
  target_link_libraries(dh_${name} ${scope} ${ROOM_LIBS})

  if(DEADHEAT_TESTS AND tests)
    dh_test(${name}_test SOURCES ${tests} DEPS ${name})
  endif()
endfunction()

# One GoogleTest program, run by ctest as a whole under its own name.
function(dh_test name)
  cmake_parse_arguments(TEST "" "" "SOURCES;DEPS;LIBS" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  foreach(dep ${TEST_DEPS})
    target_link_libraries(${name} PRIVATE dh_${dep})
  endforeach()
  target_link_libraries(${name} PRIVATE ${TEST_LIBS} GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE DEADHEAT_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  add_test(NAME ${name} COMMAND ${name} --gtest_brief=1)
  set_tests_properties(${name} PROPERTIES LABELS unit)
endfunction()
