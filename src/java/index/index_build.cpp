// Building the index: read all files, number what they declare, then resolve supertypes and field types.
#include <algorithm>

#include "java/index/index_data.h"
#include "java/index/index_link.h"
#include "java/syntax/parser.h"
#include "java/syntax/prescan.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

class IndexBuilder {
 public:
  IndexBuilder(const IndexOptions& options, Diagnostics& diagnostics)
      : options_(options), diagnostics_(diagnostics), index_(new Index()), data_(*index_->data_) {}

  std::unique_ptr<Index> build(std::vector<std::string> paths, std::vector<SourceFile> sources) {
    data_.sources = std::move(sources);
    data_.files.resize(paths.size());
    data_.found.resize(paths.size());
    for (size_t i = 0; i < paths.size(); ++i) {
      data_.files[i].path = std::move(paths[i]);
      if (i < options_.roles.size()) data_.files[i].role = options_.roles[i];
    }
    file_diagnostics_.resize(data_.files.size());
    parallel_for(data_.files.size(), options_.parallel, [&](size_t i) { load(i); });
    link_index(*index_, data_, options_.parallel);
    promote();
    for (const Diagnostics& list : file_diagnostics_) {
      diagnostics_.insert(diagnostics_.end(), list.begin(), list.end());
    }
    return std::move(index_);
  }

 private:
  bool open(size_t i, SourceFile& file) {
    if (!data_.sources.empty()) {
      file = data_.sources[i];
      return true;
    }
    Result<SourceFile> opened = SourceFile::open(data_.files[i].path);
    if (!opened) {
      file_diagnostics_[i] = {
          {Severity::error, Place{data_.files[i].path, 0, 0, 0, 0}, opened.error().message}};
      return false;
    }
    file = std::move(*opened);
    return true;
  }

  void load(size_t i) {
    FileInfo& info = data_.files[i];
    SourceFile file;
    if (!open(i, file)) return;
    info.mentions = options_.words.empty() || mentions_any(file.text(), options_.words) ||
                    (info.role == FileRole::product && mentions_any(file.text(), options_.product_words));
    read(i, file, info.mentions || options_.all_full);
  }

  void read(size_t i, const SourceFile& file, bool full) {
    FileInfo& info = data_.files[i];
    file_diagnostics_[i].clear();
    info.full = full;
    info.tree = parse(file, data_.names, full ? ParseMode::full : ParseMode::skim, file_diagnostics_[i]);
    if (!full) info.tree.file = SourceFile();  // the text is not needed any more; mappings are limited
    data_.found[i] = find_types(info.tree);
  }

  // An argument that may be a lock, so that the method that gets it may take it.
  bool is_named_lock(const Expr* arg) const {
    Symbol name;
    if (const auto* plain = as<Name>(arg)) name = plain->name;
    if (const auto* access = as<FieldAccess>(arg)) name = access->name.name;
    if (!name.valid()) return false;
    std::string_view text = data_.names.text(name);
    return text.ends_with("lock") || text.ends_with("Lock") || text.ends_with("LOCK");
  }

  // Classes of other files that may hold a lock for this one, or run its lambdas: resources, what is made to
  // be closed, and classes whose static methods get lambdas.
  std::vector<TypeId> helpers_of(size_t file) {
    const FileInfo& info = data_.files[file];
    std::vector<TypeId> helpers;
    if (info.tree.root == nullptr || info.types.empty()) return helpers;
    TypeId context = *info.types.begin();
    auto add = [&](TypeId type) {
      if (type.valid() && data_.types[type.index()].file.index() != file) helpers.push_back(type);
    };
    auto add_target = [&](const Expr* value) {
      if (const auto* made = as<NewObject>(value)) add(index_->resolve(made->type, context).type);
      const auto* call = as<Call>(value);
      const auto* owner = call != nullptr ? as<Name>(call->target) : nullptr;
      if (owner != nullptr) add(index_->resolve_name(owner->name, context).type);
    };
    Symbol close = data_.names.find("close");
    walk(info.tree.root, [&](const Node* node) {
      if (const auto* statement = as<Try>(node)) {
        for (const Node* resource : statement->resources) {
          const auto* var = as<Var>(resource);
          add_target(var != nullptr ? var->init : static_cast<const Expr*>(resource));
        }
      }
      if (const auto* var = as<Var>(node);
          var != nullptr && var->init != nullptr && is<NewObject>(var->init)) {
        TypeId type = index_->resolve(get<NewObject>(var->init).type, context).type;
        if (type.valid() && close.valid() && !index_->find_methods(type, close, 0).empty()) add(type);
      }
      const auto* call = as<Call>(node);
      if (call == nullptr) return true;
      for (const Expr* arg : call->args) {
        if (is<Lambda>(arg) || is<MethodRef>(arg) || is_named_lock(arg)) add_target(call);
      }
      return true;
    });
    return helpers;
  }

