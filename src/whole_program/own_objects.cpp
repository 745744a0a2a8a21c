#include "whole_program/own_objects.h"

#include <algorithm>

namespace dh::whole {

using namespace smallir;

bool OwnObjects::made_for_run(ThreadId thread, InstanceId maker) const {
  if (!maker.valid()) return false;
  ContextId context = heap_.instances[maker].context;
  if (context != kSharedContext && context == traces_.threads[thread].context) return true;
  return order_.private_to_each_run(thread, {maker});
}

const std::vector<OwnObjects::Source>& OwnObjects::sources_of(ThreadId thread) {
  auto [it, added] = sources_.emplace(thread.value, std::vector<Source>());
  std::vector<Source>& sources = it->second;
  if (!added) return sources;
  if (events_.empty()) {
    events_.resize(traces_.threads.size());
    for (uint32_t i = 0; i < traces_.accesses.size(); ++i) {
      const AccessEvent& access = traces_.accesses[i];
      if (access.reads) events_[traces_.visits[access.visit].thread.index()].push_back(i);
    }
  }
  FlatSet<uint64_t> seen;
  auto add = [&](uint64_t location, uint64_t field, ObjectId holder) {
    if (!seen.insert(location).second) return;
    auto node = heap_.fields.find(field);
    if (node != heap_.fields.end()) sources.push_back({node->second, holder, {}});
  };
  auto field_of = [](ObjectId holder, uint32_t field) { return uint64_t{holder.value} << 32 | field; };
  auto add_contents = [&](ObjectId holder) {
    add(contents_location(holder), field_of(holder, Heap::kContents), holder);
  };
  for (uint32_t i : events_[thread.index()]) {
    const AccessEvent& access = traces_.accesses[i];
    if (access.place.valid()) {
      InstanceId by = traces_.visits[access.visit].instance;
      VariableKind kind = module_.variables[access.variable].kind;
      bool shared = kind == VariableKind::class_variable || kind == VariableKind::global;
      InstanceId owner = shared ? InstanceId() : owner_of(module_, heap_, by, access.variable);
      if (seen.insert(variable_location(access.place)).second) sources.push_back({access.place, {}, owner});
    } else if (access.object.valid()) {
      add_contents(access.object);
    } else {
      heap_.points_to_of(access.base).for_each([&](uint32_t id) {
        ObjectId holder(id);
        add(field_location(holder, access.variable), field_of(holder, access.variable.value), holder);
      });
    }
  }
  for (const SyncEvent& event : traces_.syncs) {
    bool takes = event.kind == EventKind::wait && event.thread == thread && event.object.valid();
    if (takes) add_contents(event.object);
  }
  return sources;
}

bool OwnObjects::of_each_run(ThreadId thread, ObjectId object) {
  auto [it, added] = known_.emplace(uint64_t{thread.value} << 32 | object.value, true);
  if (!added) return it->second;
  auto answer = [&](bool own) { return known_[uint64_t{thread.value} << 32 | object.value] = own; };
  const Object& what = heap_.objects[object];
  if (what.kind == ObjectKind::unknown || !made_for_run(thread, what.instance)) return answer(false);
  const std::vector<Source> sources = sources_of(thread);
  return answer(std::all_of(sources.begin(), sources.end(), [&](const Source& source) {
    if (!heap_.points_to_of(source.node).contains(object.value)) return true;
    return source.holder.valid() ? of_each_run(thread, source.holder) : made_for_run(thread, source.owner);
  }));
}

}  // namespace dh::whole
