#include "java/flow/flow.h"

namespace dh::java {

FlowBuilder::FlowBuilder() {
  start(new_block());
}

BlockId FlowBuilder::new_block() {
  return flow_.blocks.add();
}

void FlowBuilder::end_block() {
  if (!current_.valid()) return;
  FlowBlock& block = flow_.blocks[current_];
  block.op_count = static_cast<uint32_t>(flow_.ops.size()) - block.first_op;
  current_ = BlockId();
}

void FlowBuilder::start(BlockId block) {
  end_block();
  current_ = block;
  flow_.blocks[block].first_op = static_cast<uint32_t>(flow_.ops.size());
  flow_.blocks[block].handler = handler_;
}

void FlowBuilder::edge(BlockId from, BlockId to) {
  flow_.blocks[from].next.push_back(to);
}

void FlowBuilder::jump(BlockId to) {
  if (!current_.valid()) return;
  edge(current_, to);
  end_block();
}

void FlowBuilder::add(Op op) {
  if (current_.valid()) flow_.ops.push_back(op);
}

void FlowBuilder::no_throw_since(size_t count) {
  for (size_t i = count; i < flow_.ops.size(); ++i) flow_.ops[i].throws = false;
}

void FlowBuilder::set_handler(BlockId handler) {
  if (handler == handler_) return;
  handler_ = handler;
  if (!current_.valid()) return;
  // A block has one handler: continue in a new one.
  BlockId next = new_block();
  jump(next);
  start(next);
}

Flow FlowBuilder::take(BlockId exit) {
  end_block();
  flow_.exit = exit;
  return std::move(flow_);
}

}  // namespace dh::java
