#include "java/index/index_link.h"

#include <algorithm>

namespace dh::java {

namespace {

bool is_interface(const ClassDecl& decl) {
  return decl.class_kind() == ClassKind::kInterface || decl.class_kind() == ClassKind::kAnnotationType;
}

uint32_t type_modifiers(const FoundType& found, const ClassDecl* outer) {
  const ClassDecl& decl = *found.decl;
  uint32_t bits = decl.modifiers->bits;
  bool implicitly_static = false;
  switch (decl.class_kind()) {
    case ClassKind::kInterface:
    case ClassKind::kAnnotationType:
      bits |= kAbstract;
      implicitly_static = true;
      break;
    case ClassKind::kEnum: {
      bool bodies = std::any_of(decl.constants.begin(), decl.constants.end(),
                                [](const EnumConstant* constant) { return constant->body != nullptr; });
      if (!bodies) bits |= kFinal;
      implicitly_static = true;
      break;
    }
    case ClassKind::kRecord:
      bits |= kFinal;
      implicitly_static = true;
      break;
    case ClassKind::kImplicit:
      bits |= kFinal;
      break;
    case ClassKind::kClass:
    case ClassKind::kAnonymous:
      break;
  }
  if (outer != nullptr && implicitly_static) bits |= kStatic;
  if (outer != nullptr && !found.is_local && is_interface(*outer)) bits |= kStatic | kPublic;
  return bits;
}

uint32_t method_modifiers(const ClassDecl& owner, const Method& method) {
  uint32_t bits = method.modifiers->bits;
  if (is_interface(owner)) {
    if (!(bits & kPrivate)) bits |= kPublic;
    if (!(bits & (kPrivate | kStatic | kDefault)) && !method.has_body()) bits |= kAbstract;
  }
  if (owner.class_kind() == ClassKind::kEnum && method.is_constructor()) bits |= kPrivate;
  return bits;
}

// A name with its package or class before it.
Symbol qualify(SharedInterner& names, std::string_view before, std::string_view name) {
  if (before.empty()) return names.intern(name);
  std::string joined;
  joined.reserve(before.size() + 1 + name.size());
  joined.append(before).append(1, '.').append(name);
  return names.intern(joined);
}

Symbol join(SharedInterner& names, QualifiedName idents) {
  std::string joined;
  for (const Ident& ident : idents) {
    if (!joined.empty()) joined.push_back('.');
    joined.append(names.text(ident.name));
  }
  return names.intern(joined);
}

class Linker {
 public:
  Linker(const Index& index, Index::Data& data, const Parallelism& parallel)
      : index_(index), data_(data), parallel_(parallel) {}

  void link() {
    number();
    each_file([&](size_t i) { declare(i); });
    make_maps();
    data_.scopes.assign(data_.files.size(), {});
    each_file([&](size_t i) { read_imports(i); });
    supertypes(false);
    supertypes(true);
    each_file([&](size_t i) { field_types(i); });
    make_subtypes();
  }

 private:
  template <typename Body>
  void each_file(Body&& body) {
    // Files are many and small; a stop request must not leave an incomplete index.
    parallel_for(data_.files.size(), {parallel_.jobs, {}}, body);
  }

  void number() {
    uint32_t types = 0;
    uint32_t fields = 0;
    uint32_t methods = 0;
    std::vector<TypeInfo> infos;
    for (size_t i = 0; i < data_.files.size(); ++i) {
      data_.files[i].types = {types, static_cast<uint32_t>(data_.found[i].size())};
      types += static_cast<uint32_t>(data_.found[i].size());
    }
    data_.types.assign(types, {});
    data_.local_types.assign(types, {});
    size_t at = 0;
    for (const auto& found : data_.found) {
      for (const FoundType& type : found) {
        TypeInfo& info = data_.types[at++];
        auto of_methods = std::count_if(type.decl->members.begin(), type.decl->members.end(),
                                        [](const Node* node) { return is<Method>(node); });
        auto of_vars = std::count_if(type.decl->members.begin(), type.decl->members.end(),
                                     [](const Node* node) { return is<Var>(node); });
        size_t of_fields =
            type.decl->constants.size() + type.decl->components.size() + static_cast<size_t>(of_vars);
        info.fields = {fields, static_cast<uint32_t>(of_fields)};
        info.methods = {methods, static_cast<uint32_t>(of_methods)};
        fields += info.fields.count;
        methods += info.methods.count;
      }
    }
    data_.fields.assign(fields, {});
    data_.methods.assign(methods, {});
    data_.fields_by_name.assign(fields, {});
    data_.methods_by_name.assign(methods, {});
  }

