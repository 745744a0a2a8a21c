#include "jvm/loops.h"

#include <algorithm>
#include <optional>
#include <set>

namespace dh::jvm {

using namespace classfile;

namespace {

constexpr uint32_t kMaxLoop = 4000;  // instructions
constexpr uint8_t kAdd = 96, kSubtract = 100;

struct Edge {
  uint32_t from, to;
};

class LoopFinder {
 public:
  explicit LoopFinder(const Code& code) : code_(code) {
    for (uint32_t i = 0; i < code.instructions(); ++i)
      code.each_target(i, [&](uint32_t target) { jumps_.push_back({i, target}); });
  }

  std::vector<Loop> run() {
    std::map<uint32_t, uint32_t> headers;  // and the last jump back to it
    for (const Edge& jump : jumps_) {
      if (jump.to <= jump.from) headers[jump.to] = std::max(headers[jump.to], jump.from);
    }
    std::vector<Loop> loops;
    for (const auto& [header, last] : headers) {
      if (last - header > kMaxLoop) continue;
      Loop loop;
      loop.header = header;
      loop.last = last;
      find_members(loop);
      if (!is_plain(loop)) continue;
      find_always(loop);
      find_exits(loop);
      find_writes(loop);
      loops.push_back(std::move(loop));
    }
    return loops;
  }

 private:
  bool falls_through(uint32_t instruction) const { return !ends_flow(code_.opcode(instruction)); }

  template <typename Visit>
  void each_jump_from(uint32_t first, uint32_t last, Visit visit) const {
    auto at = std::lower_bound(jumps_.begin(), jumps_.end(), first,
                               [](const Edge& edge, uint32_t from) { return edge.from < from; });
    for (; at != jumps_.end() && at->from <= last; ++at) visit(*at);
  }

  void find_members(Loop& loop) const {
    const uint32_t header = loop.header;
    loop.member.assign(loop.last - header + 1, false);
    const auto leads_back = [&](uint32_t to) { return to == header || loop.has(to); };
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t i = loop.last + 1; i-- > header;) {
        if (loop.member[i - header]) continue;
        bool member = i < loop.last && falls_through(i) && loop.has(i + 1);
        each_jump_from(i, i, [&](const Edge& jump) { member = member || leads_back(jump.to); });
        if (!member) continue;
        loop.member[i - header] = changed = true;
      }
    }
  }

  bool is_plain(const Loop& loop) const {
    if (!loop.has(loop.header)) return false;
    if (loop.header > 0 && !falls_through(loop.header - 1)) return false;
    for (const Edge& jump : jumps_) {
      if (loop.has(jump.to) && !loop.has(jump.from)) return false;
    }
    for (uint32_t i = loop.header; i < loop.last; ++i) {
      if (!loop.has(i) && loop.has(i + 1) && falls_through(i)) return false;
    }
    return std::none_of(code_.handlers.begin(), code_.handlers.end(),
                        [&](const Handler& handler) { return loop.has(code_.at[handler.handler]); });
  }

  // Code between a forward jump and its target does not always run, nor does code after a jump to the next
  // iteration; code between a backward jump and its target may run more than once.
  void find_always(Loop& loop) const {
    const uint32_t size = loop.last - loop.header + 1;
    loop.inner.assign(size, false);
    std::vector<int> depth(size + 1, 0);
    const auto exclude = [&](uint32_t first, uint32_t end) {
      if (first >= end) return;
      ++depth[first - loop.header];
      --depth[end - loop.header];
    };
    each_jump_from(loop.header, loop.last, [&](const Edge& jump) {
      if (!loop.has(jump.from) || !loop.has(jump.to)) return;
      if (jump.to == loop.header) {
        exclude(jump.from + 1, loop.last + 1);
      } else if (jump.to > jump.from) {
        exclude(jump.from + 1, jump.to);
      } else {
        exclude(jump.to, jump.from + 1);
        std::fill(loop.inner.begin() + (jump.to - loop.header),
                  loop.inner.begin() + (jump.from + 1 - loop.header), true);
      }
    });
    int excluded = 0;
    for (uint32_t i = 0; i < size; ++i) {
      excluded += depth[i];
      loop.always.push_back(loop.member[i] && excluded == 0);
    }
  }

