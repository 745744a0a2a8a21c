#include "tools/atomizer.h"

namespace dh::dyn {

Atomizer::Atomizer(ToolSetup& setup)
    : name_(setup.name),
      tag_(DefaultLayout::owner_bits(setup.owner)),
      reports_(setup.reports),
      blocks_(setup),
      threads_(setup.thread_layout) {}

Flow Atomizer::open(Event& e) {
  if (blocks_.begins(e)) threads_.of(*e.thread) = PerThread{};
  return Flow::pass;
}

Flow Atomizer::close(Event& e) {
  blocks_.ends(e);
  return Flow::pass;
}

Flow Atomizer::acquire(Event& e) {
  right_mover(e);
  return Flow::pass;
}

Flow Atomizer::release(Event& e) {
  left_mover(e);
  return Flow::pass;
}

// Volatiles and atomics race by design; hand-overs and barriers let other threads in.
Flow Atomizer::sync(Event& e) {
  switch (e.kind) {
    case EventKind::start_pre:
      left_mover(e);
      break;  // the child runs after it
    case EventKind::join_post:
      right_mover(e);
      break;  // the child ran before it
    case EventKind::class_init:
    case EventKind::class_use:
      break;
    default:
      non_mover(e);
      break;
  }
  return Flow::pass;
}

Flow Atomizer::access(Event& e) {
  non_mover(e);
  return Flow::keep;
}

void Atomizer::left_mover(Event& e) {
  PerThread& t = threads_.of(*e.thread);
  if (!blocks_.inside(*e.thread) || t.phase == Phase::after_commit) return;
  t.phase = Phase::after_commit;
  t.commit.kind = e.kind;
  t.commit.thread = e.thread->id;
  t.commit.location = e.location;
  t.commit.position = e.position;
  t.commit.known = true;
}

void Atomizer::right_mover(Event& e) {
  if (blocks_.inside(*e.thread) && threads_.of(*e.thread).phase == Phase::after_commit) report(e);
}

void Atomizer::non_mover(Event& e) {
  right_mover(e);
  left_mover(e);
}

void Atomizer::report(Event& e) {
  RawReport report = block_report(name_, e, blocks_.of(*e.thread));
  report.previous = threads_.of(*e.thread).commit;
  report.note = "other threads can act between the two, so the block is not reducible";
  reports_.add(std::move(report));
}

}  // namespace dh::dyn
