# Compiles text files into a target, so that the program needs no installed data.
#
#   dh_embed(dh_findings rule_pages ${PROJECT_SOURCE_DIR}/rules/*.md)
#
# gives `extern const std::span<const dh::EmbeddedFile> dh::rule_pages` (base/embedded.h).
function(dh_embed target variable)
  file(GLOB files CONFIGURE_DEPENDS ${ARGN})
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${variable}.embedded.cpp)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DVARIABLE=${variable} "-DFILES=${files}"
            -P ${PROJECT_SOURCE_DIR}/cmake/embed_script.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/embed_script.cmake
    COMMENT "Embedding ${variable}"
    VERBATIM)
  target_sources(${target} PRIVATE ${out})
endfunction()
