#include "exo/syntax/parse_proc.h"

#include <fmt/format.h>

#include <algorithm>

#include "exo/syntax/parse_expr.h"

namespace dh::exo {

namespace {

constexpr uint32_t kMaxBlocks = 100;  // as deep as Python allows
constexpr size_t kMaxErrors = 20;     // a proc

class ProcParser {
 public:
  ProcParser(Module& module, const TokenFile& tokens, Diagnostics& diagnostics)
      : module_(module), tokens_(tokens), diagnostics_(diagnostics) {}

  void run(uint32_t header, Proc& proc) {
    ExprParser line = parser(header);
    line.seek(line.position() + 1);  // def
    const Token* name = line.name("the name of the proc");
    if (name != nullptr) {
      proc.name = name->text;
      proc.name_span = name->span;
    }
    if (!header_rest(line, proc)) {
      proc.broken = true;
      return;
    }
    proc.header_ok = true;
    size_t before = diagnostics_.size();
    end_ = block_end(tokens_, header);
    at_ = header + 1;
    std::vector<Stmt*> body;
    if (!line.done()) {
      inline_suite(line, body);
    } else if (at_ >= end_) {
      error(line.here(), "syntax error: the body is missing");
    } else {
      preamble(proc);
      block(body, header);
    }
    proc.body = module_.arena.copy(body);
    proc.broken = broken_ || diagnostics_.size() != before;
  }

 private:
  ExprParser parser(uint32_t line) {
    return ExprParser(module_, tokens_, tokens_.lines[line].first, tokens_.lines[line].last, diagnostics_);
  }
  void error(Span span, std::string message) {
    diagnostics_.push_back({Severity::error, module_.file.place(span), std::move(message)});
    broken_ = true;
  }

  bool header_rest(ExprParser& line, Proc& proc) {
    if (line.failed() || !line.expect("(")) return false;
    while (!line.is(")")) {
      const Token* name = line.name("an argument");
      if (name == nullptr || !line.expect(":")) return false;
      Type* type = line.type();
      if (type == nullptr) return false;
      proc.params.push_back({name->text, name->span, type, {}});
      if (!line.accept(",")) break;
    }
    return line.expect(")") && line.expect(":");
  }

  // Docstring and preconditions.
  void preamble(Proc& proc) {
    for (; at_ < end_; ++at_) {
      ExprParser line = parser(at_);
      if (line.is_kind(TokenKind::string)) continue;
      if (!line.accept("assert")) return;
      Expr* condition = line.expression();
      if (condition == nullptr || !line.expect_end()) {
        broken_ = true;
      } else {
        proc.asserts.push_back(condition);
      }
    }
  }

  // The lines below `header` that have the indentation of the first of them.
  void block(std::vector<Stmt*>& out, uint32_t header) {
    if (at_ >= end_ || tokens_.lines[at_].indent <= tokens_.lines[header].indent) {
      return error(parser(header).here(), "syntax error: an indented block is missing");
    }
    uint32_t indent = tokens_.lines[at_].indent;
    if (++depth_ > kMaxBlocks) {
      error(parser(at_).here(), "blocks are nested too deeply");
      at_ = block_end(tokens_, header);
      --depth_;
      return;
    }
    while (at_ < end_ && tokens_.lines[at_].indent > tokens_.lines[header].indent) {
      if (errors_ >= kMaxErrors) {
        at_ = end_;
        break;
      }
      if (tokens_.lines[at_].indent != indent) {
        error(parser(at_).here(), "syntax error: this indentation matches no line above");
        ++errors_;
        ++at_;
        continue;
      }
      statement_line(out);
    }
    --depth_;
  }

