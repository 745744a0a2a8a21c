// One function, walked once in the order in which things happen: which reads are pending where, which acts
// they reach.
#pragma once

#include <memory>
#include <vector>

#include "erlang/core/model.h"
#include "erlang/processes/roles.h"
#include "erlang/search/summary.h"
#include "erlang/values/tables.h"

namespace dh::erlang {

// What all walks share. Not thread-safe.
struct Races {
  const Core& core;
  const Model& model;
  const Values& values;
  const Tables& tables;
  const CallGraph& graph;
  SymTable syms;
  DomainTable domains;
  std::vector<Summary> summaries;  // by function
  std::vector<ChainLink> chains;
  std::vector<Pair> pairs;
  std::vector<std::string> labels;
  StringMap<uint32_t> label_index;
  FlatMap<uint64_t, std::vector<uint32_t>> pair_index;
  SiteGroups groups;
  std::vector<bool> functional;              // by function: equal arguments give equal answers
  std::vector<bool> whole_table;             // states with operations on all keys of a table
  std::vector<uint32_t> component_of;        // by function
  FlatMap<uint32_t, uint32_t> one_of_set;    // by set of values: a node that stands for all of them
  mutable std::vector<uint8_t> lost;         // by symbolic value: 1 no, 2 yes, 0 not asked for yet
  mutable FlatMap<uint64_t, Reach> reaches;  // of tables, by state and symbolic value
  std::vector<bool> called;                  // by function: somebody in the program calls it
  bool collecting = false;                   // summaries are final: pairs and acts are noted
  FlatMap<uint64_t, std::unique_ptr<std::vector<Target>>> targets;  // of the functions at hand, by call
  FlatMap<uint64_t, uint32_t> chain_index;
  FlatMap<uint64_t, Same> same_tables;  // pairs that mean the same in every function
  // Every change of shared state, with the datum in terms that hold everywhere.
  static constexpr uint32_t kSeveralCalls = UINT32_MAX;
  struct LoggedAct {
    Site site;
    FunctionId frame;  // whose processes do it: the one that says which datum it is
    Datum datum;
    SymId value;
    bool owned = false;
    Guards guards = 0;
    std::vector<Condition> conditions;          // what the parameters of the frame have to be
    ChainId chain;                              // of one that is owned: from the frame to the site
    uint32_t call = kSeveralCalls;              // of the frame, by which it is done
    const OperationModel* operation = nullptr;  // null where that is not known

    Effect effect() const { return operation == nullptr ? Effect::act : operation->effect; }
  };
  std::vector<LoggedAct> acts;
  FlatMap<uint64_t, uint32_t> logged;
  std::vector<Summary> unknown_calls;  // by arity: what functions that got out of sight may do

  Races(const Core& c, const Model& m, const Values& v, const Tables& t, const CallGraph& g);
  ChainId link(Site call, ChainId next);
  // For the summaries of a component of the call graph with so many functions.
  Joining joining(uint32_t component, size_t functions);
  const std::vector<Target>& targets_of(FunctionId f, uint32_t call);
  uint32_t length(ChainId chain) const { return chain.valid() ? chains[chain.index()].length : 0; }
  uint32_t add_pair(const Pair& pair);
  uint32_t add_pair(const Pair& pair, uint64_t key, uint64_t framed);
  void log_act(LoggedAct act, FunctionId frame);
  // Whether a call is inside of a try or catch that takes the failure of what is done at a site below it.
  bool handles_failure(const Call& call, Site site, uint32_t state) const;
  // How a call changes a kind of state; null where it does not.
  const OperationModel* operation_at(Site site, uint32_t state) const;
  // Nothing can be known to be equal to it, so no pair will ever have it.
  bool hopeless(const Datum& datum) const;
  bool is_lost(SymId id) const;
  // Who can change it; `shared` where that is for callers to say.
  Reach reach(const Datum& datum) const;
  // Parameters and locals of a function, as nodes.
  Datum everywhere(const Datum& datum, FunctionId frame);
};

class Walker {
 public:
  Walker(Races& races, FunctionId function);
  Summary run();

