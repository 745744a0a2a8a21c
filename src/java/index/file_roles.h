// Which part of a project each file belongs to, by the names of its folders.
#pragma once

#include <string>
#include <vector>

#include "java/index/index.h"
#include "java/index/java_models.h"

namespace dh::java {

// Only what is below the folder that all files share counts: `check src/test` asks for the tests.
std::vector<FileRole> file_roles(const std::vector<std::string>& paths, const Models& models);

}  // namespace dh::java
