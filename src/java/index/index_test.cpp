#include "java/index/index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "java/index/expr_types.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {
namespace {

using testing::ElementsAre;

using Texts = std::vector<std::pair<std::string, std::string>>;

struct Project {
  Project(const Project&) = delete;
  explicit Project(const Texts& texts, std::vector<std::string> words = {}, int jobs = 1) {
    std::vector<SourceFile> files;
    for (const auto& [path, text] : texts) files.push_back(SourceFile::from_text(path, text));
    IndexOptions options;
    options.words = std::move(words);
    options.parallel.jobs = jobs;
    index = Index::build(files, options, diagnostics);
  }

  Symbol name(std::string_view text) const { return index->names().intern(text); }
  TypeId type(std::string_view qualified) const {
    TypeId id = index->find_type(qualified);
    EXPECT_TRUE(id.valid()) << qualified;
    return id;
  }
  // "a.B" or "?B" for a class that is not known, of the field's type.
  std::string field_type(std::string_view owner, std::string_view field) const {
    FieldId id = index->own_field(type(owner), name(field));
    EXPECT_TRUE(id.valid()) << field;
    const TypeRef& ref = index->field(id).type;
    std::string text = ref.type.valid() ? "project " : "";
    text += ref.qualified.empty() ? "?" + std::string(index->text(ref.simple)) : std::string(ref.qualified);
    for (uint32_t i = 0; i < ref.dims; ++i) text += "[]";
    return text;
  }
  std::vector<std::string> display(const std::vector<TypeId>& ids) const {
    std::vector<std::string> out;
    for (TypeId id : ids) out.push_back(index->type(id).display);
    return out;
  }

