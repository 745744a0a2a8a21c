#include <algorithm>

#include "erlang/judge/races.h"

namespace dh::erlang {
namespace {

constexpr size_t kMostReads = 12;  // a report shows no more of them
constexpr size_t kMostUses = 12;   // of a group, for all its calls
constexpr size_t kMostLinks = 32;  // of the way to a group

using Member = SiteGroups::Member;

// The calls behind a site, each with the way there.
class Calls {
 public:
  explicit Calls(Races& races) : r_(races), uses_(races.groups.count()) {}

  // All of them, or the first one only of a group that was asked for often before.
  std::vector<Member> of_act(Site site, ChainId chain) { return gather(site, chain, SIZE_MAX); }
  // The first ones.
  std::vector<Member> of_read(Site site, ChainId chain) { return gather(site, chain, kMostReads); }

 private:
  ChainId joined(ChainId outer, ChainId inner) {
    std::vector<Site> calls;
    for (; outer.valid() && calls.size() < kMostLinks; outer = r_.chains[outer].next)
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
      if (most == SIZE_MAX && ++uses_[at.site.call] > kMostUses) count = calls.empty() ? 1 : 0;
      for (size_t i = count; i-- > 0;) todo.push_back({members[i].site, joined(at.chain, members[i].chain)});
    }
    return calls;
  }

  Races& r_;
  std::vector<uint32_t> uses_;
};

}  // namespace

void settle_groups(Races& races, const Judge& judge) {
  std::vector<std::pair<int, uint32_t>> grouped;  // those that are believed most first
  for (uint32_t i = 0; i < races.pairs.size(); ++i) {
    if (!races.pairs[i].read.is_group() && !races.pairs[i].act.is_group()) continue;
    Pair one = races.pairs[i];
    one.read = races.groups.first(one.read);
    one.act = races.groups.first(one.act);
    auto verdict = judge.judge(one);
    grouped.push_back({verdict ? -verdict->confidence : 1, i});
  }
  std::sort(grouped.begin(), grouped.end());
  Calls calls(races);
  for (const auto& [rank, index] : grouped) {
    Pair pair = races.pairs[index];
    std::vector<Member> reads = calls.of_read(pair.read, pair.read_chain);
    bool first = true;
    for (const Member& act : calls.of_act(pair.act, pair.act_chain)) {
      for (const Member& read : reads) {
        Pair one = pair;
        one.read = read.site;
        one.read_chain = read.chain;
        one.act = act.site;
        one.act_chain = act.chain;
        races.pairs.add(one);
        if (!first) break;
      }
      first = false;
    }
  }
  races.pairs.erase_if([](const Pair& p) { return p.read.is_group() || p.act.is_group(); });
}

}  // namespace dh::erlang
