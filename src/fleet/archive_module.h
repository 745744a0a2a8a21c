// The one function of the archive module. Plain C: it is found by name.
#pragma once

#include <stdint.h>

extern "C" {

// Unpacks the regular files and folders of an archive into `folder`, which exists; links and devices are left
// out. Returns 0, or 1 when the archive cannot be unpacked, or 2 when the disk cannot take it; `problem` (of
// problem_size bytes) says why. Changes the current folder and the locale of the process: call it in a child.
typedef int (*dh_unpack_function)(const char* archive, const char* folder, uint64_t max_bytes,
                                  uint64_t max_files, char* problem, uint32_t problem_size);
}