  Diagnostics diagnostics;
  std::unique_ptr<Index> index;
};

TEST(JavaIndex, ResolvesFieldTypes) {
  Project p(
      Texts{{"a/A.java", R"(package a;
      import java.util.Map;
      import java.util.concurrent.*;
      import b.B;
      import b.Outer.Nested;
      import static b.Outer.Other;
      class A<T extends B, U> extends Base {
        B b; Nested n; Other other; Map.Entry<String, B> entry; ConcurrentMap<String, B> map;
        b.Outer.Nested full; java.util.concurrent.locks.Lock lock; String s; Inner inner; FromBase fromBase;
        T t; U u; int[] i[]; Peer peer; A<T, U> self; Integer boxed;
        class Inner { T deep; Inner same; }
      })"},
            {"a/Peer.java", "package a; class Peer {} "},
            {"a/Base.java", "package a; class Base { static class FromBase {} }"},
            {"b/B.java", "package b; public class B {}"},
            {"b/Outer.java",
             "package b; public class Outer { public static class Nested {} public interface Other {} }"}});
  EXPECT_TRUE(p.diagnostics.empty());
  EXPECT_EQ(p.field_type("a.A", "b"), "project b.B");
  EXPECT_EQ(p.field_type("a.A", "n"), "project b.Outer.Nested");
  EXPECT_EQ(p.field_type("a.A", "other"), "project b.Outer.Other");
  EXPECT_EQ(p.field_type("a.A", "entry"), "java.util.Map.Entry");
  EXPECT_EQ(p.field_type("a.A", "map"), "java.util.concurrent.ConcurrentMap");
  EXPECT_EQ(p.field_type("a.A", "full"), "project b.Outer.Nested");
  EXPECT_EQ(p.field_type("a.A", "lock"), "java.util.concurrent.locks.Lock");
  EXPECT_EQ(p.field_type("a.A", "s"), "java.lang.String");
  EXPECT_EQ(p.field_type("a.A", "inner"), "project a.A.Inner");
  EXPECT_EQ(p.field_type("a.A", "fromBase"), "project a.Base.FromBase");
  EXPECT_EQ(p.field_type("a.A", "t"), "project b.B");
  EXPECT_EQ(p.field_type("a.A", "u"), "java.lang.Object");
  EXPECT_EQ(p.field_type("a.A", "i"), "?int[][]");
  EXPECT_EQ(p.field_type("a.A", "peer"), "project a.Peer");
  EXPECT_EQ(p.field_type("a.A", "self"), "project a.A");
  EXPECT_EQ(p.field_type("a.A", "boxed"), "java.lang.Integer");
  EXPECT_EQ(p.field_type("a.A.Inner", "deep"), "project b.B");
  FileId file = p.index->type(p.type("a.A")).file;
  EXPECT_THAT(p.index->on_demand_packages(file), ElementsAre("java.util.concurrent"));
}

TEST(JavaIndex, FindsMembersThroughSupertypes) {
  Project p(Texts{{"A.java", R"(
      interface I { int LIMIT = 3; default void hello() {} void f(int x); }
      class Base { protected int count; void f(int x) {} void f(String s) {} void g(Object... more) {} }
      class A extends Base implements I {
        public void f(int x) {}
        class Inner { void g() { count++; } }
      })"}});
  const Index& index = *p.index;
  TypeId a = p.type("A");
  EXPECT_EQ(index.find_field(a, p.name("count")), index.own_field(p.type("Base"), p.name("count")));
  FieldId limit = index.find_field(a, p.name("LIMIT"));
  ASSERT_TRUE(limit.valid());
  EXPECT_TRUE(index.field(limit).has(kStatic) && index.field(limit).has(kFinal) &&
              index.field(limit).has(kPublic));
  EXPECT_TRUE(index.find_field_lexically(p.type("A.Inner"), p.name("count")).valid());
  auto methods = index.find_methods(a, p.name("f"), 1);
  ASSERT_EQ(methods.size(), 2u);  // A.f(int) hides those of Base and I; Base.f(String) stays
  EXPECT_EQ(index.method(methods[0]).owner, a);
  EXPECT_EQ(index.method(methods[1]).owner, p.type("Base"));
  EXPECT_EQ(index.find_methods(a, p.name("g"), 5).size(), 1u);
  // g of Inner hides that of the enclosing class, whatever its parameters.
  EXPECT_EQ(index.find_methods_lexically(p.type("A.Inner"), p.name("g"), 0).size(), 1u);
  EXPECT_TRUE(index.find_methods_lexically(p.type("A.Inner"), p.name("g"), 1).empty());
  EXPECT_THAT(p.display(index.supertypes(a)), ElementsAre("Base", "I"));
  EXPECT_TRUE(index.is_subtype(a, p.type("I")));
  EXPECT_FALSE(index.is_subtype(p.type("Base"), a));
  EXPECT_THAT(p.display(index.direct_subtypes(p.type("Base"))), ElementsAre("A"));
}

TEST(JavaIndex, CyclesOfSupertypesEnd) {
  Project p(
      Texts{{"A.java", "class A extends B { X x; } class B extends C {} class C extends A implements C {}"}});
  EXPECT_THAT(p.display(p.index->supertypes(p.type("A"))), ElementsAre("B", "C"));
  EXPECT_FALSE(p.index->find_field(p.type("A"), p.name("y")).valid());
  Project q(Texts{{"A.java", "class A<T extends U, U extends T> { T t; }"}});
  EXPECT_EQ(q.field_type("A", "t"), "java.lang.Object");
}

TEST(JavaIndex, KnowsLocalAndAnonymousClasses) {
  Project p(Texts{{"A.java", R"(
      class A {
        static Runnable r = new Runnable() { int hidden; public void run() {} };
        void f() {
          class Local extends A { Local next; }
          new Base() { void g() {} };
          Runnable q = () -> new Local() { };
        }
        enum E { X { void h() {} }, Y; }
        static void s() { new Base() { }; }
        record R(int x) { }
      }
      abstract class Base { })"}});
  const Index& index = *p.index;
  std::vector<std::string> names;
  for (uint32_t i = 0; i < index.type_count(); ++i) names.push_back(index.type(TypeId(i)).display);
  EXPECT_THAT(names, ElementsAre("A", "A.new Runnable() {...}", "A.Local", "A.new Base() {...}",
                                 "A.new Local() {...}", "A.E", "A.E.X", "A.new Base() {...}", "A.R", "Base"));
  const auto type = [&](uint32_t i) -> const TypeInfo& { return index.type(TypeId(i)); };
  EXPECT_FALSE(type(1).has_outer_this);
  EXPECT_TRUE(type(2).is_local && type(2).has_outer_this);
  EXPECT_EQ(type(2).superclass.type, TypeId(0));
  EXPECT_EQ(index.field(type(2).fields[0]).type.type, TypeId(2));
  EXPECT_EQ(type(3).superclass.type, TypeId(9));
  EXPECT_EQ(type(4).superclass.type, TypeId(2));
  EXPECT_EQ(type(4).enclosing, TypeId(0));
  EXPECT_TRUE(type(5).has(kStatic));
  EXPECT_FALSE(type(5).has(kFinal));
  EXPECT_EQ(type(6).superclass.type, TypeId(5));
  EXPECT_FALSE(type(7).has_outer_this);
  EXPECT_TRUE(type(8).has(kFinal) && type(8).has(kStatic));
  EXPECT_TRUE(index.field(type(8).fields[0]).has(kPrivate));
  EXPECT_EQ(index.type_of(type(2).decl), TypeId(2));
}

TEST(JavaIndex, ReadsInFullWhatMatters) {
  Project p(Texts{{"A.java", "@ThreadSafe class A extends Base { private Helper h; void f() { g(); } }"},
                  {"Base.java", "class Base extends Root { void b() { int x; } }"},
                  {"Root.java", "class Root { void r() { } }"},
                  {"Helper.java", "class Helper implements Help { void h() { } }"},
                  {"Help.java", "interface Help { default void x() { } }"},
                  {"Other.java", "class Other { Runnable r = () -> { broken ( }; void o() { not java } }"}},
            {"ThreadSafe"});
  EXPECT_TRUE(p.diagnostics.empty());
  const auto full = [&](std::string_view type) {
    return p.index->file(p.index->type(p.type(type)).file).full;
  };
  EXPECT_TRUE(full("A") && full("Base") && full("Root") && full("Helper") && full("Help"));
  EXPECT_FALSE(full("Other"));
  MethodId o = p.index->find_methods(p.type("Other"), p.name("o"), 0).at(0);
  EXPECT_TRUE(p.index->method(o).decl->body_skipped);
  Place place = p.index->place(p.type("Other"), p.index->method(o).decl->name.span);
  EXPECT_EQ(place.text(), "Other.java:1:53");
}

TEST(JavaIndex, SameIdsForAnyNumberOfThreads) {
  Texts texts;
  for (int i = 0; i < 200; ++i) {
    std::string n = std::to_string(i);
    texts.emplace_back("C" + n + ".java", "package p" + std::to_string(i % 3) + "; class C" + n +
                                              " extends C" + std::to_string(i / 2) + " { int f" + n +
                                              "; class N {} void m() { new N() {}; } }");
  }
  Project one(texts, {}, 1);
  Project many(texts, {}, 4);
  ASSERT_EQ(one.index->type_count(), many.index->type_count());
  for (uint32_t i = 0; i < one.index->type_count(); ++i) {
    const TypeInfo& a = one.index->type(TypeId(i));
    const TypeInfo& b = many.index->type(TypeId(i));
    EXPECT_EQ(a.display, b.display);
    EXPECT_EQ(a.superclass.type, b.superclass.type);
    EXPECT_EQ(a.fields.first, b.fields.first);
  }
}

TEST(JavaIndex, BadFilesAreReportedAndLeftOut) {
  Project p(Texts{{"A.java", "class A { B b; "}, {"B.java", "class B { A a; }"}});
  ASSERT_EQ(p.diagnostics.size(), 1u);
  EXPECT_EQ(p.diagnostics[0].place.path, "A.java");
  EXPECT_FALSE(p.index->find_type("A").valid());
  EXPECT_EQ(p.field_type("B", "a"), "?A");
}

// The type of the expression of the only return statement of method `m` of class A.
std::string returned(const Project& p) {
  const Index& index = *p.index;
  TypeId a = p.type("p.A");
  MethodId m = index.find_methods(a, p.name("m"), 1).at(0);
  const Method* decl = index.method(m).decl;
  std::vector<const Var*> locals;
  const Expr* value = nullptr;
  walk(decl, [&](const Node* node) {
    if (const auto* var = as<Var>(node)) locals.push_back(var);
    if (const auto* ret = as<Return>(node)) value = ret->value;
    return true;
  });
  ExprTypes types(index, a, decl, [&](Symbol name) -> const Var* {
    for (const Var* var : locals) {
      if (var->name.name == name) return var;
    }
    return nullptr;
  });
  TypeRef ref = types.type_of(value);
  if (!ref.known()) return "unknown";
  std::string text(index.text(ref.simple));
  for (uint32_t i = 0; i < ref.dims; ++i) text += "[]";
  return text;
}

TEST(ExprTypes, FollowsNamesCallsAndElements) {
  const auto type_of = [](const std::string& expr) {
    return returned(Project(
        {{"A.java",
          "package p; import java.util.List; class A { B b; static A first; String[][] grid; List<B> list;"
          "  B make(int i) { return null; } String make(String s) { return s; } <T extends B> T any() "
          "{return null;}"
          "  Object m(A par) { var v = b; B[] bs; return " +
              expr +
              "; } }"
              " class B { A back; C c() { return null; } static int N; class In {} }"
              " class C { B up; }"}}));
  };
  EXPECT_EQ(type_of("b"), "B");
  EXPECT_EQ(type_of("this.b.back"), "A");
  EXPECT_EQ(type_of("par.b.c().up"), "B");
  EXPECT_EQ(type_of("v.back"), "A");
  EXPECT_EQ(type_of("bs[0]"), "B");
  EXPECT_EQ(type_of("grid[0]"), "String[]");
  EXPECT_EQ(type_of("grid[0][1]"), "String");
  EXPECT_EQ(type_of("make(1)"), "B");
  EXPECT_EQ(type_of("make(\"x\")"), "String");
  EXPECT_EQ(type_of("this.any().back"), "A");
  EXPECT_EQ(type_of("A.first.b"), "B");
  EXPECT_EQ(type_of("p.A.first"), "A");
  EXPECT_EQ(type_of("B.N"), "int");
  EXPECT_EQ(type_of("new C().up"), "B");
  EXPECT_EQ(type_of("new C() { int z; }.up"), "B");
  EXPECT_EQ(type_of("((C) par).up"), "B");
  EXPECT_EQ(type_of("(b = null).back"), "A");
  EXPECT_EQ(type_of("true ? null : b"), "B");
  EXPECT_EQ(type_of("A.this.b"), "B");
  EXPECT_EQ(type_of("new int[3][]"), "int[][]");
  EXPECT_EQ(type_of("1 + \"x\""), "String");
  EXPECT_EQ(type_of("b == null"), "boolean");
  EXPECT_EQ(type_of("list.get(0)"), "unknown");
}

}  // namespace
}  // namespace dh::java
