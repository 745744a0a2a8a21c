#include "exo/parser.h"

#include <algorithm>
#include <optional>

#include "exo/parse_expr.h"
#include "exo/parse_proc.h"

namespace dh::exo {

namespace {

// Steps over the lines of a file and picks out what is Exo's.
class ModuleScanner {
 public:
  ModuleScanner(Module& module, const TokenFile& tokens, Diagnostics& diagnostics)
      : module_(module), tokens_(tokens), diagnostics_(diagnostics) {}

  void run() {
    uint32_t count = static_cast<uint32_t>(tokens_.lines.size());
    for (uint32_t at = 0; at < count;) {
      leave_blocks(at);
      at = line(at);
    }
  }

 private:
  struct Block {
    uint32_t header;
    uint32_t indent;
    bool function;
  };

  std::string_view word(uint32_t line_index, uint32_t i) const {
    const Line& line = tokens_.lines[line_index];
    return line.first + i < line.last ? tokens_.tokens[line.first + i].text : std::string_view{};
  }

  void leave_blocks(uint32_t at) {
    while (!blocks_.empty() && tokens_.lines[at].indent <= blocks_.back().indent) blocks_.pop_back();
  }

  // Returns the line to go on with.
  uint32_t line(uint32_t at) {
    std::string_view first = word(at, 0);
    if (first == "@") return decorated(at);
    if (first == "def") return definition(at, std::nullopt);
    if (first == "from") {
      from_import(at);
    } else if (first_is_name(at) && word(at, 1) == "=") {
      constant(at, 2);
    } else if (first_is_name(at) && word(at, 1) == ":" && word(at, 3) == "=") {
      constant(at, 4);
    } else if (first_is_name(at) && word(at, 1) == ",") {
      poison_names(at, 0);
    } else if (tokens_.tokens[tokens_.lines[at].last - 1].text == ":") {
      blocks_.push_back({at, tokens_.lines[at].indent, first == "class"});
    }
    if (first == "for" || first == "with") poison_names(at, 1);
    return at + 1;
  }

  // The last name of a dotted decorator: "proc" of @exo.proc.
  std::string_view decorator_name(uint32_t at) const {
    uint32_t i = 1;
    while (word(at, i + 1) == ".") i += 2;
    return word(at, i);
  }

  uint32_t decorated(uint32_t at) {
    std::optional<ProcOrigin> origin;
    bool config = false;
    uint32_t indent = tokens_.lines[at].indent;
    uint32_t count = static_cast<uint32_t>(tokens_.lines.size());
    while (at < count && word(at, 0) == "@" && tokens_.lines[at].indent == indent) {
      std::string_view name = decorator_name(at);
      if (name == "proc") origin = ProcOrigin::decorated;
      if (name == "instr") origin = ProcOrigin::instr;
      if (name == "config") config = true;
      ++at;
    }
    if (at >= count || tokens_.lines[at].indent != indent) return at;
    if (word(at, 0) == "def" && origin) return definition(at, origin);
    if (word(at, 0) == "class" && config) return config_class(at);
    if (word(at, 0) == "def" || word(at, 0) == "class") {
      blocks_.push_back({at, indent, true});
      poison_names(at, 2);
      return at + 1;
    }
    return at;
  }

  uint32_t definition(uint32_t at, std::optional<ProcOrigin> origin) {
    if (!origin && looks_like_exo(tokens_, at)) origin = ProcOrigin::printed;
    if (!origin) {
      blocks_.push_back({at, tokens_.lines[at].indent, true});
      poison_names(at, 2);
      return at + 1;
    }
    Proc& proc = module_.procs.emplace_back();
    proc.origin = *origin;
    proc.module = &module_;
    proc.header_line = at;
    for (const Block& block : blocks_) {
      if (block.function) proc.scopes.push_back(block.header);
    }
    parse_proc(module_, tokens_, at, proc, diagnostics_);
    return block_end(tokens_, at);
  }

  uint32_t config_class(uint32_t at) {
    Config& config = module_.configs.emplace_back();
    config.name = word(at, 1);
    config.header_line = at;
    config.scope = scope();
    uint32_t end = block_end(tokens_, at);
    for (uint32_t i = at + 1; i < end; ++i) {
      ExprParser line(module_, tokens_, tokens_.lines[i].first, tokens_.lines[i].last, diagnostics_);
      if (line.is_kind(TokenKind::string) || line.is("pass") || line.is("...")) continue;
      const Token* name = line.name("a field name");
      if (name == nullptr || !line.expect(":")) continue;
      const Type* type = line.type();
      if (type == nullptr || !line.expect_end()) continue;
      config.fields.push_back({name->text, type->base});
    }
    return end;
  }

  // from a.b import c as d, e
  void from_import(uint32_t at) {
    uint32_t i = 1;
    std::string_view module;
    for (; !word(at, i).empty() && word(at, i) != "import"; ++i) {
      if (word(at, i) != ".") module = word(at, i);
    }
    for (++i; !word(at, i).empty(); ++i) {
      if (word(at, i) == "(" || word(at, i) == ")" || word(at, i) == ",") continue;
      Import import{module, word(at, i), word(at, i)};
      if (word(at, i + 1) == "as") {
        import.alias = word(at, i + 2);
        i += 2;
      }
      module_.imports.push_back(import);
    }
  }

  uint32_t scope() const {
    for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
      if (block->function) return block->header;
    }
    return UINT32_MAX;
  }

  bool first_is_name(uint32_t at) const {
    return tokens_.tokens[tokens_.lines[at].first].kind == TokenKind::name;
  }

  // Names of a line that Python binds to what we do not know: parameters, targets of several or of loops.
  void poison_names(uint32_t at, uint32_t from) {
    const Line& line = tokens_.lines[at];
    for (uint32_t i = line.first + from; i < line.last && tokens_.tokens[i].text != "="; ++i) {
      if (tokens_.tokens[i].kind != TokenKind::name) continue;
      module_.constants.push_back({tokens_.tokens[i].text, at, scope(), nullptr});
    }
  }

  void constant(uint32_t at, uint32_t from) {
    const Line& line = tokens_.lines[at];
    bool conditional = !blocks_.empty() && !blocks_.back().function;
    const Expr* value = nullptr;
    Diagnostics ignored;  // most assignments of a Python file are none of our business
    if (!conditional) {
      ExprParser parser(module_, tokens_, line.first + from, line.last, ignored);
      value = parser.arithmetic();
      if (!parser.expect_end()) value = nullptr;
    }
    module_.constants.push_back({word(at, 0), at, scope(), value});
  }

  Module& module_;
  const TokenFile& tokens_;
  Diagnostics& diagnostics_;
  std::vector<Block> blocks_;  // open Python blocks around the line
};

}  // namespace

void parse_module(Module& module, Diagnostics& diagnostics) {
  Diagnostics of_tokens;
  TokenFile tokens = tokenize(module.file, of_tokens);
  ModuleScanner(module, tokens, diagnostics).run();
  // A file without Exo is somebody else's, broken or not.
  if (!module.procs.empty() || !module.configs.empty()) {
    diagnostics.insert(diagnostics.end(), of_tokens.begin(), of_tokens.end());
  }
}

}  // namespace dh::exo
