# The version: of the git tag (v1.2.3; later commits add "+5.gabc1234"), or without tags and in a source archive that of
# project(). Written again at every build, so that the commit is right; only what includes it is compiled again.
set(version_header ${PROJECT_BINARY_DIR}/generated/version_info.h)
set(version_command
    ${CMAKE_COMMAND} -DOUT=${version_header} -DSOURCE=${PROJECT_SOURCE_DIR} -DFALLBACK=${PROJECT_VERSION}
    "-DBUILD=${CMAKE_BUILD_TYPE}, ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}, ${CMAKE_SYSTEM_NAME} ${CMAKE_SYSTEM_PROCESSOR}"
    -P ${PROJECT_SOURCE_DIR}/cmake/version_script.cmake)
execute_process(COMMAND ${version_command})
add_custom_target(dh_version_info COMMAND ${version_command} BYPRODUCTS ${version_header} VERBATIM)

# For packages.
file(STRINGS ${version_header} version_line REGEX "DEADHEAT_VERSION ")
string(REGEX REPLACE ".*\"(.*)\"" "\\1" DEADHEAT_VERSION "${version_line}")
