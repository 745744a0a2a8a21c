// Accesses that need no handler. docs/shadow-word.md has the table of who declares which.
#pragma once

#include <atomic>
#include <functional>
#include <span>
#include <vector>

#include "dynamic/shadow_thread.h"

namespace dh::dyn {

// An access that needs no handler, as data, so that sources can test for it inline:
//   if ((shadow & mask) == thread.words[compare])                                 done, or, with swap,
//   if (thread.words[with] != ~0 && CAS(shadow, (shadow & keep) | thread.words[with]))   done
// A hit leaves everything as the handlers would have left it: the word, the tools' states, the reports, and
// what tools further down the chain see. Paths are tried in order; a swap that fails is a miss.
struct FastPath {
  uint64_t mask = 0;
  uint8_t compare = kZeroWord;
  bool swap = false;
  uint64_t keep = 0;
  uint8_t with = kZeroWord;
};

struct FastPaths {
  std::vector<FastPath> read;
  std::vector<FastPath> write;
  // Until the thread's next event that is not an access, an access that reported nothing does the same again
  // to a word of the same value, given the same kind, place and last accesses; if it left the word as it was,
  // also at any other place.
  bool repeats = false;
  // The last part of this only: a read that left the word as it was does the same again, that is nothing.
  bool repeats_reads = false;
  // Accesses of a location by a thread between two of its other events need not all be made: one stands for
  // later ones that are not stronger (a write is stronger than a read), and a write for reads before it. Nor
  // does it matter whether an event that only orders the thread after others lies between it and later ones.
  // The verdict on the location is then the one that it would be if they came right beside each other, which
  // is an execution like this one; what is reported may name another of them. Nor need a location keep its
  // word for itself: locations with equal words may share it.
  bool covers = false;
  // Elements of one array with equal words may share it, one event may stand for all of them (Event::count),
  // and what a loop that does not synchronize did to them may be told when it ends.
  bool ranges = false;
  // For reads and writes alike, for sources that need not count what happens to reported locations: these
  // accesses would only be counted (ReportSink::Counter).
  std::vector<FastPath> settled;
  // The word of the thread whose low bits are its packed epoch (place_tag); kZeroWord: none.
  uint8_t epoch_word = kZeroWord;

  const std::vector<FastPath>& of(EventKind kind) const { return kind == EventKind::write ? write : read; }
};

// What inline code does, for sources written in C++ and for tests. True: the access is done.
bool try_fast_paths(const std::vector<FastPath>& paths, const ShadowThread& thread,
                    std::atomic<uint64_t>& word);
// The same for a location's words in all branches: done when a path hits in each of them. A hit before a miss
// does no harm, for a handler that follows its own fast path does nothing.
bool try_fast_paths(const std::vector<FastPaths>& branches, EventKind kind, const ShadowThread& thread,
                    std::atomic<uint64_t>* words);

// What a tool of a branch means for fast paths.
struct AccessRole {
  bool owns = false;                        // sees the locations that it owns only
  bool listens[2] = {false, false};         // to reads, to writes, and must see every one that comes to it
  std::function<void(FastPaths&)> declare;  // empty: has no fast paths
};

// The paths of a sequence of tools, in chain order: those of tools that no listener stands before. When
// nobody listens, one path that always hits.
FastPaths collect_fast_paths(std::span<const AccessRole> tools);

}  // namespace dh::dyn