 private:
  // What a value is on the ways through a read: the result of a branch that looks in some of its clauses, or
  // of a callee.
  struct Outcome {
    ValueId value;
    std::vector<ValueId> of_clauses;
    std::vector<SymId> given;
  };
  struct Occurrence {
    Datum datum;
    Site site;
    ChainId chain;  // once it is pending, from this function on
    bool contextual = false;
    ReadSet bit;
    uint32_t call = 0;                        // of this function, through which it came
    bool to_result = false, decides = false;  // of a whole clause of the function
    bool absent = false;                      // the ways on from the answer that says: there is no such thing
    bool relied = false;                      // some of its clauses have taken away what it found
    Guards guards = 0;                        // that were held there
    uint32_t open = 0;    // of such: how deep the clause is that is taken for this answer, while in it
    bool merged = false;  // it stands for several reads that came at different times
    std::vector<Condition> conditions;
    std::vector<Outcome> outcomes;
    uint32_t failures_before = 0;   // Walker::failures_ after the call that read it
    std::vector<uint32_t> without;  // the occurrences that are its absent ways on
    uint32_t found = 0;             // of such: the occurrence that found something
  };
  struct State {
    bool dead = false;
    std::vector<uint32_t> pending;  // occurrences, sorted
    std::vector<uint32_t> ended;    // those among them whose process or table was taken away, sorted
    std::vector<Datum> written;
    struct Removed {
      uint32_t pair = 0, read = 0;  // the occurrence
      friend auto operator<=>(const Removed&, const Removed&) = default;
    };
    std::vector<Removed> removed;  // pairs whose act takes away what was read, sorted
  };
  struct Act {
    Datum datum;
    Site site;
    ChainId chain;  // of the callee, when it came through a call of this function
    Site via;       // that call, or invalid
    SymId value;
    bool told = false;  // which datum it is was known in the callee already
    Taint data, control;
    Taint by_arguments;  // the part of control that a callee takes from its parameters
    bool contextual = false, handled = false, spawned = false, atomic = false, owned = false, renewed = false;
    bool forwarded = false;
    Guards guards = 0;
    struct Part {
      ValueId value;
      std::vector<uint32_t> path;  // to the element of it that is meant, the outermost index last
    };
    std::vector<Part> payload;  // what a message holds
    std::vector<Condition> conditions;
  };

  // The body of a try, for its handlers.
  struct Handled {
    uint32_t failures_before = 0;
    std::vector<uint32_t> pending;  // an exception may come after these, though a write has ended them
    Taint thrown;                   // what is thrown depends on
  };

  // walk.cpp: control
  void block(Range statements, State& s, Taint& control);
  void branch(const Branch& b, State& s, Taint& control);
  void loop(const Branch& b, State& s, const Taint& control);
  void attempt(const Attempt& a, State& s, Taint& control);
  // What the clauses that go on can give, if that is of use.
  std::vector<SymId> clauses(Range range, const Taint& deciders, State& s, Taint& control, bool may_skip,
                             ValueId result = ValueId());
  void top_clause(const CoreClause& clause, const State& s, const Taint& control);
  static void join(State& into, const State& other);
  static void join_written(std::vector<Datum>& into, const std::vector<Datum>& other);
  void forget_locals(size_t first_occurrence);
  bool by_parameter(SymId value) const;
  void refinement(uint32_t index, State& s, Taint& control);
  void finish(const State& s, const Taint& control, bool by_clauses);
  void give_results();
  ReadSummary outside(const Occurrence& o);