  // Classes with guarded members that other files may access, by package.
  FlatMap<Symbol, std::vector<TypeId>> open_guarded_classes() const {
    FlatSet<Symbol> names;
    for (const std::string& name : options_.guard_annotations) {
      if (Symbol symbol = data_.names.find(name); symbol.valid()) names.insert(symbol);
    }
    FlatMap<Symbol, std::vector<TypeId>> classes;
    auto is_open = [&](const auto& member) {
      if (member.has(kPrivate)) return false;
      List<Annotation> annotations = member.annotations();
      return std::any_of(annotations.begin(), annotations.end(),
                         [&](const Annotation* a) { return names.contains(a->simple_name()); });
    };
    for (uint32_t i = 0; i < data_.types.size() && !names.empty(); ++i) {
      const TypeInfo& type = data_.types[i];
      const FileInfo& file = data_.files[type.file.index()];
      if (!file.mentions || type.is_local || type.has(kPrivate)) continue;
      bool open = false;
      for (FieldId f : type.fields) open = open || is_open(data_.fields[f.index()]);
      for (MethodId m : type.methods) open = open || is_open(data_.methods[m.index()]);
      if (open) classes[file.package].push_back(TypeId(i));
    }
    return classes;
  }

  // Fills FileInfo::reaches: files of the same package that name the class.
  void find_reach() {
    FlatMap<Symbol, std::vector<TypeId>> classes = open_guarded_classes();
    parallel_for(data_.files.size(), options_.parallel, [&](size_t i) {
      FileInfo& info = data_.files[i];
      info.reaches.clear();
      auto found = info.role == FileRole::product ? classes.find(info.package) : classes.end();
      SourceFile file;
      if (found == classes.end() || !open(i, file)) return;
      for (TypeId type : found->second) {
        const TypeInfo& guarded = data_.types[type.index()];
        bool named = file.text().find(data_.names.text(guarded.name)) != std::string_view::npos;
        if (guarded.file.index() != i && named) info.reaches.push_back(type);
      }
    });
  }

  // Reads in full what the analysis of the files that mention a word will need.
  void promote() {
    if (options_.all_full) return find_reach();
    std::vector<char> wanted(data_.files.size());
    std::vector<char> seen(data_.types.size());
    const auto want = [&](TypeId id) {
      if (!id.valid() || seen[id.index()]) return;
      seen[id.index()] = 1;
      wanted[data_.types[id.index()].file.index()] = 1;
    };
    std::vector<TypeId> types;
    for (uint32_t i = 0; i < data_.types.size(); ++i) {
      if (data_.files[data_.types[i].file.index()].mentions) types.push_back(TypeId(i));
    }
    for (size_t i = 0, n = types.size(); i < n; ++i) {
      for (TypeId super : index_->supertypes(types[i])) types.push_back(super);
    }
    for (TypeId id : types) {
      if (seen[id.index()]) continue;
      want(id);
      for (FieldId field : data_.types[id.index()].fields) {
        TypeId type = data_.fields[field.index()].type.type;
        if (!type.valid() || seen[type.index()]) continue;
        for (TypeId super : index_->supertypes(type)) wanted[data_.types[super.index()].file.index()] = 1;
        wanted[data_.types[type.index()].file.index()] = 1;
      }
    }
    std::vector<std::vector<TypeId>> helpers(data_.files.size());
    parallel_for(data_.files.size(), options_.parallel, [&](size_t i) {
      if (data_.files[i].mentions) helpers[i] = helpers_of(i);
    });
    for (const std::vector<TypeId>& of_file : helpers) {
      for (TypeId type : of_file) {
        for (TypeId super : index_->supertypes(type)) wanted[data_.types[super.index()].file.index()] = 1;
        wanted[data_.types[type.index()].file.index()] = 1;
      }
    }
    find_reach();
    std::vector<size_t> again;
    for (size_t i = 0; i < data_.files.size(); ++i) {
      if ((wanted[i] || !data_.files[i].reaches.empty()) && !data_.files[i].full) again.push_back(i);
    }
    if (again.empty()) return;
    parallel_for(again.size(), options_.parallel, [&](size_t k) {
      SourceFile file;
      if (open(again[k], file)) read(again[k], file, true);
    });
    link_index(*index_, data_, options_.parallel);
    find_reach();  // the classes have other numbers now
  }

  const IndexOptions& options_;
  Diagnostics& diagnostics_;
  std::unique_ptr<Index> index_;
  Index::Data& data_;
  std::vector<Diagnostics> file_diagnostics_;
};

std::unique_ptr<Index> Index::build(const std::vector<std::string>& paths, const IndexOptions& options,
                                    Diagnostics& diagnostics) {
  return IndexBuilder(options, diagnostics).build(paths, {});
}

std::unique_ptr<Index> Index::build(const std::vector<SourceFile>& files, const IndexOptions& options,
                                    Diagnostics& diagnostics) {
  std::vector<std::string> paths;
  for (const SourceFile& file : files) paths.push_back(file.path());
  return IndexBuilder(options, diagnostics).build(std::move(paths), files);
}

}  // namespace dh::java
