# What `cmake --install` and the packages hold. The program finds its libraries in ../lib/deadheat.
include(GNUInstallDirs)
set(private_libraries lib/deadheat)

install(TARGETS deadheat RUNTIME DESTINATION bin)
set_target_properties(deadheat PROPERTIES INSTALL_RPATH "$ORIGIN/../${private_libraries}")
# The old kind of path counts also for what the libraries there need: libdw needs libelf.
target_link_options(deadheat PRIVATE -Wl,--disable-new-dtags)
if(TARGET deadheat_jvm AND NOT DEADHEAT_SANITIZE)
  install(TARGETS deadheat_jvm LIBRARY DESTINATION ${private_libraries})
endif()
if(TARGET deadheat_native)
  install(TARGETS deadheat_native LIBRARY DESTINATION ${private_libraries})
  install(TARGETS deadheat_native_inline ARCHIVE DESTINATION ${private_libraries})
  install(DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/native-gcc DESTINATION ${private_libraries})
endif()
install(TARGETS deadheat_z3 deadheat_archive LIBRARY DESTINATION ${private_libraries})
set_target_properties(deadheat_z3 deadheat_archive PROPERTIES INSTALL_RPATH "$ORIGIN")

# Made by the program from the definition of its command line, so they cannot differ from it.
set(shell_files ${PROJECT_BINARY_DIR}/generated/shell)
add_custom_command(
  OUTPUT ${shell_files}/deadheat.1
  COMMAND deadheat completions all --output-folder ${shell_files}
  DEPENDS deadheat
  COMMENT "Writing completions and man pages"
  VERBATIM)
add_custom_target(dh_shell_files ALL DEPENDS ${shell_files}/deadheat.1)
install(FILES ${shell_files}/deadheat.bash DESTINATION share/bash-completion/completions RENAME deadheat)
install(FILES ${shell_files}/_deadheat DESTINATION share/zsh/vendor-completions)
install(FILES ${shell_files}/deadheat.fish DESTINATION share/fish/vendor_completions.d)
install(DIRECTORY ${shell_files}/ DESTINATION share/man/man1 FILES_MATCHING PATTERN "*.1")

install(FILES ${PROJECT_SOURCE_DIR}/include/deadheat/tool.h DESTINATION include/deadheat)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/models DESTINATION share/deadheat)
install(FILES ${PROJECT_SOURCE_DIR}/docs/deadheat.schema.json DESTINATION share/deadheat)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/deadheat RENAME copyright)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION share/doc/deadheat)

# `cpack -G DEB`: Debian's own libraries, found by dpkg-shlibdeps.
set(CPACK_PACKAGE_NAME deadheat)
set(CPACK_PACKAGE_VERSION ${DEADHEAT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds concurrency bugs in Smalltalk, Erlang, Elixir, Exo and Java")
set(CPACK_PACKAGE_CONTACT "The deadheat developers <deadheat@localhost>")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_SOURCE_DIR}/dist)
set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "default-jre-headless, git")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
include(CPack)
