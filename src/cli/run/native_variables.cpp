#include "cli/run/native_variables.h"

#include "cli/run/native_words.h"

namespace dh {

using native::RawEvent;
using native::RawKind;

void NativeVariables::learn(bool has_readers) {
  const std::span<const RawEvent> all = events_.events();
  for (size_t i = 0; i < all.size(); ++i) {
    if (native::is_access(all[i].kind())) memory_.mark_access(all[i].value(), events_.bytes(i));
  }
  if (!has_readers) return;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].kind() == RawKind::atomic_write) memory_.mark_atomic_write(all[i].value(), events_.bytes(i));
  }
  if (!memory_.has_atomic_writes()) return;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].kind() == RawKind::read)
      memory_.mark_plain_read(all[i].value(), events_.bytes(i), all[i].thread);
  }
}

uint32_t NativeVariables::at(uint64_t begin, uint32_t& known) {
  if (known != NativeMemory::kNoVariable) return known;
  Variable variable;
  variable.address = begin;
  const auto after = blocks_.upper_bound(begin);
  if (after != blocks_.begin()) {
    const Block& block = std::prev(after)->second;
    if (begin - block.begin < block.bytes) variable.block = block;
  }
  return known = add(variable);
}

uint32_t NativeVariables::of_reader(uint32_t variable, uint32_t thread) {
  const uint64_t key = uint64_t{variable} << 32 | thread;
  const auto found = reader_variables_.find(key);
  if (found != reader_variables_.end()) return found->second;
  Variable further = variables_[variable];
  further.is_of_reader = true;
  return reader_variables_[key] = add(further);
}

void NativeVariables::add_block(uint64_t begin, uint64_t bytes, uint32_t thread, uint32_t place) {
  memory_.renew(begin, bytes);
  blocks_[begin] = {begin, bytes, thread, place};
}

NativeVariables::Info NativeVariables::info(uint32_t variable) const {
  if (variable >= variables_.size()) return {};
  const auto& [address, block, is_of_reader] = variables_[variable];
  Info info{address, {}, is_of_reader};
  if (block.begin != 0) info.block = {block.begin, block.bytes, block.thread, events_.stack(block.place)};
  return info;
}

uint32_t NativeVariables::add(const Variable& variable) {
  variables_.push_back(variable);
  return naming_.names().add(dyn::Space::variable, name_of(variable));
}

std::string NativeVariables::name_of(const Variable& variable) {
  if (variable.block.begin == 0) return name_memory(variable.address, {}, naming_).name;
  std::string& name = block_names_[variable.block.place];
  if (name.empty()) {
    const NativeBlock block{variable.block.begin, variable.block.bytes, variable.block.thread,
                            events_.stack(variable.block.place)};
    name = name_memory(variable.address, block, naming_).name;
  }
  return name;
}

}  // namespace dh
