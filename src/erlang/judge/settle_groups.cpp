#include "erlang/judge/settle_groups.h"

#include <algorithm>

namespace dh::erlang {
namespace {

constexpr size_t kMaxReads = 12;  // a report shows no more of them
constexpr size_t kMaxUses = 12;   // of a group, for all its calls
constexpr size_t kMaxLinks = 32;  // of the path to a group

using Member = SiteGroups::Member;

// The calls that a site stands for, each with the path to it. A call of a group without its path would be
// taken for a call of the function in which the pair meets.
class Calls {
 public:
  explicit Calls(Races& races) : r_(races), uses_(races.groups.count()) {}

  // All of them, or the first one only of a group that was asked for often before.
  std::vector<Member> of_write(Site site, ChainId chain) { return gather(site, chain, SIZE_MAX); }
  // The first ones.
  std::vector<Member> of_read(Site site, ChainId chain) { return gather(site, chain, kMaxReads); }
  // One of them, or none.
  std::vector<Member> first(Site site, ChainId chain) { return gather(site, chain, 1); }

 private:
  ChainId joined(ChainId outer, ChainId inner) {
    std::vector<Site> calls;
    for (; outer.valid() && calls.size() < kMaxLinks; outer = r_.chains[outer].next)
      calls.push_back(r_.chains[outer].call);
    for (size_t i = calls.size(); i-- > 0;) inner = r_.chains.link(calls[i], inner);
    return inner;
  }

  std::vector<Member> gather(Site site, ChainId chain, size_t most) {
    std::vector<Member> calls;
    std::vector<Member> todo{{site, chain}};
    FlatSet<uint32_t> seen;
    while (!todo.empty() && calls.size() < most) {
      Member at = todo.back();
      todo.pop_back();
      if (!at.site.is_group()) {
        calls.push_back(at);
        continue;
      }
      if (!seen.insert(at.site.call).second) continue;
      const std::vector<Member>& members = r_.groups.members(at.site);
      size_t count = std::min(members.size(), most);
      if (most == SIZE_MAX && ++uses_[at.site.call] > kMaxUses) count = calls.empty() ? 1 : 0;
      for (size_t i = count; i-- > 0;) todo.push_back({members[i].site, joined(at.chain, members[i].chain)});
    }
    return calls;
  }

  Races& r_;
  std::vector<uint32_t> uses_;
};

Pair one_of(Pair pair, const Member& read, const Member& write) {
  pair.read = read.site;
  pair.read_chain = read.chain;
  pair.write = write.site;
  pair.write_chain = write.chain;
  return pair;
}

}  // namespace

void settle_groups(Races& races, const std::function<int(const Pair&)>& rank) {
  Calls calls(races);
  std::vector<std::pair<int, uint32_t>> grouped;  // those that are believed most first
  for (uint32_t i = 0; i < races.pairs.size(); ++i) {
    if (!races.pairs[i].read.is_group() && !races.pairs[i].write.is_group()) continue;
    const Pair& pair = races.pairs[i];
    std::vector<Member> reads = calls.first(pair.read, pair.read_chain);
    std::vector<Member> writes = calls.first(pair.write, pair.write_chain);
    if (!reads.empty() && !writes.empty()) grouped.push_back({rank(one_of(pair, reads[0], writes[0])), i});
  }
  std::sort(grouped.begin(), grouped.end());
  for (const auto& [of_pair, index] : grouped) {
    Pair pair = races.pairs[index];
    std::vector<Member> reads = calls.of_read(pair.read, pair.read_chain);
    bool first = true;
    for (const Member& write : calls.of_write(pair.write, pair.write_chain)) {
      for (const Member& read : reads) {
        races.pairs.add(one_of(pair, read, write));
        if (!first) break;
      }
      first = false;
    }
  }
  races.pairs.erase_if([](const Pair& p) { return p.read.is_group() || p.write.is_group(); });
}

}  // namespace dh::erlang
