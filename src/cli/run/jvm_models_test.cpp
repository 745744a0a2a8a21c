#include "cli/run/jvm_models.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace dh {
namespace {

std::vector<std::string> messages(const Diagnostics& problems) {
  std::vector<std::string> result;
  for (const Diagnostic& problem : problems) result.push_back(problem.message);
  return result;
}

TEST(JvmModels, BuiltInOnesAreValidAndKnowTheBasics) {
  Diagnostics problems;
  const std::vector<JvmHook> hooks = read_jvm_models(nullptr, problems);
  EXPECT_THAT(messages(problems), testing::IsEmpty());
  const auto unlock = std::find_if(hooks.begin(), hooks.end(), [](const JvmHook& hook) {
    return hook.owner == "java/util/concurrent/locks/Lock" && hook.name == "unlock";
  });
  ASSERT_NE(unlock, hooks.end());
  EXPECT_EQ(unlock->when, "before");
  EXPECT_EQ(unlock->descriptor, "()V");
  EXPECT_EQ(unlock->shim_method, "unlock");
  EXPECT_THAT(unlock->operands, testing::ElementsAre("receiver", "site"));
}

TEST(JvmModels, OneCallPerOwnerMethodAndScope) {
  Diagnostics problems;
  const auto hooks = parse_jvm_models(
      "[[call]]\nin = [\"a.X\", \"a.Y\"]\nowners = [\"b.P\", \"b.Q\"]\nmethods = [\"m()V\", \"n\"]\n"
      "before = \"task-out 0\"\nafter = \"future-in result\"\n",
      "m.toml", problems);
  EXPECT_THAT(messages(problems), testing::IsEmpty());
  EXPECT_EQ(hooks.size(), 16u);
  EXPECT_EQ(hooks.front().scope, "a/X");
  EXPECT_EQ(hooks.front().owner, "b/P");
}

TEST(JvmModels, ProblemsAreReportedWithTheirLines) {
  const auto problem = [](const std::string& call) {
    Diagnostics problems;
    parse_jvm_models("[[call]]\nowners = [\"a.X\"]\nmethods = [\"m\"]\n" + call, "m.toml", problems);
    return problems;
  };
  EXPECT_THAT(messages(problem("before = \"vanish receiver\"\n")),
              testing::ElementsAre("no effect 'vanish'"));
  EXPECT_THAT(messages(problem("before = \"lock\"\n")), testing::ElementsAre("'lock' takes 1 operands"));
  EXPECT_THAT(messages(problem("before = \"lock result\"\n")),
              testing::ElementsAre("no operand 'result' here: receiver, an argument's number"));
  EXPECT_THAT(messages(problem("")),
              testing::ElementsAre("a call needs an effect: before, after, replace, enter or leave"));
  EXPECT_EQ(problem("before = \"vanish receiver\"\n").front().place.line, 4u);
  EXPECT_FALSE(problem("befor = \"lock receiver\"\n").empty());
}

}  // namespace
}  // namespace dh