  void statement_line(std::vector<Stmt*>& out) {
    uint32_t header = at_;
    ExprParser line = parser(at_++);
    if (line.is("for") || line.is("if")) {
      if (Stmt* stmt = compound(line, header)) return out.push_back(stmt);
    } else if (line.is("with") || line.is("while") || line.is("def") || line.is("class") ||
               line.is("return") || line.is("try") || line.is("lambda") || line.is("elif") ||
               line.is("else") || line.is("assert")) {
      unsupported(line, header);
    } else {
      inline_suite(line, out);
      if (!line.failed()) return;
    }
    broken_ = true;
    ++errors_;
    skip_block(header);
  }

  void skip_block(uint32_t header) {
    while (at_ < end_ && tokens_.lines[at_].indent > tokens_.lines[header].indent) ++at_;
  }

  void unsupported(ExprParser& line, uint32_t header) {
    std::string_view word = line.token().text;
    if (word == "with") {
      line.error_here(
          "'with' blocks need Python to be run: expand the metaprogramming first and check what Exo prints");
    } else if (word == "elif" || word == "else") {
      line.error_here(fmt::format("syntax error: '{}' without 'if'", word));
    } else if (word == "assert") {
      line.error_here("'assert' must stand before the first statement");
    } else {
      line.error_here(fmt::format("'{}' is not part of Exo", word));
    }
    skip_block(header);
  }

  // Statements after a ':' or alone on a line, separated by ';'.
  void inline_suite(ExprParser& line, std::vector<Stmt*>& out) {
    while (!line.done()) {
      Stmt* stmt = simple(line);
      if (stmt == nullptr) {
        broken_ = true;
        return;
      }
      out.push_back(stmt);
      if (!line.accept(";")) break;
    }
    if (!line.expect_end()) broken_ = true;
  }

  std::span<Stmt*> suite(ExprParser& line, uint32_t header) {
    std::vector<Stmt*> body;
    if (line.done()) {
      block(body, header);
    } else {
      inline_suite(line, body);
    }
    return module_.arena.copy(body);
  }

  Stmt* make(StmtKind kind) {
    Stmt* stmt = module_.arena.make<Stmt>();
    stmt->kind = kind;
    return stmt;
  }

  Stmt* compound(ExprParser& line, uint32_t header) {
    return line.is("for") ? loop(line, header) : branch(line, header);
  }

  Stmt* loop(ExprParser& line, uint32_t header) {
    uint32_t from = line.position();
    line.accept("for");
    Stmt* stmt = make(StmtKind::loop);
    const Token* name = line.name("a loop variable");
    if (name == nullptr || !line.expect("in")) return nullptr;
    stmt->name = name->text;
    stmt->name_span = name->span;
    if (line.is("seq") || line.is("par") || line.is("fork")) {
      stmt->loop = line.is("seq") ? LoopKind::seq : line.is("par") ? LoopKind::par : LoopKind::fork;
      line.seek(line.position() + 1);
    } else {
      line.error_here("a loop of Exo is over seq(lo, hi), par(lo, hi) or fork(n)");
      return nullptr;
    }
    if (!line.expect("(")) return nullptr;
    if (stmt->loop != LoopKind::fork) {
      stmt->low = line.arithmetic();
      if (stmt->low == nullptr || !line.expect(",")) return nullptr;
    }
    stmt->high = line.arithmetic();
    if (stmt->high == nullptr) return nullptr;
    line.accept(",");
    if (!line.expect(")")) return nullptr;
    stmt->span = line.span_from(from);
    if (!line.expect(":")) return nullptr;
    stmt->body = suite(line, header);
    return stmt;
  }

