#include "java/kept_units.h"

#include <type_traits>
#include <utility>

#include "base/bytes.h"
#include "java/index/file_trace.h"

namespace dh::java {

namespace {

// Members in their order, for both directions: `archive` writes or reads each.
template <typename Archive>
void keep(Archive& archive, KeyHeld& held) {
  archive(held.key, held.mode, held.at);
}
template <typename Archive>
void keep(Archive& archive, LockUse& use) {
  archive(use.lock, use.held, use.twin, use.of_arguments);
}
template <typename Archive>
void keep(Archive& archive, CallUse& use) {
  archive(use.targets, use.at, use.held, use.fresh_receiver, use.twin);
}
template <typename Archive>
void keep(Archive& archive, LockingBody& body) {
  archive(body.type, body.method, body.name, body.in_test, body.acquires, body.waits, body.calls);
}
template <typename Archive>
void keep(Archive& archive, Promise& promise) {
  archive(promise.method, promise.kind);
}
template <typename Archive>
void keep(Archive& archive, InitTrigger& trigger) {
  archive(trigger.from, trigger.to, trigger.at);
}
template <typename Archive>
void keep(Archive& archive, RuleCounts& counts) {
  archive(counts.judged_classes, counts.classes_by_locks, counts.conflicting_pairs, counts.bodies,
          counts.accesses);
}
// Without the findings, which PartResult holds.
template <typename Archive>
void keep(Archive& archive, Alternative& one) {
  archive(one.entries, one.lock.kind, one.lock.field, one.callers_not_seen);
}
template <typename Archive>
void keep(Archive& archive, UnitResult& unit) {
  archive(unit.counts, unit.facts.bodies, unit.facts.triggers, unit.facts.promises, unit.open);
}

// Fields and methods are kept by their class and their place in it: their numbers change when another file
// gets one more. The numbers of classes are part of the shape.
class Writer {
 public:
  explicit Writer(const Index& index) : index_(index) {}

  template <typename... Values>
  void operator()(Values&... values) {
    (value(values), ...);
  }
  std::string take() { return out_.take(); }

 private:
  void value(FieldId& field) {
    member(field, field.valid() ? index_.field(field).owner : TypeId(), &TypeInfo::fields);
  }
  void value(MethodId& method) {
    member(method, method.valid() ? index_.method(method).owner : TypeId(), &TypeInfo::methods);
  }
  template <typename IdType>
  void member(IdType id, TypeId owner, IdRange<IdType> TypeInfo::*range) {
    out_.number(owner.value);
    if (owner.valid()) out_.number(id.value - (index_.type(owner).*range).first);
  }
  void value(TypeId& type) { out_.number(type.value); }
  void value(LockKey& key) {
    value(key.kind);
    FieldId field(key.id);
    if (key.kind == LockKey::Kind::field) return value(field);
    out_.number(key.id);
  }
  void value(Span& span) {
    out_.number(span.begin);
    out_.number(span.end);
  }
  void value(std::string& text) { out_.text(text); }
  template <typename T>
  void value(std::vector<T>& items) {
    out_.number(items.size());
    for (T& item : items) value(item);
  }
  template <typename T>
  void value(T& one) {
    if constexpr (std::is_class_v<T>) {
      keep(*this, one);
    } else {
      out_.number(static_cast<uint64_t>(one));
    }
  }

  const Index& index_;
  ByteWriter out_;
};

class Reader {
 public:
  Reader(const Index& index, std::string_view bytes) : index_(index), in_(bytes) {}

  template <typename... Values>
  void operator()(Values&... values) {
    (value(values), ...);
  }
  bool fits() const { return in_.ok() && in_.at_end() && fits_; }

