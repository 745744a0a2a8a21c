#include "classfile/descriptor.h"

namespace dh::classfile {

std::string_view first_type(std::string_view descriptor) {
  size_t at = 0;
  while (at < descriptor.size() && descriptor[at] == '[') ++at;
  if (at >= descriptor.size()) return {};
  if (descriptor[at] != 'L') {
    return std::string_view("BCDFIJSZV").find(descriptor[at]) == std::string_view::npos
               ? std::string_view()
               : descriptor.substr(0, at + 1);
  }
  const size_t end = descriptor.find(';', at);
  return end == std::string_view::npos ? std::string_view() : descriptor.substr(0, end + 1);
}

MethodType parse_method(std::string_view descriptor) {
  MethodType type;
  if (descriptor.empty() || descriptor[0] != '(') return type;
  descriptor.remove_prefix(1);
  while (!descriptor.empty() && descriptor[0] != ')') {
    const std::string_view parameter = first_type(descriptor);
    if (parameter.empty() || parameter == "V") return {};
    type.parameters.push_back(parameter);
    descriptor.remove_prefix(parameter.size());
  }
  if (descriptor.empty()) return {};
  type.result = first_type(descriptor.substr(1));
  return type;
}

}  // namespace dh::classfile
