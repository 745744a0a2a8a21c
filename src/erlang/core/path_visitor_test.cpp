#include "erlang/core/path_visitor.h"

#include <gtest/gtest.h>

#include "erlang/syntax/tree_test_support.h"

namespace dh::erlang {
namespace {

// Calls of done().
template <typename Analysis>
struct CountsDone : Analysis {
  const CoreFunction& f;
  Symbol wanted;

  CountsDone(const CoreFunction& function, Symbol name) : f(function), wanted(name) {}
  void call(uint32_t index, CountState& s) {
    if (f.calls[index].callee.name == wanted) ++s.count;
  }
  void call(uint32_t index, DoneState& s) { s.done = s.done || f.calls[index].callee.name == wanted; }
};

struct SurelyDone : CountsDone<OnEveryPath> {
  using CountsDone::CountsDone;
  void end_try(DoneState& s, const DoneState& done, std::span<const DoneState> handled) {
    s.done = s.done || (done.done && all_done(handled));
  }
};

struct Program {
  std::unique_ptr<ParsedText> parsed;
  CoreModule module;

  explicit Program(const std::string& body)
      : parsed(parse_text("f(X) -> " + body + ".")), module(lower_module(*parsed->module, parsed->names)) {}
  const CoreFunction& f() const { return module.functions[0]; }
  Symbol done() { return parsed->names.intern("done"); }
};

bool on_every_path(const std::string& body) {
  Program program(body);
  SurelyDone analysis(program.f(), program.done());
  return visit_paths(program.f(), analysis, {}).done;
}

uint32_t most_on_one_path(const std::string& body) {
  Program program(body);
  CountsDone<MostOnOnePath> analysis(program.f(), program.done());
  return visit_paths(program.f(), analysis, {}).count;
}

// How many equations are known to be false where done() is called.
struct CountsDenied : PathAnalysis<CountState> {
  const CoreFunction& f;
  Symbol wanted;
  uint32_t at_done = 0;

  CountsDenied(const CoreFunction& function, Symbol name) : f(function), wanted(name) {}
  void call(uint32_t index, CountState& s) {
    if (f.calls[index].callee.name == wanted) at_done = s.count;
  }
  void refinement(uint32_t /*index*/, bool holds, CountState& s) {
    if (!holds) ++s.count;
  }
};

uint32_t denied_at_done(const std::string& body) {
  Program program(body);
  CountsDenied analysis(program.f(), program.done());
  visit_paths(program.f(), analysis, {});
  return analysis.at_done;
}

TEST(PathVisitor, LaterClausesDenyTheTestsOfEarlierOnes) {
  EXPECT_EQ(denied_at_done("case X of a -> ok; _ -> done() end"), 1u);
  EXPECT_EQ(denied_at_done("case X of a -> done(); _ -> ok end"), 0u);
  EXPECT_EQ(denied_at_done("case X of a -> ok; b -> ok; _ -> done() end"), 2u);
  EXPECT_EQ(denied_at_done("case X of a -> ok; _ -> ok end, done()"), 0u);
  EXPECT_EQ(denied_at_done("case X of Y when Y =:= a; b =:= Y orelse Y =/= c -> ok; _ -> done() end"), 3u);
}

// The clause may not have been taken for another reason.
TEST(PathVisitor, LaterClausesDenyNothingOfOtherTests) {
  EXPECT_EQ(denied_at_done("case X of {a} -> ok; _ -> done() end"), 0u);
  EXPECT_EQ(denied_at_done("case X of {_} = Y when Y =:= a; Y =:= b -> ok; _ -> done() end"), 0u);
  EXPECT_EQ(denied_at_done("case X of Y when Y =:= a, X > 1; Y =:= b -> ok; _ -> done() end"), 0u);
  EXPECT_EQ(denied_at_done("case X of Y when hd(Y) =:= a orelse Y =:= b -> ok; _ -> done() end"), 0u);
}

TEST(PathVisitor, EveryClauseHasToDoIt) {
  EXPECT_TRUE(on_every_path("done(), ok"));
  EXPECT_TRUE(on_every_path("case X of a -> done(); b -> other(), done() end"));
  EXPECT_FALSE(on_every_path("case X of a -> done(); b -> other() end"));
  EXPECT_TRUE(on_every_path("case X of a -> done(); b -> other() end, done()"));
  EXPECT_FALSE(on_every_path("ok"));
}

TEST(PathVisitor, LoopsAndOptionsMayBeSkipped) {
  EXPECT_FALSE(on_every_path("[done() || _ <- X]"));
  EXPECT_FALSE(on_every_path("X andalso done()"));
  EXPECT_TRUE(on_every_path("receive X -> done() end"));
}

TEST(PathVisitor, HandlersBeginBeforeTheBody) {
  EXPECT_FALSE(on_every_path("try done() catch _:_ -> ok end"));
  EXPECT_TRUE(on_every_path("try done() catch _:_ -> done() end"));
  EXPECT_TRUE(on_every_path("try other() catch _:_ -> ok after done() end"));
}

TEST(PathVisitor, CountsTheMostOnOnePath) {
  EXPECT_EQ(most_on_one_path("done(), done()"), 2u);
  EXPECT_EQ(most_on_one_path("case X of a -> done(); b -> done() end"), 1u);
  EXPECT_EQ(most_on_one_path("case X of a -> done(), done(); b -> ok end, done()"), 3u);
  EXPECT_EQ(most_on_one_path("try done() of _ -> done() catch _:_ -> done() after done() end"), 3u);
}

}  // namespace
}  // namespace dh::erlang
