// Tokens, errors, and what is at the top of a file.
#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "java/syntax/parser.h"
#include "java/syntax/parser_impl.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

ContextualNames::ContextualNames(SharedInterner& names)
    : exports(names.intern("exports")),
      module(names.intern("module")),
      non(names.intern("non")),
      open(names.intern("open")),
      opens(names.intern("opens")),
      permits(names.intern("permits")),
      provides(names.intern("provides")),
      record(names.intern("record")),
      requires_(names.intern("requires")),
      sealed(names.intern("sealed")),
      to(names.intern("to")),
      transitive(names.intern("transitive")),
      uses(names.intern("uses")),
      var(names.intern("var")),
      when(names.intern("when")),
      with(names.intern("with")),
      yield(names.intern("yield")),
      underscore(names.intern("_")),
      value(names.intern("value")),
      new_(names.intern("new")),
      this_(names.intern("this")),
      super_(names.intern("super")) {}

// Makes tokens up to n ahead, a few more at once. Drops those consumed long ago.
void Parser::fill(size_t n) {
  constexpr size_t kKeep = 4096;
  constexpr size_t kAhead = 16;
  if (at_ >= kKeep) {
    tokens_.erase(tokens_.begin(), tokens_.begin() + static_cast<std::ptrdiff_t>(at_));
    at_ = 0;
  }
  size_t wanted = at_ + n + 1 + (skim_ ? 0 : kAhead);
  while (tokens_.size() < wanted) {
    if (!failed()) {
      tokens_.push_back(lexer_.next());
      if (lexer_.error()) fail_at(lexer_.error()->span, lexer_.error()->message);
    } else {
      tokens_.push_back(Token{{previous_end_, previous_end_}, Symbol(), K::end});
    }
  }
}

void Parser::fail_at(Span span, std::string message) {
  if (failed()) return;
  error_ = SyntaxError{span, std::move(message)};
  for (Token& token : tokens_) token = Token{{previous_end_, previous_end_}, Symbol(), K::end};
}

void Parser::fail_expected(std::string_view what) {
  const Token& token = peek();
  if (token.kind == K::identifier || token.kind == K::end) {
    fail(fmt::format("expected {} but found {}", what, token_text(token.kind)));
  } else {
    std::string_view found = token_text(token.kind);
    bool word = found[0] >= 'a' && token.kind >= K::kw_abstract;
    fail(word ? fmt::format("expected {} but found '{}'", what, found)
              : fmt::format("expected {} but found {}", what, found));
  }
}

Token Parser::expect(K k) {
  if (at(k)) return take();
  std::string_view what = token_text(k);
  fail_expected(k >= K::kw_abstract ? fmt::format("'{}'", what) : std::string(what));
  return peek();
}

Ident Parser::expect_ident() {
  if (!at(K::identifier)) {
    fail_expected("a name");
    return {contextual_.underscore, peek().span};
  }
  return ident_of(take());
}

const CompilationUnit* Parser::parse_unit() {
  auto* unit = make<CompilationUnit>(0);
  size_t imports_mark = mark();
  const Modifiers* modifiers = nullptr;
  while (accept(K::semicolon)) {
  }
  uint32_t begin = peek().span.begin;
  if (at(K::at) && kind(skip_annotations(0)) == K::kw_package) {
    modifiers = parse_modifiers();
    unit->package = parse_package(modifiers->annotations, begin);
  } else if (at(K::kw_package)) {
    unit->package = parse_package({}, begin);
  }
  for (;;) {
    if (accept(K::semicolon)) continue;
    if (!at(K::kw_import)) break;
    push(parse_import());
  }
  unit->imports = take_list<ImportDecl>(imports_mark);
  if (at_module()) {
    unit->module = parse_module(parse_modifiers());
    if (!at(K::end)) fail_expected("the end of the file");
    return done(unit);
  }
  auto* implicit = make<ClassDecl>(peek().span.begin);
  implicit->op = static_cast<uint8_t>(ClassKind::kImplicit);
  implicit->modifiers = no_modifiers();
  size_t m = mark();
  while (!at(K::end)) parse_top_level(implicit);
  bool has_members = std::any_of(scratch_.begin() + static_cast<std::ptrdiff_t>(m), scratch_.end(),
                                 [](const void* n) { return !is<ClassDecl>(static_cast<const Node*>(n)); });
  if (has_members) {
    implicit->members = take_list<Node>(m);
    implicit->body = {implicit->span.begin, previous_end_};
    unit->classes = single(done(implicit));
  } else {
    // Everything on the stack is a ClassDecl, pushed as Node: the address is the same.
    size_t count = mark() - m;
    auto* classes = static_cast<const ClassDecl**>(arena_.allocate(count * sizeof(void*), alignof(void*)));
    for (size_t i = 0; i < count; ++i) classes[i] = as<ClassDecl>(static_cast<const Node*>(scratch_[m + i]));
    scratch_.resize(m);
    unit->classes = {classes, count};
  }
  return done(unit);
}

void Parser::parse_top_level(ClassDecl* implicit) {
  if (accept(K::semicolon)) return;
  if (at(K::kw_import) || at(K::kw_package))
    return fail("imports and the package declaration must come before all classes");
  if (at(K::r_brace)) return fail("unmatched '}'");
  if (at(K::l_brace)) return fail_expected("a class, interface, enum or record");
  parse_member(implicit);
}