  Stmt* branch(ExprParser& line, uint32_t header) {
    Stmt* stmt = make(StmtKind::branch);
    if (!branch_arm(line, header, *stmt)) return nullptr;
    // A chain of elif is a list in the text but a nest in the tree: bounded like blocks.
    Stmt* last = stmt;
    for (uint32_t arms = 0; at_ < end_ && tokens_.lines[at_].indent == tokens_.lines[header].indent; ++arms) {
      ExprParser next = parser(at_);
      if (next.is("elif")) {
        if (arms >= kMaxBlocks) {
          next.error_here("too many 'elif' in one 'if'");
          return nullptr;
        }
        uint32_t elif = at_++;
        Stmt* arm = make(StmtKind::branch);
        if (!branch_arm(next, elif, *arm)) return nullptr;
        Stmt* list[] = {arm};
        last->orelse = module_.arena.copy(std::span<Stmt* const>(list));
        last = arm;
      } else if (next.accept("else")) {
        uint32_t otherwise = at_++;
        if (!next.expect(":")) return nullptr;
        last->orelse = suite(next, otherwise);
        break;
      } else {
        break;
      }
    }
    return stmt;
  }

  bool branch_arm(ExprParser& line, uint32_t header, Stmt& stmt) {
    uint32_t from = line.position();
    line.seek(from + 1);
    stmt.value = line.expression();
    if (stmt.value == nullptr) return false;
    stmt.span = line.span_from(from);
    stmt.name_span = stmt.span;
    if (!line.expect(":")) return false;
    stmt.body = suite(line, header);
    return true;
  }

  Stmt* simple(ExprParser& line) {
    uint32_t from = line.position();
    if (line.is("pass") || line.is("...") || line.is_kind(TokenKind::string)) {
      line.seek(from + 1);
      Stmt* stmt = make(StmtKind::pass);
      stmt->span = stmt->name_span = line.span_from(from);
      return stmt;
    }
    if (line.is("{")) {
      line.error_here(
          "'{...}' needs Python to be run: expand the metaprogramming first and check what Exo prints");
      return nullptr;
    }
    if (!line.is_kind(TokenKind::name)) {
      line.error_here(
          fmt::format("syntax error: '{}' where a statement should be", line.token().text.substr(0, 40)));
      return nullptr;
    }
    const Token& name = line.token();
    line.seek(from + 1);
    Stmt* stmt = named(line, name);
    if (stmt == nullptr) return nullptr;
    stmt->name = name.text;
    if (stmt->name_span == Span{}) stmt->name_span = name.span;
    stmt->span = line.span_from(from);
    return stmt;
  }

  Stmt* named(ExprParser& line, const Token& name) {
    if (line.accept(":")) {
      Stmt* stmt = make(StmtKind::alloc);
      stmt->type = line.type();
      return stmt->type == nullptr ? nullptr : stmt;
    }
    if (line.accept("(")) return call(line, name);
    if (line.accept(".")) {
      Stmt* stmt = make(StmtKind::config_write);
      const Token* field = line.name("a field name");
      if (field == nullptr || !line.expect("=")) return nullptr;
      stmt->field = field->text;
      stmt->name_span = {name.span.begin, field->span.end};
      stmt->value = line.expression();
      return stmt->value == nullptr ? nullptr : stmt;
    }
    uint32_t from = line.position() - 1;
    std::span<Subscript> subscripts;
    if (line.accept("[")) subscripts = line.subscripts();
    if (line.failed()) return nullptr;
    Span target = line.span_from(from);
    bool reduce = line.is("+=");
    if (!reduce && !line.is("=")) {
      line.error_here("syntax error: not an Exo statement");
      return nullptr;
    }
    line.seek(line.position() + 1);
    Stmt* stmt = make(reduce ? StmtKind::reduce : StmtKind::assign);
    stmt->subscripts = subscripts;
    stmt->name_span = target;
    stmt->value = line.expression();
    return stmt->value == nullptr ? nullptr : stmt;
  }

  Stmt* call(ExprParser& line, const Token& name) {
    std::span<Expr*> args = line.arguments();
    if (line.failed()) return nullptr;
    if (name.text == "Barrier") {
      if (!args.empty()) {
        line.error(args[0]->span, "Barrier() takes no arguments");
        return nullptr;
      }
      return make(StmtKind::barrier);
    }
    Stmt* stmt = make(name.text == "free" ? StmtKind::release : StmtKind::call);
    stmt->args = args;
    return stmt;
  }

