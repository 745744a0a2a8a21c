#include "erlang/beam/abstract_forms.h"

#include <fmt/format.h>

#include <algorithm>

#include "erlang/beam/form_reader.h"

namespace dh::erlang {

FormTags::FormTags(SharedInterner& names) {
#define DH_ERLANG_TAG(id, atom) tags_.emplace(names.intern(atom), FormTag::id);
#include "erlang/beam/form_tags.def"
#undef DH_ERLANG_TAG
}

namespace {

// Files beyond these share the last number; no module includes as many.
constexpr size_t kMaxFiles = UINT16_MAX;

class ModuleReader {
 public:
  ModuleReader(const FormTags& tags, SharedInterner& names, Module& module, Diagnostics& diagnostics)
      : tags_(tags),
        names_(names),
        module_(module),
        diagnostics_(diagnostics),
        reader_(tags, names, module) {}

  void read(const Term& forms) {
    reader_.start_form(0);
    std::vector<Term> all = reader_.items(forms);
    for (const Term& form : all) {
      reader_.start_form(file_);
      one(form);
      if (reader_.failed()) report(form);
    }
  }

 private:
  void one(const Term& form) {
    switch (reader_.tag(form)) {
      case FormTag::attribute:
        if (form.count == 4) attribute(form.items());
        return;
      case FormTag::function:
        if (form.count == 5) function(form.items());
        return;
      default:  // eof, warning and error forms, and what future compilers add
        return;
    }
  }

  void attribute(std::span<const Term> t) {
    if (!t[2].is(TermKind::atom)) return;
    const Term& value = t[3];
    switch (tags_.of(t[2].atom())) {
      case FormTag::file:
        if (value.is_tuple(2)) enter_file(reader_.text(value.items()[0]));
        return;
      case FormTag::module: {
        module_.name_place = reader_.place(t[1]);
        // {Name, Parameters} in old parameterised modules.
        module_.name = value.is_tuple(2) ? value.items()[0].atom() : value.atom();
        return;
      }
      case FormTag::record:
        if (value.is_tuple(2)) record(reader_.place(t[1]), value.items());
        return;
      default:
        apply_attribute(module_, names_.text(t[2].atom()), value, names_);
        return;
    }
  }

  void enter_file(std::string name) {
    auto it = std::find_if(module_.files.begin(), module_.files.end(),
                           [&](const ModuleFile& file) { return file.name == name; });
    file_ = static_cast<uint16_t>(std::min<size_t>(it - module_.files.begin(), kMaxFiles - 1));
    if (it == module_.files.end() && module_.files.size() < kMaxFiles) {
      module_.files.push_back({std::move(name), {}});
    }
  }

  void record(TreePlace place, std::span<const Term> t) {
    RecordDefinition definition;
    definition.name = t[0].atom();
    definition.place = place;
    if (!definition.name.valid()) return;
    for (const Term& item : reader_.items(t[1])) {
      const Term* field = &item;
      if (reader_.tag(item) == FormTag::typed_record_field && item.count == 3) field = &item.items()[1];
      if (reader_.tag(*field) != FormTag::record_field || field->count < 3) continue;
      const Expr* name = reader_.expr(field->items()[2]);
      RecordField result{name->name, nullptr, reader_.place(field->items()[1])};
      if (field->count == 4) result.otherwise = reader_.expr(field->items()[3]);
      definition.fields.push_back(result);
    }
    if (!reader_.failed()) module_.records.push_back(std::move(definition));
  }

  // {function, A, Name, Arity, Clauses}
  void function(std::span<const Term> t) {
    if (!t[2].is(TermKind::atom) || !t[3].is(TermKind::integer)) return;
    Function f;
    f.id = {t[2].atom(), static_cast<uint32_t>(std::clamp<int64_t>(t[3].integer, 0, 255))};
    f.place = reader_.place(t[1]);
    f.clauses = reader_.builder().clauses(reader_.clauses(t[4], FormReader::ClauseKind::function));
    if (!reader_.failed()) module_.functions.push_back(f);
  }

  void report(const Term& form) {
    module_.incomplete = true;
    std::string what = "an attribute";
    if (reader_.tag(form) == FormTag::function && form.items()[2].is(TermKind::atom)) {
      what = fmt::format("function {}", names_.text(form.items()[2].atom()));
    }
    Place place = module_.place(reader_.place(form.items()[1]));
    diagnostics_.push_back(
        {Severity::error, std::move(place),
         fmt::format("{} could not be read from the debug information: {}", what, reader_.error())});
  }

  const FormTags& tags_;
  SharedInterner& names_;
  Module& module_;
  Diagnostics& diagnostics_;
  FormReader reader_;
  uint16_t file_ = 0;
};

}  // namespace

void read_forms(const Term& forms, const FormTags& tags, SharedInterner& names, Module& module,
                Diagnostics& diagnostics) {
  ModuleReader(tags, names, module, diagnostics).read(forms);
}

}  // namespace dh::erlang