const PackageDecl* Parser::parse_package(List<Annotation> annotations, uint32_t begin) {
  auto* package = make<PackageDecl>(begin);
  package->annotations = annotations;
  take();
  package->name = parse_qualified_name();
  expect(K::semicolon);
  return done(package);
}

const ImportDecl* Parser::parse_import() {
  auto* import = make<ImportDecl>(take().span.begin);
  if (accept(K::kw_static)) {
    import->is_static = true;
  } else if (at_name(contextual_.module) && kind(1) == K::identifier) {
    take();
    import->is_module = true;
  }
  import->name = parse_qualified_name();
  if (at(K::dot)) {
    take();
    expect(K::star);
    import->on_demand = true;
  }
  expect(K::semicolon);
  return done(import);
}

// [annotations] [open] module a.b {
bool Parser::at_module() {
  size_t n = skip_annotations(0);
  if (at_name(contextual_.open, n)) ++n;
  if (!at_name(contextual_.module, n) || kind(n + 1) != K::identifier) return false;
  n += 2;
  while (kind(n) == K::dot && kind(n + 1) == K::identifier) n += 2;
  return kind(n) == K::l_brace;
}

const ModuleDecl* Parser::parse_module(const Modifiers* modifiers) {
  auto* module = make<ModuleDecl>(modifiers == no_modifiers() ? peek().span.begin : modifiers->span.begin);
  module->annotations = modifiers->annotations;
  module->is_open = at_name(contextual_.open);
  if (module->is_open) take();
  take();
  module->name = parse_qualified_name();
  expect(K::l_brace);
  std::vector<ModuleDirective> directives;
  while (at(K::identifier)) directives.push_back(parse_directive());
  expect(K::r_brace);
  module->directives = arena_.copy(directives);
  return done(module);
}

ModuleDirective Parser::parse_directive() {
  ModuleDirective directive{};
  Ident word = expect_ident();
  Symbol targets = contextual_.to;
  if (word.name == contextual_.requires_) {
    directive.kind = DirectiveKind::kRequires;
    for (;;) {
      if (accept(K::kw_static)) {
        directive.modifiers |= kStatic;
      } else if (at_name(contextual_.transitive) && kind(1) != K::semicolon && kind(1) != K::dot) {
        take();
      } else {
        break;
      }
    }
  } else if (word.name == contextual_.exports) {
    directive.kind = DirectiveKind::kExports;
  } else if (word.name == contextual_.opens) {
    directive.kind = DirectiveKind::kOpens;
  } else if (word.name == contextual_.uses) {
    directive.kind = DirectiveKind::kUses;
  } else if (word.name == contextual_.provides) {
    directive.kind = DirectiveKind::kProvides;
    targets = contextual_.with;
  } else {
    fail_at(word.span, "expected requires, exports, opens, uses or provides");
  }
  directive.name = parse_qualified_name();
  if (at_name(targets)) {
    take();
    std::vector<QualifiedName> names;
    do {
      names.push_back(parse_qualified_name());
    } while (accept(K::comma));
    directive.targets = arena_.copy(names);
  }
  expect(K::semicolon);
  directive.span = {word.span.begin, previous_end_};
  return directive;
}

namespace {

// Templates of a code generator fail at their placeholders: ${name}, or a line of Velocity like #set(...).
bool is_placeholder(std::string_view text, uint32_t at) {
  if (at >= text.size()) return false;
  if (text[at] == '{') return at > 0 && text[at - 1] == '$';
  if (text[at] != '#') return false;
  size_t line = text.rfind('\n', at);
  line = line == std::string_view::npos ? 0 : line + 1;
  return text.find_first_not_of(" \t", line) == at && at + 1 < text.size() &&
         std::isalpha(static_cast<unsigned char>(text[at + 1])) != 0;
}

}  // namespace

Tree parse(const SourceFile& file, SharedInterner& names, ParseMode mode, Diagnostics& diagnostics) {
  Tree tree;
  tree.file = file;
  tree.skimmed = mode == ParseMode::skim;
  Parser parser(file.text(), names, tree.arena, mode);
  const CompilationUnit* root = parser.parse_unit();
  if (parser.error()) {
    Place place = file.place(parser.error()->span);
    if (file.text().starts_with("\xff\xfe") || file.text().starts_with("\xfe\xff")) {
      diagnostics.push_back({Severity::error, std::move(place), "the file is UTF-16; save it as UTF-8"});
    } else if (is_placeholder(file.text(), parser.error()->span.begin)) {
      diagnostics.push_back(
          {Severity::warning, std::move(place), "skipped: the file is a template, not Java"});
    } else {
      diagnostics.push_back({Severity::error, std::move(place), parser.error()->message});
    }
    tree.arena = Arena();
    return tree;
  }
  if (const Node* deep = parser.maybe_deep() ? node_below(root, kMaxDepth) : nullptr; deep != nullptr) {
    diagnostics.push_back(
        {Severity::error, file.place(deep->span), "expressions or blocks are nested too deeply"});
    tree.arena = Arena();
    return tree;
  }
  tree.root = root;
  return tree;
}

}  // namespace dh::java