 private:
  void value(FieldId& field) { member(field, &TypeInfo::fields); }
  void value(MethodId& method) { member(method, &TypeInfo::methods); }
  template <typename IdType>
  void member(IdType& id, IdRange<IdType> TypeInfo::*range) {
    TypeId owner;
    value(owner);
    if (!owner.valid()) return;
    const IdRange<IdType> members = index_.type(owner).*range;
    const uint64_t place = in_.number();
    if (place < members.count) {
      id = members[place];
    } else {
      fits_ = false;
    }
  }
  void value(TypeId& type) {
    type = TypeId(static_cast<uint32_t>(in_.number()));
    if (!type.valid() || type.index() < index_.type_count()) return;
    fits_ = false;
    type = TypeId();
  }
  void value(LockKey& key) {
    value(key.kind);
    if (key.kind == LockKey::Kind::field) {
      FieldId field;
      value(field);
      key.id = field.value;
    } else {
      key.id = static_cast<uint32_t>(in_.number());
    }
  }
  void value(Span& span) {
    span.begin = static_cast<uint32_t>(in_.number());
    span.end = static_cast<uint32_t>(in_.number());
  }
  void value(std::string& text) { text = in_.text(); }
  template <typename T>
  void value(std::vector<T>& items) {
    items.resize(in_.count());
    for (T& item : items) value(item);
  }
  template <typename T>
  void value(T& one) {
    if constexpr (std::is_class_v<T>) {
      keep(*this, one);
    } else {
      one = static_cast<T>(in_.number());
    }
  }

  const Index& index_;
  ByteReader in_;
  bool fits_ = true;
};

// The findings of a unit: first those that are certain, then the alternatives of the open ones.
size_t count_alternatives(const std::vector<OpenFinding>& open) {
  size_t count = 0;
  for (const OpenFinding& finding : open) count += finding.size();
  return count;
}

// `files`: what FileTrace noted.
PartResult keep_unit(const Index& index, UnitResult& unit, std::vector<uint32_t> files) {
  PartResult part{unit.findings, unit.diagnostics, {}, std::move(files)};
  for (const OpenFinding& finding : unit.open) {
    for (const Alternative& one : finding) part.findings.push_back(one.finding);
  }
  Writer writer(index);
  writer(unit);
  part.facts = writer.take();
  return part;
}

// The same again, for an index of the same shape in which these files have the same texts. Nothing when the
// bytes do not fit the index.
std::optional<UnitResult> kept_unit(const Index& index, const PartResult& part) {
  UnitResult unit;
  Reader reader(index, part.facts);
  reader(unit);
  const size_t alternatives = count_alternatives(unit.open);
  if (!reader.fits() || alternatives > part.findings.size()) return std::nullopt;
  const auto first_open = part.findings.end() - static_cast<std::ptrdiff_t>(alternatives);
  unit.findings.assign(part.findings.begin(), first_open);
  unit.diagnostics = part.diagnostics;
  auto next = first_open;
  for (OpenFinding& finding : unit.open) {
    for (Alternative& one : finding) one.finding = *next++;
  }
  return unit;
}

}  // namespace

KeptUnits::KeptUnits(const Index& index, KeptParts* kept, size_t count) : index_(index), kept_(kept) {
  if (kept_ == nullptr) return;
  parts_ = kept_->find(shape_of(index));
  parts_.resize(count);
}

UnitResult KeptUnits::find_or_make(size_t i, const std::function<void(UnitResult&)>& make) {
  UnitResult unit;
  if (kept_ == nullptr) {
    make(unit);
    return unit;
  }
  if (parts_[i].has_value()) {
    if (std::optional<UnitResult> found = kept_unit(index_, *parts_[i])) {
      found_++;
      return std::move(*found);
    }
  }
  std::vector<uint32_t> files;
  {
    const FileTrace trace(index_.file_count());
    make(unit);
    files = trace.files();
  }
  parts_[i] = keep_unit(index_, unit, std::move(files));
  return unit;
}

void KeptUnits::keep() {
  if (kept_ == nullptr) return;
  std::vector<PartResult> parts;
  for (std::optional<PartResult>& part : parts_) parts.push_back(std::move(*part));
  kept_->keep(std::move(parts));
}

}  // namespace dh::java
