#include "jvm/bridges.h"

namespace dh::jvm {

using namespace classfile;

namespace {

constexpr uint8_t kInvokeVirtual = 5;
constexpr uint8_t kInvokeStatic = 6;
constexpr uint8_t kInvokeInterface = 9;

// A method that passes its parameters on to `called`.
std::vector<uint8_t> bridge_code(ClassFile& file, uint16_t reference, uint8_t kind,
                                 const std::vector<std::string>& parameters, std::string_view result) {
  Emitter code(file.pool);
  unsigned slots = 0;
  for (const std::string& parameter : parameters) {
    code.load(parameter, slots);
    slots += slots_of(parameter);
  }
  Writer body;
  body.bytes(code.bytes());
  body.u1(kind == kInvokeVirtual  ? op_invokevirtual
          : kind == kInvokeStatic ? op_invokestatic
                                  : op_invokeinterface);
  body.u2(reference);
  if (kind == kInvokeInterface) {
    body.u1(slots);
    body.u1(0);
  }
  // The returns are in the order int, long, float, double, reference.
  const size_t kind_of_result = std::string_view("JFD").find(result[0]);
  const size_t step = is_reference(result)                       ? 4
                      : kind_of_result == std::string_view::npos ? 0
                                                                 : kind_of_result + 1;
  body.u1(result == "V" ? unsigned{op_return} : static_cast<unsigned>(op_ireturn + step));
  Writer info;
  info.u2(std::max(slots, slots_of(result)));
  info.u2(slots);
  info.u4(static_cast<uint32_t>(body.size()));
  info.bytes(body.data());
  info.u2(0);
  info.u2(0);
  return info.take();
}

// The type of the first value that is bound where the bootstrap method's lambda is made: a bridge must take
// exactly it. Empty: none is bound; nothing: places differ.
std::optional<std::string> bound_type(const ClassFile& file, uint16_t bootstrap) {
  std::optional<std::string> bound;
  for (size_t i = 1; i < file.pool.count(); ++i) {
    const auto index = static_cast<uint16_t>(i);
    if (file.pool.tag(index) != Tag::invoke_dynamic || file.pool.bootstrap(index) != bootstrap) continue;
    const auto name = file.pool.member(index);
    const MethodType type = parse_method(name ? name->descriptor : "");
    const std::string first(type.parameters.empty() ? "" : type.parameters.front());
    if (bound && *bound != first) return std::nullopt;
    bound = first;
  }
  return bound;
}

// The constant of a handle to a new bridge, or 0 if the handle needs none.
uint16_t bridge_for(ClassRewrite& shared, uint16_t bootstrap, uint16_t handle_index, size_t number) {
  ClassFile& file = shared.file;
  const auto handle = file.pool.method_handle(handle_index);
  if (!handle ||
      (handle->kind != kInvokeVirtual && handle->kind != kInvokeStatic && handle->kind != kInvokeInterface))
    return 0;
  const auto name = file.pool.member(handle->reference);
  if (!name || !shared.hook_of(*name)) return 0;
  const MethodType type = parse_method(name->descriptor);
  if (!type.valid() || type.parameter_slots() > 250) return 0;
  std::vector<std::string> parameters;
  const auto bound = bound_type(file, bootstrap);
  if (!bound) return 0;
  if (handle->kind != kInvokeStatic) {
    parameters.push_back(!bound->empty()         ? *bound
                         : name->owner[0] == '[' ? std::string(name->owner)
                                                 : "L" + std::string(name->owner) + ";");
  }
  for (const std::string_view parameter : type.parameters) parameters.emplace_back(parameter);
  std::string descriptor = "(";
  for (const std::string& parameter : parameters) descriptor += parameter;
  const std::string result(type.result);
  descriptor += ")" + result;

  Member method;
  method.access = access::kPrivate | access::kStatic | access::kSynthetic;
  const std::string bridge = "dh$m$" + std::to_string(number);
  method.name = file.pool.add_utf8(bridge);
  method.descriptor = file.pool.add_utf8(descriptor);
  Attribute code;
  code.name = file.pool.add_utf8("Code");
  code.info = file.own(bridge_code(file, handle->reference, handle->kind, parameters, result));
  method.attributes.push_back(code);
  file.methods.push_back(std::move(method));
  const Tag tag = file.is_interface() ? Tag::interface_method_ref : Tag::method_ref;
  const std::string owner(file.name());
  return file.pool.add_method_handle(kInvokeStatic, file.pool.add_member(tag, owner, bridge, descriptor));
}

}  // namespace

bool add_bridges(ClassRewrite& shared) {
  ClassFile& file = shared.file;
  bool added = false;
  for (Attribute& attribute : file.attributes) {
    if (file.pool.utf8(attribute.name) != "BootstrapMethods") continue;
    Reader in(attribute.info);
    Writer out;
    const uint16_t count = in.u2();
    out.u2(count);
    size_t number = 0;
    for (unsigned i = 0; i < count && in.ok(); ++i) {
      out.u2(in.u2());
      const uint16_t arguments = in.u2();
      out.u2(arguments);
      for (unsigned argument = 0; argument < arguments && in.ok(); ++argument) {
        const uint16_t index = in.u2();
        const uint16_t bridge = bridge_for(shared, static_cast<uint16_t>(i), index, number);
        number += bridge != 0 ? 1 : 0;
        out.u2(bridge != 0 ? bridge : index);
      }
    }
    if (!in.ok() || number == 0) continue;
    attribute.info = file.own(out.take());
    added = true;
  }
  return added;
}

}  // namespace dh::jvm