  Module& module_;
  const TokenFile& tokens_;
  Diagnostics& diagnostics_;
  uint32_t at_ = 0;  // lines [at_, end_) are left
  uint32_t end_ = 0;
  uint32_t depth_ = 0;
  size_t errors_ = 0;
  bool broken_ = false;
};

}  // namespace

uint32_t block_end(const TokenFile& tokens, uint32_t header) {
  uint32_t end = header + 1;
  while (end < tokens.lines.size() && tokens.lines[end].indent > tokens.lines[header].indent) ++end;
  return end;
}

namespace {

bool is_exo_loop(const TokenFile& tokens, const Line& line) {
  if (line.last - line.first < 5 || tokens.tokens[line.first].text != "for") return false;
  std::string_view kind = tokens.tokens[line.first + 3].text;
  return (kind == "seq" || kind == "par" || kind == "fork") && tokens.tokens[line.first + 4].text == "(";
}

// x: f32[n] @ DRAM
bool is_allocation(Module& scratch, const TokenFile& tokens, const Line& line) {
  if (line.last - line.first < 3 || tokens.tokens[line.first + 1].text != ":") return false;
  Diagnostics ignored;
  ExprParser parser(scratch, tokens, line.first + 2, line.last, ignored);
  const Type* type = parser.type();
  return type != nullptr && type->base == BaseType::data && parser.done();
}

// A file that somebody printed procs into.
bool has_only_definitions(const TokenFile& tokens) {
  return std::all_of(tokens.lines.begin(), tokens.lines.end(), [&](const Line& line) {
    return line.indent > 0 || tokens.tokens[line.first].text == "def";
  });
}

}  // namespace

bool looks_like_exo(const TokenFile& tokens, uint32_t header) {
  // Parsed for the look only: its errors and nodes are thrown away.
  Module scratch;
  Diagnostics ignored;
  scratch.file = SourceFile::from_text({}, {});
  ExprParser line(scratch, tokens, tokens.lines[header].first, tokens.lines[header].last, ignored);
  line.seek(line.position() + 2);
  if (!line.accept("(")) return false;
  bool exo_type = false;
  while (!line.is(")")) {
    if (!line.is_kind(TokenKind::name)) return false;
    line.seek(line.position() + 1);
    if (!line.accept(":")) return false;
    const Type* type = line.type();
    if (type == nullptr) return false;
    if (type->base != BaseType::boolean && type->base != BaseType::index) exo_type = true;
    if (!line.accept(",")) break;
  }
  if (!line.accept(")") || !line.accept(":")) return false;
  if (exo_type) return true;
  bool only_exo = false;  // something that no Python function has
  bool plain = true;      // nothing but what both languages have
  for (uint32_t i = header + 1, end = block_end(tokens, header); i < end; ++i) {
    const Line& body = tokens.lines[i];
    std::string_view word = tokens.tokens[body.first].text;
    // A Python function that makes procs.
    if (word == "def" || word == "@" || word == "return" || word == "class" || word == "import") return false;
    only_exo |= is_exo_loop(tokens, body) || is_allocation(scratch, tokens, body);
    bool call = body.last - body.first >= 3 && tokens.tokens[body.first + 1].text == "(";
    bool config_write = body.last - body.first >= 5 && tokens.tokens[body.first + 1].text == "." &&
                        tokens.tokens[body.first + 3].text == "=";
    plain &= word == "pass" || word == "if" || word == "else" || word == "elif" || call || config_write;
  }
  return only_exo || (plain && has_only_definitions(tokens));
}

void parse_proc(Module& module, const TokenFile& tokens, uint32_t header, Proc& proc,
                Diagnostics& diagnostics) {
  ProcParser(module, tokens, diagnostics).run(header, proc);
}

}  // namespace dh::exo
