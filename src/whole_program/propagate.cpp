// Objects move along copy edges in topological order, only new ones; nodes on a cycle are merged.
#include <algorithm>

#include "analysis/components.h"
#include "whole_program/solver_state.h"

namespace dh::whole {

using namespace smallir;

NodeId Solver::new_nodes(uint32_t count) {
  NodeId first(static_cast<uint32_t>(nodes_.size()));
  size_t size = nodes_.size() + count;
  for (size_t n = nodes_.size(); n < size; ++n) {
    heap_.representative.push_back(static_cast<uint32_t>(n));
    position_.push_back(static_cast<uint32_t>(n));
  }
  nodes_.resize(size);
  heap_.points_to.resize(size);
  if (size > limits_.max_nodes) stopped_ = true;
  return first;
}

uint32_t Solver::find(uint32_t node) {
  std::vector<uint32_t>& up = heap_.representative;
  while (up[node] != node) {
    up[node] = up[up[node]];
    node = up[node];
  }
  return node;
}

void Solver::enqueue(uint32_t node) {
  if (nodes_[node].queued) return;
  nodes_[node].queued = true;
  work_.push_back(node);
}

void Solver::add_object(NodeId id, ObjectId object) {
  if (!id.valid() || !object.valid()) return;
  uint32_t node = find(id.value);
  if (heap_.points_to[node].contains(object.value)) return;
  nodes_[node].delta.push_back(object.value);
  enqueue(node);
}

void Solver::add_copy(NodeId from_id, NodeId to_id) {
  if (!from_id.valid() || !to_id.valid()) return;
  uint32_t from = find(from_id.value), to = find(to_id.value);
  if (from == to || !copy_index_.insert(uint64_t{from} << 32 | to).second) return;
  nodes_[from].copies.push_back(to);
  if (heap_.points_to[from].empty()) return;
  std::vector<uint32_t>& delta = nodes_[to].delta;
  heap_.points_to[from].for_each([&](uint32_t object) { delta.push_back(object); });
  enqueue(to);
}

void Solver::listen(NodeId id, Listener listener) {
  if (!id.valid()) return;
  uint32_t node = find(id.value);
  uint32_t index = static_cast<uint32_t>(listeners_.size());
  listeners_.push_back(listener);
  nodes_[node].listeners.push_back(index);
  // Reactions can grow the set that is being read.
  std::vector<uint32_t> here = heap_.points_to[node].to_vector();
  if (!here.empty()) react(listener, here);
}

NodeId Solver::field_node(ObjectId object, uint32_t field) {
  uint64_t key = uint64_t{object.value} << 32 | field;
  auto it = heap_.fields.find(key);
  if (it != heap_.fields.end()) return it->second;
  NodeId node = new_nodes(1);
  heap_.fields.emplace(key, node);
  return node;
}

NodeId Solver::contents_of_node(NodeId node) {
  if (!node.valid()) return {};
  auto it = contents_of_.find(node.value);
  if (it != contents_of_.end()) return it->second;
  NodeId result = new_nodes(1);
  contents_of_.emplace(node.value, result);
  listen(node, {Reaction::load, {}, 0, Heap::kContents, result});
  return result;
}

void Solver::process(uint32_t node) {
  nodes_[node].queued = false;
  std::vector<uint32_t> fresh = std::exchange(nodes_[node].delta, {});
  std::sort(fresh.begin(), fresh.end());
  fresh.erase(std::unique(fresh.begin(), fresh.end()), fresh.end());
  ObjectSet& have = heap_.points_to[node];
  if (have.size() + fresh.size() > limits_.max_objects) {
    std::erase_if(fresh, [&](uint32_t object) { return have.contains(object); });
    size_t room = limits_.max_objects - std::min(limits_.max_objects, have.size());
    if (fresh.size() > room) {
      if (!nodes_[node].saturated) ++heap_.saturated_sets;
      nodes_[node].saturated = true;
      fresh.resize(room);
    }
  }
  std::vector<uint32_t> news;
  have.add(fresh, news);
  if (news.empty()) return;
  heap_.propagated += static_cast<int64_t>(news.size());
  std::vector<uint32_t>& copies = nodes_[node].copies;
  for (uint32_t& copy : copies) {
    copy = find(copy);
    if (copy == node) continue;
    std::vector<uint32_t>& delta = nodes_[copy].delta;
    delta.insert(delta.end(), news.begin(), news.end());
    enqueue(copy);
  }
  size_t listeners = nodes_[node].listeners.size();
  for (size_t i = 0; i < listeners; ++i) {
    Listener listener = listeners_[nodes_[node].listeners[i]];
    react(listener, news);
  }
}

void Solver::react(const Listener& listener, std::span<const uint32_t> objects) {
  switch (listener.reaction) {
    case Reaction::load:
      for (uint32_t object : objects) add_copy(field_node(ObjectId(object), listener.what), listener.node);
      return;
    case Reaction::store:
      for (uint32_t object : objects) add_copy(listener.node, field_node(ObjectId(object), listener.what));
      return;
    case Reaction::send: {
      Send send = send_at(listener.instance, listener.instruction);
      for (uint32_t object : objects) dispatch(send, ObjectId(object));
      return;
    }
    case Reaction::perform: {
      Send send = send_at(listener.instance, listener.instruction);
      for (uint32_t object : objects) perform(send, ObjectId(listener.what), ObjectId(object));
      return;
    }
    case Reaction::later: {
      Send send = send_at(listener.instance, listener.instruction);
      const SelectorModel& model = settings_.model.selectors[listener.what];
      for (uint32_t object : objects) later(send, model, ObjectId(object));
      return;
    }
    case Reaction::run_block:
      for (uint32_t object : objects) run_requested_block(listener, ObjectId(object));
      return;
    case Reaction::run_symbol:
      for (uint32_t object : objects) dispatch(Send(symbol_sends_[listener.what]), ObjectId(object));
      return;
    case Reaction::run_kept:
      for (uint32_t object : objects) send_kept(listener, ObjectId(object));
      return;
  }
}

void Solver::run_requested_block(const Listener& listener, ObjectId object) {
  if (heap_.objects[object].kind == ObjectKind::literal) run_symbol(listener, heap_.objects[object]);
  if (heap_.objects[object].class_kind == ClassKind::message_send) {
    run_kept(send_at(listener.instance, listener.instruction), BlockRequest(requests_[listener.what]),
             object);
  }
  if (heap_.objects[object].kind != ObjectKind::closure) return;
  BlockRequest request = requests_[listener.what];
  if (request.thread) {
    start_thread(listener.instance, listener.instruction, request, object);
  } else {
    call_block(listener.instance, listener.instruction, request, object);
  }
}

// `jobs do: #terminate`: each element gets the message.
void Solver::run_symbol(const Listener& listener, const Object& symbol) {
  const BlockRequest& request = requests_[listener.what];
  if (request.thread || request.given.empty() || !symbol.literal.valid()) return;
  const Literal& literal = module_.literals[symbol.literal];
  if (literal.kind != LiteralKind::symbol || !literal.text.valid()) return;
  std::string_view name = module_.text(literal.text);
  size_t arguments = static_cast<size_t>(std::count(name.begin(), name.end(), ':'));
  Send send = send_at(listener.instance, listener.instruction);
  send.selector = literal.text;
  send.to_super = false;
  send.result = request.answer;
  send.arguments.assign(request.given.begin() + 1, request.given.end());
  send.arguments.resize(arguments);
  const NodeId receiver = request.given[0];
  listen_for_send(receiver, std::move(send), Reaction::run_symbol);
}

// A part of a kept message has come: a symbol for the receivers that are known, or a receiver.
void Solver::send_kept(const Listener& listener, ObjectId part) {
  const Send send = symbol_sends_[listener.what];
  auto selector_of = [&](ObjectId id) {
    const Object& object = heap_.objects[id];
    if (object.kind != ObjectKind::literal || !object.literal.valid()) return Symbol();
    const Literal& literal = module_.literals[object.literal];
    return literal.kind == LiteralKind::symbol ? literal.text : Symbol();
  };
  Symbol mine = selector_of(part);
  std::vector<uint32_t> parts;
  heap_.points_to[find(listener.node.value)].for_each([&](uint32_t object) { parts.push_back(object); });
  for (uint32_t other : parts) {
    Symbol selector = mine.valid() ? mine : selector_of(ObjectId(other));
    ObjectId receiver = mine.valid() ? ObjectId(other) : part;
    if (!selector.valid() || selector_of(receiver).valid()) continue;
    Send sent = send;
    sent.selector = selector;
    std::string_view name = module_.text(selector);
    sent.arguments.resize(static_cast<size_t>(std::count(name.begin(), name.end(), ':')));
    dispatch(sent, receiver);
  }
}

// Each round goes through the queued nodes in topological order, as far as it is known.
void Solver::propagate() {
  size_t steps = 0;
  while (!work_.empty() && !stopped_) {
    if (copy_index_.size() > 2 * edges_at_collapse_ + 10'000) collapse_cycles();
    std::vector<uint32_t> round = std::exchange(work_, {});
    std::sort(round.begin(), round.end(), [&](uint32_t a, uint32_t b) {
      return std::pair(position_[a], a) < std::pair(position_[b], b);
    });
    for (uint32_t node : round) {
      if (++steps % 1024 == 0 && stops_.propagation.requested()) return;
      if (stopped_) return;
      // Merged nodes have passed on their objects.
      if (nodes_[node].queued) process(node);
    }
  }
}

// The objects of both are done; the others are new to the listeners of one of them.
void Solver::merge(uint32_t from, uint32_t into) {
  heap_.representative[from] = into;
  ++heap_.collapsed_nodes;
  Node& gone = nodes_[from];
  Node& kept = nodes_[into];
  ObjectSet lost = std::move(heap_.points_to[from]);
  heap_.points_to[from] = ObjectSet();
  ObjectSet& set = heap_.points_to[into];
  std::vector<uint32_t> both;
  std::vector<uint32_t> again = std::move(gone.delta);
  lost.for_each([&](uint32_t object) { (set.contains(object) ? both : again).push_back(object); });
  set.for_each([&](uint32_t object) {
    if (!lost.contains(object)) again.push_back(object);
  });
  if (both.size() != set.size()) {
    set = ObjectSet();
    std::vector<uint32_t> news;
    set.add(both, news);
  }
  kept.delta.insert(kept.delta.end(), again.begin(), again.end());
  kept.copies.insert(kept.copies.end(), gone.copies.begin(), gone.copies.end());
  kept.listeners.insert(kept.listeners.end(), gone.listeners.begin(), gone.listeners.end());
  kept.saturated |= gone.saturated;
  gone = Node();
  if (!kept.delta.empty()) enqueue(into);
}

// Components are finished in reverse of the topological order, which gives that order, too.
void Solver::collapse_cycles() {
  uint32_t count = static_cast<uint32_t>(nodes_.size());
  std::vector<std::pair<uint32_t, uint32_t>> merges;
  uint32_t finished = 0;
  visit_components(
      count, [&](uint32_t node) { return nodes_[node].copies.size(); },
      [&](uint32_t node, uint32_t i) { return find(nodes_[node].copies[i]); },
      [&](uint32_t node) { return find(node) == node; },
      [&](std::span<const uint32_t> members) {
        ++finished;
        for (uint32_t member : members) {
          position_[member] = UINT32_MAX - finished;
          if (member != members.back()) merges.emplace_back(member, members.back());
        }
      });
  for (auto [from, into] : merges) merge(from, into);
  for (uint32_t node = 0; node < count && !merges.empty(); ++node) {
    std::vector<uint32_t>& copies = nodes_[node].copies;
    for (uint32_t& copy : copies) copy = find(copy);
    std::sort(copies.begin(), copies.end());
    copies.erase(std::unique(copies.begin(), copies.end()), copies.end());
    std::erase(copies, node);
  }
  std::erase_if(work_, [&](uint32_t node) { return !nodes_[node].queued; });
  edges_at_collapse_ = copy_index_.size();
}

}  // namespace dh::whole
