// The Smalltalk front end: from files of any format to one SmallIR module.
#pragma once

#include "findings/checker.h"
#include "smallir/module.h"

namespace dh {

// Reads all files in parallel. Problems with the input go to the sink; what could be read is in the module.
// Counts "files", "lines", "methods", "methods skipped", "classes" for --stats.
smallir::Module load_smalltalk(const CheckInput& input, CheckSink& sink);

// The same for tests and tools that have the text already.
namespace smalltalk {
struct FileImage;
}
smallir::Module load_smalltalk_images(std::vector<smalltalk::FileImage> images, const CheckInput& input,
                                      CheckSink& sink);

// Reports what is wrong with the [smalltalk] table of a configuration.
void validate_smalltalk_settings(const TomlValue* table, Diagnostics& diagnostics);

}  // namespace dh
