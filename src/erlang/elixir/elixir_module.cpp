#include "erlang/elixir/elixir_module.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "erlang/elixir/ast_reader.h"

namespace dh::erlang {
namespace {

const Term* map_value(const Term& map, const AstTags& tags, AstTag key) {
  std::span<const Term> items = map.items();
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    if (tags.of(items[i]) == key) return &items[i + 1];
  }
  return nullptr;
}

std::optional<FunctionName> function_name(const Term& term) {
  if (!term.is_tuple(2) || !term.items()[0].is(TermKind::atom) || !term.items()[1].is(TermKind::integer))
    return std::nullopt;
  int64_t arity = term.items()[1].integer;
  if (arity < 0 || arity > 255) return std::nullopt;
  return FunctionName{term.items()[0].atom(), static_cast<uint32_t>(arity)};
}

class ModuleReader {
 public:
  ModuleReader(const Term& map, const AstTags& tags, SharedInterner& names, Module& module,
               Diagnostics& diagnostics)
      : map_(map),
        tags_(tags),
        names_(names),
        module_(module),
        diagnostics_(diagnostics),
        reader_(tags, names, module) {}

  void read() {
    read_header();
    read_attributes();
    FlatSet<FunctionName> unreachable;
    if (const Term* list = value(AstTag::unreachable)) {
      for (const Term& item : reader_.items(*list)) {
        if (auto name = function_name(item)) unreachable.insert(*name);
      }
    }
    const Term* definitions = value(AstTag::definitions);
    reader_.start_definition(false);
    std::vector<Term> all = definitions == nullptr ? std::vector<Term>() : reader_.items(*definitions);
    if (definitions == nullptr || reader_.failed()) return report({}, "the module");
    for (const Term& definition : all) read_definition(definition, unreachable);
    // The chunk has them in no useful order.
    std::stable_sort(module_.functions.begin(), module_.functions.end(),
                     [&](const Function& a, const Function& b) {
                       if (a.place.line != b.place.line) return a.place.line < b.place.line;
                       std::string_view name_a = names_.text(a.id.name), name_b = names_.text(b.id.name);
                       return std::tie(name_a, a.id.arity) < std::tie(name_b, b.id.arity);
                     });
  }

 private:
  const Term* value(AstTag key) const { return map_value(map_, tags_, key); }

  std::string text(AstTag key) const {
    const Term* binary = value(key);
    return binary != nullptr && binary->is(TermKind::binary) ? std::string(binary->bytes()) : std::string();
  }

  void read_header() {
    if (const Term* name = value(AstTag::module)) module_.name = name->atom();
    std::string relative = text(AstTag::relative_file), absolute = text(AstTag::file);
    std::string path = find_elixir_source(module_.path, relative, absolute);
    module_.files.push_back({relative.empty() ? absolute : relative, std::move(path)});
    module_.nowarn_all =
        absolute.find("/deps/") != std::string::npos;  // a library: nobody here can change it
    // `line` up to Elixir 1.17; then `anno`, a line or {Line, Column}.
    const Term* line = value(AstTag::line);
    if (line == nullptr) line = value(AstTag::anno);
    if (line != nullptr && line->is_tuple(2)) line = &line->items()[0];
    if (line != nullptr && line->is(TermKind::integer))
      module_.name_place.line = static_cast<uint32_t>(std::clamp<int64_t>(line->integer, 0, INT32_MAX));
  }

  void read_attributes() {
    const Term* list = value(AstTag::attributes);
    if (list == nullptr) return;
    for (const Term& item : reader_.items(*list)) {
      if (!item.is_tuple(2) || tags_.of(item.items()[0]) != AstTag::behaviour) continue;
      if (item.items()[1].is(TermKind::atom)) module_.behaviours.push_back(item.items()[1].atom());
    }
  }

  // {{Name, Arity}, Kind, Meta, Clauses}; macros run when their callers are compiled: they are left out.
  void read_definition(const Term& term, const FlatSet<FunctionName>& unreachable) {
    auto name = term.is_tuple(4) ? function_name(term.items()[0]) : std::nullopt;
    if (!name) {
      reader_.bad("expected a definition");
      return report({}, "a definition");
    }
    std::span<const Term> t = term.items();
    AstTag kind = tags_.of(t[1]);
    if ((kind != AstTag::def && kind != AstTag::defp) || unreachable.contains(*name)) return;
    Function f;
    f.id = *name;
    reader_.start_definition(false);
    f.place = reader_.place(t[2], module_.name_place);
    reader_.start_definition(reader_.keyword(t[2], AstTag::file) != nullptr);
    std::vector<Clause> clauses;
    for (const Term& clause : reader_.items(t[3]))
      clauses.push_back(read_definition_clause(reader_, clause, f.place));
    f.clauses = reader_.builder.clauses(clauses);
    if (reader_.failed()) return report(f.place, fmt::format("function {}", names_.text(f.id.name)));
    if (kind == AstTag::def) module_.exports.push_back(f.id);
    module_.functions.push_back(f);
  }

  void report(TreePlace place, std::string_view what) {
    module_.incomplete = true;
    std::string reason = reader_.failed() ? reader_.error : "it has no definitions";
    diagnostics_.push_back(
        {Severity::error, module_.place(place),
         fmt::format("{} could not be read from the debug information: {}", what, reason)});
    reader_.start_definition(false);
  }

  const Term& map_;
  const AstTags& tags_;
  SharedInterner& names_;
  Module& module_;
  Diagnostics& diagnostics_;
  AstReader reader_;
};

}  // namespace

void read_elixir_definitions(const Term& map, const AstTags& tags, SharedInterner& names, Module& module,
                             Diagnostics& diagnostics) {
  module.language = SourceLanguage::elixir;
  ModuleReader(map, tags, names, module, diagnostics).read();
}

}  // namespace dh::erlang
