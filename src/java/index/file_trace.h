// On which files the analysis of a class depends.
//
// The index notes the file of everything that it is asked for. What it answers without a note (which classes
// there are, how they are called, what they extend, which of them another file guards) is the shape of the
// program: shape_of().
#pragma once

#include <string>
#include <vector>

#include "java/index/index.h"

namespace dh::java {

// While it lives, the questions of this thread to the index are noted. One at a time on a thread.
class FileTrace {
 public:
  explicit FileTrace(size_t file_count);
  ~FileTrace();
  FileTrace(const FileTrace&) = delete;
  FileTrace& operator=(const FileTrace&) = delete;

  // Sorted.
  std::vector<uint32_t> files() const;

  static void note(FileId file) {
    if (current_ != nullptr) current_->add(file);
  }

 private:
  void add(FileId file) {
    if (seen_[file.index()]) return;
    seen_[file.index()] = true;
    files_.push_back(file.value);
  }

  static constinit thread_local FileTrace* current_;

  std::vector<bool> seen_;
  std::vector<uint32_t> files_;
};

// Equal for two programs only if their files, packages and classes have the same numbers, names and places in
// the hierarchy of classes.
std::string shape_of(const Index& index);

}  // namespace dh::java
