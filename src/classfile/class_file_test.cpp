#include "classfile/class_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "classfile/code.h"
#include "classfile/descriptor.h"

namespace dh::classfile {
namespace {

using Data = std::vector<uint8_t>;

std::vector<Data> samples() {
  std::vector<Data> result;
#ifdef SAMPLE_CLASSES
  for (const auto& entry : std::filesystem::directory_iterator(SAMPLE_CLASSES)) {
    if (entry.path().extension() != ".class") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    result.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
#endif
  return result;
}

TEST(ClassFile, WritesBackWhatItRead) {
  const auto all = samples();
  if (all.empty()) GTEST_SKIP() << "no javac";
  for (const Data& data : all) {
    auto file = read_class(data);
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_TRUE(recode_methods(*file));
    const auto written = write_class(*file);
    ASSERT_TRUE(written);
    EXPECT_EQ(*written, data) << file->name();
  }
}

TEST(ClassFile, SurvivesMutations) {
  std::mt19937 random(1);
  for (const Data& data : samples()) {
    for (int round = 0; round < 1500; ++round) {
      Data mutated = data;
      for (unsigned i = 0; i <= random() % 6; ++i)
        mutated[random() % mutated.size()] = static_cast<uint8_t>(random());
      if (random() % 8 == 0) mutated.resize(random() % mutated.size());
      auto file = read_class(mutated);
      if (!file) continue;
      if (recode_methods(*file)) (void)write_class(*file);
    }
  }
}

TEST(ClassFile, RefusesWhatIsNoClass) {
  EXPECT_FALSE(read_class({}));
  const Data text{'h', 'e', 'l', 'l', 'o'};
  EXPECT_EQ(read_class(text).error().message, "not a class file: it does not start with CAFEBABE");
}

TEST(ConstantPool, FindsBeforeItAdds) {
  ConstantPool pool = *[] {
    static const Data empty{0, 1};
    Reader reader(empty);
    return ConstantPool::read(reader);
  }();
  const uint16_t method = pool.add_member(Tag::method_ref, "a/B", "run", "()V");
  const size_t count = pool.count();
  EXPECT_EQ(pool.add_member(Tag::method_ref, "a/B", "run", "()V"), method);
  EXPECT_EQ(pool.count(), count);
  EXPECT_EQ(pool.member(method)->owner, "a/B");
  EXPECT_EQ(pool.member(method)->descriptor, "()V");
  for (int i = 0; i < 70000; ++i) pool.add_integer(i);
  EXPECT_TRUE(pool.full());
}

TEST(Descriptor, SplitsMethods) {
  const MethodType type = parse_method("(I[[JLjava/lang/String;D)V");
  ASSERT_EQ(type.parameters.size(), 4U);
  EXPECT_EQ(type.parameters[1], "[[J");
  EXPECT_EQ(type.parameter_slots(), 5U);
  EXPECT_EQ(type.result, "V");
  EXPECT_FALSE(parse_method("(I").valid());
  EXPECT_FALSE(parse_method("(V)V").valid());
}

// `iconst_0; ifeq END; goto MIDDLE; nop...; MIDDLE: nop; END: return`.
Data jumping_code(unsigned nops) {
  Writer body;
  body.u1(op_iconst_0);
  body.u1(op_ifeq);
  body.u2(3 + 3 + nops + 1);
  body.u1(op_goto);
  body.u2(3 + nops);
  for (unsigned i = 0; i <= nops; ++i) body.u1(op_nop);
  body.u1(op_return);
  Writer info;
  info.u2(1);
  info.u2(0);
  info.u4(static_cast<uint32_t>(body.size()));
  info.bytes(body.data());
  info.u2(0);
  info.u2(0);
  return info.take();
}

TEST(Layout, WidensJumpsThatNoLongerReach) {
  const Data info = jumping_code(10);
  const Code code = *decode_code(info);
  CodeEdits edits;
  const Data nops(40000, op_nop);
  edits.insert(5, Where::before, nops);
  ClassFile file;
  Member method;
  const auto encoded = encode_code(file, method, code, edits);
  ASSERT_TRUE(encoded) << encoded.error().message;
  const auto again = decode_code(*encoded);
  ASSERT_TRUE(again);
  // The conditional jump goes through a goto_w that nothing falls into, to the return.
  const uint32_t trampoline = again->target(1);
  EXPECT_EQ(again->opcode(trampoline), op_goto_w);
  EXPECT_TRUE(ends_flow(again->opcode(trampoline - 1)));
  EXPECT_EQ(again->opcode(again->target(trampoline)), op_return);
  EXPECT_EQ(again->opcode(2), op_goto_w);
  EXPECT_EQ(again->target(2), again->instructions() - 2);
}

TEST(Layout, RefusesMethodsThatGrowTooLarge) {
  const Data info = jumping_code(10);
  const Code code = *decode_code(info);
  CodeEdits edits;
  edits.insert(3, Where::after, Data(65530, op_nop));
  ClassFile file;
  EXPECT_EQ(encode_code(file, Member(), code, edits).error().message, "the code would exceed 65535 bytes");
}

}  // namespace
}  // namespace dh::classfile
