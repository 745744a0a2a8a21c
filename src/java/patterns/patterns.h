// Rules that need no claim of thread safety: misuse of locks, volatile, wait and notify, concurrent
// collections and threads, as the text of classes shows it. Two steps: check_patterns for each class, in
// parallel, then check_program with the facts of all of them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "java/patterns/class_init.h"
#include "java/patterns/lock_order.h"

namespace dh::java {

// Words of which a file must have one for these rules to find anything.
std::vector<std::string> pattern_words();

// What one class adds to the rules that need the whole program.
struct ProgramFacts {
  std::vector<LockingBody> bodies;
  std::vector<InitTrigger> triggers;
  std::vector<Promise> promises;
};

// The rules that need nothing but the class itself and the index; and the facts for the others.
std::vector<Finding> check_patterns(const Knowledge& knowledge, TypeId top, const FactorWeights& weights,
                                    ProgramFacts& facts);

// The facts of a class in a file without any of the words: only its initialisers matter.
void collect_facts(const Knowledge& knowledge, TypeId top, ProgramFacts& facts);

struct ProgramInput {
  const Index& index;
  const Models& models;
  const FactorWeights& weights;
  Parallelism parallel;
};
// `facts` in the order of the classes; they are used up.
std::vector<Finding> check_program(const ProgramInput& input, std::vector<ProgramFacts> facts);

}  // namespace dh::java