  // walk_call.cpp: calls
  void call(uint32_t index, State& s, Taint& control);
  void enter(uint32_t index, const Summary& summary, const Target& target, ValueId fun, State& s,
             Taint& control, Taint& result, bool again = false);
  bool monitored(uint32_t index) const;
  std::optional<Condition> chosen(const Call& c, const Target& target, ValueId fun);
  void enter_funs(uint32_t index, const Target& target, State& s, Taint& control);
  Taint answer_taint(const Call& c, const std::vector<Target>& targets);
  void note_fun_calls(const Call& c, const std::vector<Target>& targets);
  // walk_operation.cpp: calls of what the model knows
  void operation(uint32_t index, const OperationModel& op, State& s, const Taint& control, Taint& result);
  std::vector<Datum> data_of(const Call& c, const OperationModel& op);
  uint32_t keypos_of(SymId table);
  bool gives_objects(const Call& c, const OperationModel& op);
  void note_objects(const Call& c, const Datum& datum);
  SymId pattern_key(SymId pattern, uint32_t position);
  Act::Part payload_of(SymId part, std::span<const ValueId> arguments);
  bool keep_payload(const Act& a, std::vector<SymId>& kept);
  void object_keys(ValueId object, uint32_t position, SymId table, uint32_t state, std::vector<Datum>& out);
  // walk_act.cpp: reads and acts that meet
  void act(Act& a, State& s);
  // relied.cpp: a look that decides whether something is taken away first
  void note_ends(const Call& c, const std::vector<Target>& targets, State& s);
  void note_end(ValueId v, State& s);
  void note_relied(const Taint& deciders, const State& before, std::span<const State> ways);
  bool relies(const Occurrence& o, const Act& a, Same same) const;
  // outcome.cpp: what follows from where a read was
  void note_outcomes(ValueId result, std::span<const std::pair<ValueId, std::vector<uint32_t>>> ways);
  void note_result(uint32_t call, uint32_t which, const ReadSummary& read, std::span<const SymId> arguments);
  bool results_of(const Occurrence& o, ValueId v, int depth, std::vector<SymId>& results);
  bool outcome_possible(const Occurrence& o, const Condition& c);
  bool reaches(const Occurrence& o, const Act& a);
  // thrown.cpp: what goes on after an exception
  void may_fail(const State& s);
  void note_thrown(const Taint& what, const State& s);
  void bring_thrown(uint32_t call, Occurrence& o, const State& s);
  void leave_by_throw(uint32_t which);
  void taint_caught(const Attempt& a, const Handled& handled);
  void give_thrown();
  // alternatives.cpp: the few things that a value can be
  SymId given_by(ValueId call, SymId result, int depth);
  std::vector<ValueId> written_list(ValueId list) const;
  SymId element_of(SymId list);
  SymId some_element(SymId list);
  SymId list_given(ValueId call, SymId result, int depth);
  void bind_members(ValueId list, ValueId element);
  void possible_values(SymId value, std::vector<SymId>& values);
  void note_alternatives(SymId value, std::vector<SymId> alternatives);
  SymId only_alternative(SymId value);
  bool fits(SymId alternative, SymId value);
  bool surely_takes(const CoreClause& clause, SymId alternative, SymId value);
  SymId along(SymId value, std::span<const uint32_t> path);
  // absent.cpp: what goes on although there is no such thing
  void leave_absent(const Refinement& r, State& s);
  bool is_self(ValueId v) const;
  bool only_not_self(const Occurrence& o);
  void go_on_without(uint32_t which, Outcome answer, State& s);
  void bring_absent(uint32_t call, Occurrence& o, const ReadSummary& read_summary,
                    std::span<const SymId> arguments, State& s);
  bool possible_without(const Occurrence& o, const Condition& c);
  bool possible_without(const Occurrence& o);
  void enter_absent(const Taint& deciders, bool exact, State& s, std::vector<uint32_t>& chosen);
  void end_absent(State& s);
  void refute_absent(State& s);
  void forget_absent(State& s);
  bool unchecked(const Occurrence& o, const Act& a, const State& s);
  uint32_t read_of(const Occurrence& absent) const;
  ReadSet looked_up(ValueId v) const;
  bool tests_parameter(FunctionId f, size_t index) const;
  void find_pairs(Act& a, State& s);
  bool meets(const Occurrence& o, const Act& a, Pair& pair);
  uint32_t label_of(const Pair& pair);
  void drop_older(std::vector<std::pair<uint32_t, Pair>>& met);
  void keep_helper_pair(const Pair& pair);
  void lift_helper_pairs(uint32_t call, const Summary& summary, std::span<const SymId> arguments,
                         const std::optional<Condition>& choice, bool recursion, Guards guards);
  bool kill(const Datum& d, bool contextual, State& s);
  void keep_act(const Act& a, State& s);
  void log(const Act& a, bool kept);
  SymId value_of(const Call& c, const OperationModel& op, const Datum& datum);
  ChainId chain_of(const Act& a);
  uint32_t length_of(const Act& a) const;
  uint32_t read(uint32_t index, Occurrence& o, State& s, Taint& result);
  uint32_t find_occurrence(const Occurrence& o, uint64_t& h) const;
  void merge_many(Occurrence& o);
  FunctionId fun_of(ValueId v) const;
  std::optional<std::vector<Condition>> import(const std::vector<Condition>& conditions,
                                               std::span<const SymId> arguments);
  bool possible(const Condition& c);
  bool possible_now(const std::vector<Condition>& conditions);
  bool proven(const Condition& c);
  bool contradict(const std::vector<Condition>& a, const std::vector<Condition>& b);
  // `locals`: also of values that mean nothing outside of this function.
  std::vector<Condition> conditions_here(const std::vector<Condition>& more, bool locals);
  bool found_nothing(const Occurrence& o) const;
  bool is_holder(ValueId v);
  bool holds_name();
  Guards guards_at(uint32_t call) const;

  // walk_use.cpp: what becomes of what was read
  ReadSet made_of(ValueId whole);
  bool carries(ValueId whole, const Occurrence& o) const;
  bool part_of_answer(ValueId v, const Occurrence& o) const;
  void note_use(const State& s, const Taint& use, std::span<const ValueId> values, const Call* by = nullptr);
  bool writes_again(const Call& c, const Pair& pair);
  bool goes_on(const Call& c) const;
  bool resets(const Act& a) const;
  bool found_there(const Occurrence& o, const Act& a);
  std::vector<Act::Part> payload_of(ValueId message) const;
  void look_at_message(ValueId v, const Occurrence& o, const Act& a, int depth, Pair& pair);
  bool asks_for_it(const Occurrence& o, const Act& a) const;
  bool is_new_version(ValueId v, const Occurrence& o);