  void declare(size_t file) {
    FileInfo& info = data_.files[file];
    if (info.tree.root == nullptr) return;
    const PackageDecl* package = info.tree.root->package;
    info.package = package == nullptr ? data_.names.intern("") : join(data_.names, package->name);
    for (size_t k = 0; k < info.types.size(); ++k) declare_type(file, info.types[k], data_.found[file][k]);
  }

  void declare_type(size_t file, TypeId id, const FoundType& found) {
    TypeInfo& info = data_.types[id.index()];
    const FileInfo& in = data_.files[file];
    info.file = FileId(static_cast<uint32_t>(file));
    info.decl = found.decl;
    info.name = found.decl->name.name;
    info.is_local = found.is_local;
    info.enclosing_member = found.member;
    TypeInfo* outer = nullptr;
    if (found.parent >= 0) {
      info.enclosing = in.types[static_cast<size_t>(found.parent)];
      outer = &data_.types[info.enclosing.index()];
    }
    info.modifiers = type_modifiers(found, outer == nullptr ? nullptr : outer->decl);
    bool can_have_outer = outer != nullptr && (info.modifiers & kStatic) == 0;
    info.has_outer_this = can_have_outer && (!found.is_local || !found.static_context);
    name_type(info, found, outer, in);
    if (outer != nullptr) {
      auto& list = found.is_local ? data_.local_types[info.enclosing.index()] : outer->member_types;
      list.push_back(id);
    }
    declare_fields(id, info);
    declare_methods(id, info);
  }

  void name_type(TypeInfo& info, const FoundType& found, const TypeInfo* outer, const FileInfo& in) {
    std::string own;
    if (info.name.valid()) {
      own = data_.names.text(info.name);
      std::string_view before = outer != nullptr ? outer->qualified : data_.names.text(in.package);
      bool nameable = !found.is_local && (outer == nullptr || !outer->qualified.empty());
      if (nameable) info.qualified = data_.names.text(qualify(data_.names, before, own));
    } else if (info.decl->class_kind() == ClassKind::kImplicit) {
      size_t slash = in.path.find_last_of('/');
      own = slash == std::string::npos ? in.path : in.path.substr(slash + 1);
      own = own.substr(0, own.find('.'));
    } else if (const auto* constant = as<EnumConstant>(found.member);
               constant != nullptr && found.base == nullptr) {
      own = data_.names.text(constant->name.name);
    } else {
      std::string_view base = found.base == nullptr ? "" : data_.names.text(found.base->simple_name());
      own = "new " + std::string(base) + "() {...}";
    }
    info.display = outer == nullptr ? own : outer->display + "." + own;
  }

  void declare_fields(TypeId id, const TypeInfo& info) {
    uint32_t at = info.fields.first;
    for (const Var* component : info.decl->components) {
      data_.fields[at++] = {
          id, component->name.name, component->name.span, kPrivate | kFinal, component, nullptr, {}};
    }
    for (const EnumConstant* constant : info.decl->constants) {
      uint32_t bits = kPublic | kStatic | kFinal;
      data_.fields[at++] = {id, constant->name.name, constant->name.span, bits, nullptr, constant, {}};
    }
    for (const Node* member : info.decl->members) {
      const auto* var = as<Var>(member);
      if (var == nullptr) continue;
      uint32_t bits = var->modifiers->bits;
      if (is_interface(*info.decl)) bits |= kPublic | kStatic | kFinal;
      data_.fields[at++] = {id, var->name.name, var->name.span, bits, var, nullptr, {}};
    }
    sort_by_name(info.fields, data_.fields, data_.fields_by_name);
  }