  void find_exits(Loop& loop) const {
    std::set<uint32_t> exits;
    const auto add = [&](uint32_t to) {
      if (!loop.has(to)) exits.insert(to);
    };
    for (uint32_t i = loop.header; i <= loop.last; ++i) {
      if (loop.has(i) && falls_through(i)) add(i + 1);
    }
    each_jump_from(loop.header, loop.last, [&](const Edge& jump) {
      if (loop.has(jump.from)) add(jump.to);
    });
    for (const Handler& handler : code_.handlers) {
      if (code_.at[handler.start] <= loop.last && code_.at[handler.end] > loop.header)
        add(code_.at[handler.handler]);
    }
    loop.exits.assign(exits.begin(), exits.end());
  }

  void find_writes(Loop& loop) const {
    for (uint32_t i = loop.header; i <= loop.last; ++i) {
      if (!loop.has(i)) continue;
      const size_t start = code_.starts[i];
      const bool wide = code_.opcode(i) == op_wide;
      const uint8_t opcode = wide ? code_.code[start + 1] : code_.opcode(i);
      const bool is_iinc = opcode == op_iinc;
      if (!is_iinc && (opcode < op_istore || opcode >= op_iastore)) continue;
      const uint32_t local = code_.local(i);
      Loop::Writes& writes = loop.writes[local];
      ++writes.count;
      if (is_iinc) {
        writes.increments.push_back(
            {i, wide ? s2_at(code_.code, start + 4) : static_cast<int8_t>(code_.code[start + 2])});
      } else if (const auto step = sum_stored(loop, i, local)) {
        writes.increments.push_back({i, *step});
      } else if (stack_effect(opcode).takes == 2) {
        ++loop.writes[local + 1].count;
      }
    }
  }

  // Of a store in `j = j + 2`, which compilers do not always write as iinc: what it adds.
  std::optional<int32_t> sum_stored(const Loop& loop, uint32_t store, uint32_t local) const {
    if (store < loop.header + 3 || code_.opcode(store) == op_wide) return std::nullopt;
    for (uint32_t i = store - 3; i < store; ++i) {
      if (!loop.has(i) || is_target(i + 1)) return std::nullopt;
    }
    const uint8_t load = code_.opcode(store - 3), operation = code_.opcode(store - 1);
    const bool loads_int = load == op_iload || (load >= op_iload_0 && load < op_iload_0 + 4);
    if (!loads_int || code_.local(store - 3) != local || (operation != kAdd && operation != kSubtract))
      return std::nullopt;
    const auto constant = pushed(store - 2);
    if (!constant) return std::nullopt;
    return operation == kAdd ? *constant : -*constant;
  }

  std::optional<int32_t> pushed(uint32_t instruction) const {
    const uint8_t opcode = code_.opcode(instruction);
    const size_t start = code_.starts[instruction];
    if (opcode >= op_iconst_m1 && opcode <= op_iconst_0 + 5) return opcode - op_iconst_0;
    if (opcode == op_bipush) return static_cast<int8_t>(code_.code[start + 1]);
    if (opcode == op_sipush) return s2_at(code_.code, start + 1);
    return std::nullopt;
  }

  bool is_target(uint32_t instruction) const {
    return std::any_of(jumps_.begin(), jumps_.end(),
                       [&](const Edge& jump) { return jump.to == instruction; });
  }

  const Code& code_;
  std::vector<Edge> jumps_;  // sorted by where they start
};

}  // namespace

int32_t Loop::growth_before(uint32_t local, uint32_t instruction) const {
  const auto found = writes.find(local);
  if (found == writes.end() || found->second.increments.size() != found->second.count) return 0;
  int32_t sum = 0;
  for (const Increment& increment : found->second.increments) {
    if (!runs_always(increment.instruction)) return 0;
    if (increment.instruction < instruction) sum += increment.step;
  }
  return sum;
}

std::vector<Loop> find_loops(const Code& code) {
  return LoopFinder(code).run();
}

}  // namespace dh::jvm