  // frame.cpp: symbolic values and dependence
  SymId sym(ValueId v, int depth = 0);
  // A callee's value in terms of this function; `other_process`: of a function that is started.
  SymId import(SymId s, std::span<const SymId> arguments, bool other_process = false);
  Datum import(const Datum& d, std::span<const SymId> arguments, bool recursion = false,
               bool other_process = false);
  SymId of_maker(ValueId value, int depth);
  const Target* find_maker(const Call& c, const Target& target, ValueId fun);
  SymId computed(SymKind kind, uint32_t operation, ValueId v, std::span<const ValueId> operands, int depth);
  SymId answer(ValueId v, int depth);
  bool depends(SymId s, const ReadSet& reads);
  SymId exported(SymId s);
  SymId canonical(SymId s);
  Datum canonical(const Datum& d) { return {d.state, canonical(d.table), canonical(d.key)}; }
  Same compare(SymId a, SymId b);
  Same compare(const Datum& a, const Datum& b);
  Same compare_tables(SymId a, SymId b);
  bool unequal_here(SymId a, SymId b);
  void make_equations();
  bool of_looked_up(ValueId v);
  void note_domain(SymId value, DomainId domain);
  Taint taint(ValueId v);
  Taint taint_of(std::span<const ValueId> values);

  Races& r_;
  FunctionId id_;
  const CoreFunction& f_;
  Summary out_;
  std::vector<Occurrence> occurrences_;
  std::vector<SymId> syms_;                          // by value; invalid: not asked for yet
  std::vector<Taint> taints_;                        // by value
  std::vector<bool> tainted_;                        // whether it is final
  FlatMap<SymId, std::vector<SymId>> alternatives_;  // all that a value can be
  struct Fact {
    uint32_t refinement = 0;
    bool holds = true;
  };
  std::vector<Fact> scope_;
  std::vector<uint32_t> passed_;                 // clauses that were tried before those at hand and not taken
  std::vector<std::pair<SymId, Symbol>> names_;  // that hold in the clauses at hand only
  bool equations_made_ = false;
  bool by_unknown_call_ = false;
  const Target* maker_ = nullptr;  // the call that gave the fun which is entered
  // Until the end of the block another one, or none.
  struct OtherMaker {
    Walker& walker;
    const Target* before;
    OtherMaker(Walker& w, const Target* maker) : walker(w), before(w.maker_) { w.maker_ = maker; }
    ~OtherMaker() { walker.maker_ = before; }
    OtherMaker(const OtherMaker&) = delete;
    OtherMaker& operator=(const OtherMaker&) = delete;
  };
  Taint looked_at_;               // by the operation at hand, which may call funs with what it sees
  Guards guards_ = 0;             // of the function itself
  uint32_t failures_ = 0;         // how many things have been walked that may raise an exception
  std::vector<uint32_t> thrown_;  // reads on which depends what is thrown out of the function
  Handled* handled_ = nullptr;    // of the innermost try with handlers whose body is walked
  bool whole_clauses_ = false;    // the clauses at hand are all that the function is
  int loops_ = 0;                 // around what is walked
  bool again_ = false;            // one of them is walked for the second time
  uint32_t depth_ = 0;            // of clauses around it
  std::vector<uint32_t> absent_;  // occurrences that are
  std::vector<uint32_t> open_;    // those of them that have been taken for an answer
  ReadSet ended_;                 // looks whose finding nothing has ended a way of the clause at hand
  size_t first_of_clause_ = 0;    // the occurrence that has the first bit
  std::vector<std::pair<SymId, SymId>> bound_;  // variables of a comprehension, in this round
  std::vector<std::pair<SymId, SymId>> equal_, unequal_;
  FlatMap<SymId, SymId> canonical_;  // under these equations
  // What conditions_here gave last under them: callees do many things under the same conditions.
  struct {
    bool valid = false;
    bool locals = false;
    std::vector<Condition> more, result;
  } last_here_;
  std::vector<Condition> known_;  // domains of values in scope, each value once
  // Where they are, by hash; under the next one where a hash is taken by another.
  FlatMap<uint64_t, uint32_t> act_index_, occurrence_index_;
  FlatMap<uint64_t, uint32_t> reads_of_datum_;  // how many, of the clause at hand
  FlatMap<uint64_t, uint32_t> helper_index_;    // pairs of out_, by what they are about and where they are
};

// Notes which functions of a circle of calls are functional; those that they call have been asked before.
void find_functional(Races& races, const std::vector<FunctionId>& component);

// Summaries of all functions and the pairs between them.
void search(Races& races, const Parallelism& parallel);

}  // namespace dh::erlang
