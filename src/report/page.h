// Pages of HTML that are one file: a template with holes, and parts that are compiled into the program.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace dh {

// A file of html/, such as "report.css".
std::string_view html_part(std::string_view name);

// Fills the holes of a template (@@name@@) in one pass, so that inserted text is never searched for holes.
std::string fill_page(std::string_view page,
                      const std::function<std::string(std::string_view name)>& contents);

// JSON text as it may stand inside of a <script> element: only "</script" and "<!--" matter to the HTML
// parser there, and without any "<" neither can occur.
std::string script_text(std::string_view json);

}  // namespace dh
