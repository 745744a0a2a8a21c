#include "report/page.h"

#include <span>

#include "base/check.h"
#include "base/embedded.h"

namespace dh {

extern const std::span<const EmbeddedFile> html_files;

std::string_view html_part(std::string_view name) {
  std::string_view text = find_embedded(html_files, name);
  DH_CHECK(!text.empty(), "{} is not embedded", name);
  return text;
}

std::string fill_page(std::string_view page,
                      const std::function<std::string(std::string_view name)>& contents) {
  std::string out;
  while (true) {
    const size_t hole = page.find("@@");
    out += page.substr(0, hole);
    if (hole == std::string_view::npos) return out;
    const size_t end = page.find("@@", hole + 2);
    DH_CHECK(end != std::string_view::npos, "the page has an unclosed hole");
    out += contents(page.substr(hole + 2, end - hole - 2));
    page.remove_prefix(end + 2);
  }
}

std::string script_text(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace dh
