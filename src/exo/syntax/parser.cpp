#include "exo/syntax/parser.h"

#include <optional>

#include "exo/syntax/bind_names.h"
#include "exo/syntax/parse_expr.h"
#include "exo/syntax/parse_proc.h"

namespace dh::exo {

namespace {

// Steps over the lines of a file and picks out what is Exo's.
class ModuleScanner {
 public:
  ModuleScanner(Module& module, const TokenFile& tokens, Diagnostics& diagnostics)
      : module_(module), tokens_(tokens), diagnostics_(diagnostics), names_(module, tokens) {}

  void run() {
    uint32_t count = static_cast<uint32_t>(tokens_.lines.size());
    for (uint32_t at = 0; at < count;) {
      names_.start_line(at);
      at = line(at);
    }
  }

 private:
  std::string_view word(uint32_t line_index, uint32_t i) const {
    const Line& line = tokens_.lines[line_index];
    return line.first + i < line.last ? tokens_.tokens[line.first + i].text : std::string_view{};
  }

  // Returns the line to go on with.
  uint32_t line(uint32_t at) {
    std::string_view first = word(at, 0);
    if (first == "@") return decorated(at);
    if (first == "def") return definition(at, std::nullopt, true);
    if (first == "async" && word(at, 1) == "def") {
      names_.function(at);
    } else if (first == "class") {
      names_.class_body(at);
    } else {
      names_.statement(at);
    }
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
    uint32_t decorators = 0;
    uint32_t indent = tokens_.lines[at].indent;
    uint32_t count = static_cast<uint32_t>(tokens_.lines.size());
    while (at < count && word(at, 0) == "@" && tokens_.lines[at].indent == indent) {
      std::string_view name = decorator_name(at);
      names_.decorator(at);
      if (name == "proc") origin = ProcOrigin::decorated;
      if (name == "instr") origin = ProcOrigin::instr;
      if (name == "config") config = true;
      ++decorators;
      ++at;
    }
    if (at >= count || tokens_.lines[at].indent != indent) return at;
    // Another decorator may make something else of it.
    bool alone = decorators == 1;
    if (word(at, 0) == "def" && origin) return definition(at, origin, alone);
    if (word(at, 0) == "class" && config) return config_class(at, alone);
    if (word(at, 0) == "def" || word(at, 0) == "async") {
      names_.function(at);
      return at + 1;
    }
    if (word(at, 0) == "class") {
      names_.class_body(at);
      return at + 1;
    }
    return at;
  }

  uint32_t definition(uint32_t at, std::optional<ProcOrigin> origin, bool alone) {
    if (!origin && looks_like_exo(tokens_, at)) origin = ProcOrigin::printed;
    if (!origin) {
      names_.function(at);
      return at + 1;
    }
    Proc& proc = module_.procs.emplace_back();
    proc.origin = *origin;
    proc.module = &module_;
    proc.scope = names_.scope();
    proc.block = names_.block();
    proc.order = names_.order_of(at);
    parse_proc(module_, tokens_, at, proc, diagnostics_);
    names_.bind(at, proc.name, alone ? BindingKind::proc : BindingKind::other).proc = &proc;
    return block_end(tokens_, at);
  }

  uint32_t config_class(uint32_t at, bool alone) {
    Config& config = module_.configs.emplace_back();
    config.name = word(at, 1);
    names_.bind(at, config.name, alone ? BindingKind::config : BindingKind::other).config = &config;
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

  Module& module_;
  const TokenFile& tokens_;
  Diagnostics& diagnostics_;
  NameBinder names_;
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