  void declare_methods(TypeId id, const TypeInfo& info) {
    uint32_t at = info.methods.first;
    for (const Node* member : info.decl->members) {
      const auto* method = as<Method>(member);
      if (method == nullptr) continue;
      List<Var> params = method->is_compact() ? info.decl->components : method->params;
      bool varargs = !params.empty() && params.back()->varargs();
      data_.methods[at++] = {id,
                             method->name.name,
                             method,
                             method_modifiers(*info.decl, *method),
                             static_cast<uint32_t>(params.size()),
                             varargs};
    }
    sort_by_name(info.methods, data_.methods, data_.methods_by_name);
  }

  template <typename IdType, typename Info>
  void sort_by_name(IdRange<IdType> range, const std::vector<Info>& infos, std::vector<IdType>& by_name) {
    for (size_t i = 0; i < range.size(); ++i) by_name[range.first + i] = range[i];
    auto begin = by_name.begin() + range.first;
    std::sort(begin, begin + range.count, [&](IdType a, IdType b) {
      return std::pair(infos[a.index()].name, a) < std::pair(infos[b.index()].name, b);
    });
  }

  void make_maps() {
    data_.type_ids.clear();
    data_.field_ids.clear();
    data_.method_ids.clear();
    data_.by_qualified.clear();
    data_.by_package.clear();
    for (uint32_t i = 0; i < data_.types.size(); ++i) {
      const TypeInfo& info = data_.types[i];
      data_.type_ids.emplace(info.decl, TypeId(i));
      if (!info.qualified.empty()) data_.by_qualified.emplace(info.qualified, TypeId(i));
      if (!info.enclosing.valid() && info.name.valid()) {
        data_.by_package.emplace(Index::Data::key(data_.files[info.file.index()].package, info.name),
                                 TypeId(i));
      }
    }
    for (uint32_t i = 0; i < data_.fields.size(); ++i) {
      if (data_.fields[i].decl != nullptr) data_.field_ids.emplace(data_.fields[i].decl, FieldId(i));
    }
    for (uint32_t i = 0; i < data_.methods.size(); ++i)
      data_.method_ids.emplace(data_.methods[i].decl, MethodId(i));
  }

  void read_imports(size_t file) {
    const FileInfo& info = data_.files[file];
    if (info.tree.root == nullptr) return;
    FileScope& scope = data_.scopes[file];
    for (const ImportDecl* import : info.tree.root->imports) {
      if (import->is_module || import->name.empty()) continue;
      Symbol whole = join(data_.names, import->name);
      std::string_view qualified = data_.names.text(whole);
      if (!import->is_static && import->on_demand) {
        scope.on_demand.push_back({qualified, whole, index_.find_type(qualified)});
      } else if (!import->is_static) {
        scope.singles.push_back({import->name.back().name, qualified, index_.find_type(qualified)});
      } else if (import->on_demand) {
        TypeId type = index_.find_type(qualified);
        scope.statics.push_back({type, qualified, Symbol()});
        scope.on_demand.push_back({qualified, Symbol(), type});  // member types too
      } else {
        Symbol owner = join(data_.names, import->name.first(import->name.size() - 1));
        std::string_view text = data_.names.text(owner);
        scope.statics.push_back({index_.find_type(text), text, import->name.back().name});
        TypeId type = index_.find_type(qualified);
        if (type.valid()) scope.singles.push_back({import->name.back().name, qualified, type});
      }
    }
  }

  struct Supers {
    TypeRef superclass;
    std::vector<TypeRef> interfaces;
  };

