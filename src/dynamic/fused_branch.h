// A sequence of tools fused at compile time: no dispatch is left between them.
#pragma once

#include <memory>
#include <string_view>
#include <tuple>
#include <utility>

#include "dynamic/branch.h"
#include "dynamic/handlers.h"

namespace dh::dyn {

template <typename... Tools>
class FusedBranch final : public Branch {
 public:
  // setups[i] is for the i-th tool.
  explicit FusedBranch(std::vector<ToolSetup>& setups)
      : FusedBranch(setups, std::index_sequence_for<Tools...>()) {}

  void dispatch(Event& e) override { run(e); }

  // dispatch, for callers that know the type.
  void run(Event& e) {
    if (is_access(e.kind)) {
      access_from<0>(e);
    } else {
      other_from<0>(e);
    }
  }

  bool listens(EventKind kind) const override {
    return (listened_kinds<Tools>()[static_cast<size_t>(kind)] || ...);
  }

  void thread_made(ShadowThread& thread) override {
    for_each_tool([&](auto& tool) {
      if constexpr (requires { tool.thread_made(thread); }) tool.thread_made(thread);
    });
  }

  void thread_begins(ShadowThread& thread) override {
    for_each_tool([&](auto& tool) {
      if constexpr (requires { tool.thread_begins(thread); }) tool.thread_begins(thread);
    });
  }

  FastPaths fast_paths() const override {
    std::vector<AccessRole> roles;
    for_each_tool([&](const auto& tool) { roles.push_back(access_role(tool)); });
    return collect_fast_paths(roles);
  }

  void finish(std::vector<ToolOutput>& outputs) override {
    size_t i = 0;
    for_each_tool([&](auto& tool) {
      ToolOutput output{names_[i++], {}, {}};
      if constexpr (requires { tool.finish(output); }) tool.finish(output);
      if (!output.lines.empty() || !output.incomplete.empty()) outputs.push_back(std::move(output));
    });
  }

  void sweep(const LiveWords& live) override {
    for_each_tool([&](auto& tool) {
      if constexpr (requires { tool.sweep(live); }) tool.sweep(live);
    });
  }

  size_t states() const override {
    size_t sum = 0;
    for_each_tool([&](const auto& tool) {
      if constexpr (requires { tool.states(); }) sum += tool.states();
    });
    return sum;
  }
  bool can_forget(const ShadowThread& thread) const override {
    bool all = true;
    for_each_tool([&](const auto& tool) {
      if constexpr (requires { tool.can_forget(thread); }) {
        all &= tool.can_forget(thread);
      } else {
        all = false;
      }
    });
    return all;
  }
  bool keeps_states() const override {
    bool any = false;
    for_each_tool([&](auto& tool) {
      any |= requires(const LiveWords& live) {
        tool.sweep(live);
      };
    });
    return any;
  }

 private:
  static constexpr size_t kCount = sizeof...(Tools);
  template <size_t I>
  using ToolAt = std::tuple_element_t<I, std::tuple<Tools...>>;

  template <size_t... I>
  FusedBranch(std::vector<ToolSetup>& setups, std::index_sequence<I...>)
      : tools_(std::make_unique<Tools>(setups[I])...), names_{setups[I].name...} {}

  template <typename Body>
  void for_each_tool(Body&& body) const {
    std::apply([&](auto&... tool) { (body(*tool), ...); }, tools_);
  }

  // The tag of the I-th tool if it owns locations; also the number of owners up to it.
  template <size_t I>
  static constexpr unsigned owner() {
    return []<size_t... J>(std::index_sequence<J...>) {
      return (0u + ... + (OwningTool<ToolAt<J>> ? 1u : 0u));
    }
    (std::make_index_sequence<I + 1>());
  }
  template <size_t I>
  static constexpr size_t next_owner() {
    if constexpr (I >= kCount) {
      return kCount;
    } else if constexpr (OwningTool<ToolAt<I>>) {
      return I;
    } else {
      return next_owner<I + 1>();
    }
  }

  // Makes tool I's word for the location of e. False: another thread was faster.
  template <size_t I>
  bool hand_to(Event& e) {
    auto& tool = *std::get<I>(tools_);
    const uint64_t word = tool.make(e);
    if (e.put(word)) return true;
    if constexpr (requires { tool.unmake(word); }) tool.unmake(word);
    return false;
  }

  template <size_t I>
  void access_from(Event& e) {
    if constexpr (I < kCount) {
      auto& tool = *std::get<I>(tools_);
      if constexpr (OwningTool<ToolAt<I>>) {
        if (!owned_access<I>(e)) return;
      } else {
        if (call_access(tool, e) == Flow::keep) return;
      }
      access_from<I + 1>(e);
      if constexpr (requires { tool.after(e); }) tool.after(e);
    }
  }

  // True: the event goes on.
  template <size_t I>
  bool owned_access(Event& e) {
    auto& tool = *std::get<I>(tools_);
    for (;;) {
      if constexpr (owner<I>() == 1) {
        if (e.shadow == kFreshWord) [[unlikely]] {
          hand_to<I>(e);
          continue;
        }
      }
      if (owner_of(e.shadow) != owner<I>()) return true;
      switch (call_access(tool, e)) {
        case Flow::keep:
          return false;
        case Flow::pass:
          return true;
        case Flow::retry:
          break;
        case Flow::advance:
          if constexpr (next_owner<I + 1>() == kCount) {
            return true;
          } else if (hand_to<next_owner<I + 1>()>(e)) {
            return true;
          }
          break;
      }
    }
  }

  template <size_t I>
  void other_from(Event& e) {
    if constexpr (I < kCount) {
      auto& tool = *std::get<I>(tools_);
      if (call_handler(tool, e) == Flow::keep) return;
      other_from<I + 1>(e);
      if constexpr (requires { tool.after(e); }) tool.after(e);
    }
  }

  std::tuple<std::unique_ptr<Tools>...> tools_;
  std::vector<std::string> names_;
};

}  // namespace dh::dyn
