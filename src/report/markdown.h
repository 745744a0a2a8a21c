// The small part of Markdown that rule pages use.
#pragma once

#include <string>
#include <string_view>

namespace dh {

// For readers that show plain text: emphasis and code marks go, links become "text (address)", code blocks
// are indented.
std::string markdown_to_text(std::string_view markdown);

// For the HTML report: headings, paragraphs, lists, code blocks and inline marks; everything else is
// escaped text, so that a page cannot add markup of its own.
std::string markdown_to_html(std::string_view markdown);

// The first paragraph that is not a heading, as plain text in one line.
std::string first_paragraph(std::string_view markdown);

}  // namespace dh