  // Once without member types that are inherited, then with them: `class A extends B { class C extends D`,
  // where D is a member of B.
  void supertypes(bool inherited) {
    std::vector<Supers> all(data_.types.size());
    Resolver resolver(index_, data_, inherited);
    each_file([&](size_t i) {
      const FileInfo& info = data_.files[i];
      for (size_t k = 0; k < info.types.size(); ++k) {
        all[info.types[k].index()] = supers_of(resolver, info.types[k], data_.found[i][k]);
      }
    });
    for (size_t i = 0; i < all.size(); ++i) {
      data_.types[i].superclass = all[i].superclass;
      data_.types[i].interfaces = std::move(all[i].interfaces);
    }
    data_.supertypes.assign(data_.types.size(), {});
    each_file([&](size_t i) {
      for (TypeId type : data_.files[i].types)
        data_.supertypes[type.index()] = data_.nearest_supertypes(type);
    });
  }

  Supers supers_of(const Resolver& resolver, TypeId id, const FoundType& found) {
    const TypeInfo& info = data_.types[id.index()];
    const ClassDecl& decl = *info.decl;
    // The header of a class sees what surrounds it and its own type variables.
    Supers supers;
    for (const Type* type : decl.interfaces)
      supers.interfaces.push_back(resolver.type(type, id, method_of(info)));
    switch (decl.class_kind()) {
      case ClassKind::kEnum:
        supers.superclass = resolver.foreign_ref("java.lang.Enum");
        return supers;
      case ClassKind::kRecord:
        supers.superclass = resolver.foreign_ref("java.lang.Record");
        return supers;
      case ClassKind::kInterface:
      case ClassKind::kAnnotationType:
        return supers;
      case ClassKind::kClass:
      case ClassKind::kAnonymous:
      case ClassKind::kImplicit:
        break;
    }
    TypeRef base;
    if (decl.extends_type != nullptr) {
      base = resolver.type(decl.extends_type, id, method_of(info));
    } else if (found.base != nullptr) {
      base = resolver.type(found.base, info.enclosing, method_of(info));
    } else if (decl.class_kind() == ClassKind::kAnonymous) {
      base = resolver.class_ref(info.enclosing);  // the body of an enum constant
    }
    bool of_interface = base.type.valid() && is_interface(*data_.types[base.type.index()].decl);
    if (of_interface) supers.interfaces.push_back(base);
    bool is_object = info.qualified == "java.lang.Object";
    if (of_interface || !base.known())
      base = is_object ? TypeRef() : resolver.foreign_ref("java.lang.Object");
    supers.superclass = base;
    return supers;
  }

  static const Method* method_of(const TypeInfo& info) { return as<Method>(info.enclosing_member); }

  void field_types(size_t file) {
    Resolver resolver(index_, data_, true);
    for (TypeId id : data_.files[file].types) {
      const TypeInfo& info = data_.types[id.index()];
      for (FieldId field : info.fields) {
        FieldInfo& f = data_.fields[field.index()];
        f.type =
            f.decl != nullptr ? resolver.type(f.decl->type, id, method_of(info)) : resolver.class_ref(id);
      }
    }
  }

  void make_subtypes() {
    data_.subtypes.clear();
    for (uint32_t i = 0; i < data_.types.size(); ++i) {
      const TypeInfo& info = data_.types[i];
      if (info.superclass.type.valid()) data_.subtypes.emplace_back(info.superclass.type, TypeId(i));
      for (const TypeRef& type : info.interfaces) {
        if (type.type.valid()) data_.subtypes.emplace_back(type.type, TypeId(i));
      }
    }
    std::sort(data_.subtypes.begin(), data_.subtypes.end());
    data_.subtypes.erase(std::unique(data_.subtypes.begin(), data_.subtypes.end()), data_.subtypes.end());
  }

  const Index& index_;
  Index::Data& data_;
  const Parallelism& parallel_;
};

}  // namespace

void link_index(const Index& index, Index::Data& data, const Parallelism& parallel) {
  Linker(index, data, parallel).link();
}

}  // namespace dh::java
