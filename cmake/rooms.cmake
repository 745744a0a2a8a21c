# A room is one folder of src/, one static library, and one test program.
#
#   dh_room(exo DEPS findings LIBS fmt::fmt)
#   dh_room(erlang/core DEPS erlang/syntax)
#
# takes every .cpp of src/exo; foo_test.cpp files go into exo_test, which ctest runs. The target of erlang/core is
# dh_erlang_core. DEPS are rooms and give the direction of dependency of docs/architecture.md: scripts/check_rooms
# reads them here and fails on an include that they do not allow. LIBS are foreign libraries.
function(dh_target_name name out)
  string(REPLACE "/" "_" target ${name})
  set(${out} ${target} PARENT_SCOPE)
endfunction()

# The headers of other libraries that most rooms include. `base` compiles them, all rooms use the result.
function(dh_precompile target)
  if(NOT DEADHEAT_ONE_SHOT)
    return()
  endif()
  if(target STREQUAL dh_base)
    target_precompile_headers(${target} PRIVATE
      <algorithm> <array> <atomic> <deque> <filesystem> <functional> <map> <memory> <mutex> <optional> <set> <span>
      <string> <string_view> <tuple> <utility> <vector> <fmt/format.h>
      <boost/unordered/unordered_flat_map.hpp> <boost/unordered/unordered_flat_set.hpp>)
  else()
    target_precompile_headers(${target} REUSE_FROM dh_base)
  endif()
endfunction()

function(dh_room name)
  cmake_parse_arguments(ROOM "" "" "DEPS;LIBS;EXCLUDE" ${ARGN})
  set(folder ${PROJECT_SOURCE_DIR}/src/${name})
  dh_target_name(${name} target)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  file(GLOB tests CONFIGURE_DEPENDS ${folder}/*_test.cpp)
  foreach(source ${tests})
    list(REMOVE_ITEM sources ${source})
  endforeach()
  foreach(source ${ROOM_EXCLUDE})
    list(REMOVE_ITEM sources ${folder}/${source})
  endforeach()

  if(sources)
    add_library(dh_${target} STATIC ${sources})
    set(scope PUBLIC)
    dh_precompile(dh_${target})
  else()
    add_library(dh_${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(dh_${target} ${scope} ${PROJECT_SOURCE_DIR}/src)
  foreach(dep ${ROOM_DEPS})
    dh_target_name(${dep} dep)
    target_link_libraries(dh_${target} ${scope} dh_${dep})
  endforeach()
  target_link_libraries(dh_${target} ${scope} ${ROOM_LIBS})

  if(DEADHEAT_TESTS AND tests)
    dh_test(${target}_test SOURCES ${tests} DEPS ${name})
  endif()
endfunction()

# One GoogleTest program, run by ctest as a whole under its own name.
function(dh_test name)
  cmake_parse_arguments(TEST "" "" "SOURCES;DEPS;LIBS" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  foreach(dep ${TEST_DEPS})
    dh_target_name(${dep} dep)
    target_link_libraries(${name} PRIVATE dh_${dep})
  endforeach()
  target_link_libraries(${name} PRIVATE ${TEST_LIBS} GTest::gmock GTest::gtest_main)
  # Only the tests that read files of the tree know where it is: the others are the same for the compiler cache of
  # every clone.
  foreach(source ${TEST_SOURCES})
    file(STRINGS ${source} reads_tree REGEX DEADHEAT_SOURCE_DIR LIMIT_COUNT 1)
    if(reads_tree)
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_DEFINITIONS DEADHEAT_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    endif()
  endforeach()
  add_test(NAME ${name} COMMAND ${name} --gtest_brief=1)
  set_tests_properties(${name} PROPERTIES LABELS unit)
endfunction()
