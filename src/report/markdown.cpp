#include "report/markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/html_escape.h"

namespace dh {

namespace {

enum class BlockKind { heading, paragraph, bullet, numbered, code };

struct Block {
  BlockKind kind;
  std::string text;
  size_t level = 0;  // of a heading, from 1
};

size_t heading_level(std::string_view line) {
  size_t level = line.find_first_not_of('#');
  bool heading = level != std::string_view::npos && level > 0 && level <= 6 && line[level] == ' ';
  return heading ? level : 0;
}

// Length of "- " or "12. " at the front of a line; 0 when it is not a list item.
size_t item_mark(std::string_view line, bool& numbered) {
  numbered = false;
  if (line.starts_with("- ") || line.starts_with("* ")) return 2;
  size_t digits = line.find_first_not_of("0123456789");
  if (digits == std::string_view::npos || digits == 0 || digits > 3) return 0;
  if (!line.substr(digits).starts_with(". ")) return 0;
  numbered = true;
  return digits + 2;
}

std::string_view trim_left(std::string_view text) {
  size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

// Line by line; paragraphs and list items go on until an empty line or another block.
std::vector<Block> blocks_of(std::string_view markdown) {
  std::vector<Block> blocks;
  bool in_code = false;
  bool open = false;
  while (!markdown.empty()) {
    size_t end = markdown.find('\n');
    std::string_view line = markdown.substr(0, end);
    markdown.remove_prefix(end == std::string_view::npos ? markdown.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::string_view trimmed = trim_left(line);
    bool numbered = false;
    if (trimmed.starts_with("```")) {
      if (!in_code) blocks.push_back({BlockKind::code, ""});
      in_code = !in_code;
      open = false;
    } else if (in_code) {
      blocks.back().text.append(line).append("\n");
    } else if (trimmed.empty()) {
      open = false;
    } else if (size_t level = heading_level(trimmed); level > 0) {
      blocks.push_back({BlockKind::heading, std::string(trimmed.substr(level + 1)), level});
      open = false;
    } else if (size_t mark = item_mark(trimmed, numbered); mark > 0) {
      blocks.push_back(
          {numbered ? BlockKind::numbered : BlockKind::bullet, std::string(trimmed.substr(mark))});
      open = true;
    } else if (open) {
      blocks.back().text.append(" ").append(trimmed);
    } else {
      blocks.push_back({BlockKind::paragraph, std::string(trimmed)});
      open = true;
    }
  }
  return blocks;
}

struct InlineStyle {
  std::string (*text)(std::string_view);
  std::string (*code)(std::string_view);
  std::string (*strong)(std::string_view);  // the contents are rendered already
  std::string (*emphasis)(std::string_view);
  std::string (*link)(std::string_view text, std::string_view target);
};

// Finds what closes a mark of `text` that starts at `at`; npos when it stays literal.
size_t closing(std::string_view text, size_t at, std::string_view mark) {
  size_t end = text.find(mark, at + mark.size());
  bool empty = end == at + mark.size();
  return empty ? std::string_view::npos : end;
}

// Nesting is only strong or emphasis around code and links, so the recursion is two deep.
std::string render_inline(std::string_view text, const InlineStyle& style, int depth = 0) {
  std::string out;
  size_t plain = 0;
  auto flush = [&](size_t upto) { out += style.text(text.substr(plain, upto - plain)); };
  for (size_t i = 0; i < text.size();) {
    size_t end = std::string_view::npos;
    size_t next = i;
    std::string piece;
    if (text[i] == '`' && (end = closing(text, i, "`")) != std::string_view::npos) {
      piece = style.code(text.substr(i + 1, end - i - 1));
      next = end + 1;
    } else if (depth < 2 && text.substr(i).starts_with("**") &&
               (end = closing(text, i, "**")) != std::string_view::npos) {
      piece = style.strong(render_inline(text.substr(i + 2, end - i - 2), style, depth + 1));
      next = end + 2;
    } else if (depth < 2 && text[i] == '*' && i + 1 < text.size() && text[i + 1] != ' ' &&
               text[i + 1] != '*' && (end = closing(text, i, "*")) != std::string_view::npos) {
      piece = style.emphasis(render_inline(text.substr(i + 1, end - i - 1), style, depth + 1));
      next = end + 1;
    } else if (text[i] == '[' && (end = text.find("](", i)) != std::string_view::npos) {
      size_t close = text.find(')', end);
      if (close != std::string_view::npos) {
        piece = style.link(text.substr(i + 1, end - i - 1), text.substr(end + 2, close - end - 2));
        next = close + 1;
      }
    }
    if (next == i) {
      ++i;
      continue;
    }
    flush(i);
    out += piece;
    plain = i = next;
  }
  flush(text.size());
  return out;
}

std::string same(std::string_view text) {
  return std::string(text);
}

std::string plain_inline(std::string_view text) {
  static constexpr InlineStyle kPlain = {
      same, same, same, same, [](std::string_view label, std::string_view target) {
        bool local = target.find("://") == std::string_view::npos;
        return local ? std::string(label) : fmt::format("{} ({})", label, target);
      }};
  return render_inline(text, kPlain);
}

std::string html_inline(std::string_view text) {
  static constexpr InlineStyle kHtml = {
      html_escape, [](std::string_view code) { return fmt::format("<code>{}</code>", html_escape(code)); },
      [](std::string_view html) { return fmt::format("<strong>{}</strong>", html); },
      [](std::string_view html) { return fmt::format("<em>{}</em>", html); },
      [](std::string_view label, std::string_view target) {
        // Other schemes could run scripts; relative targets lead nowhere from a report.
        if (!target.starts_with("https://") && !target.starts_with("http://")) return html_escape(label);
        return fmt::format("<a href=\"{}\" rel=\"noreferrer\">{}</a>", html_escape(target),
                           html_escape(label));
      }};
  return render_inline(text, kHtml);
}

std::string indent(std::string_view code) {
  std::string out;
  while (!code.empty()) {
    size_t end = code.find('\n');
    out.append("    ").append(code.substr(0, end)).append("\n");
    code.remove_prefix(end == std::string_view::npos ? code.size() : end + 1);
  }
  return out;
}

bool is_item(BlockKind kind) {
  return kind == BlockKind::bullet || kind == BlockKind::numbered;
}

}  // namespace

std::string markdown_to_text(std::string_view markdown) {
  std::string out;
  int number = 0;
  BlockKind last = BlockKind::heading;
  for (const Block& block : blocks_of(markdown)) {
    if (!out.empty() && !(is_item(block.kind) && last == block.kind)) out += '\n';
    number = block.kind == BlockKind::numbered ? number + 1 : 0;
    last = block.kind;
    switch (block.kind) {
      case BlockKind::heading:
      case BlockKind::paragraph:
        out += plain_inline(block.text) + "\n";
        break;
      case BlockKind::bullet:
        out += "- " + plain_inline(block.text) + "\n";
        break;
      case BlockKind::numbered:
        out += fmt::format("{}. {}\n", number, plain_inline(block.text));
        break;
      case BlockKind::code:
        out += indent(block.text);
        break;
    }
  }
  return out;
}

std::string markdown_to_html(std::string_view markdown) {
  std::string out;
  std::string_view list;  // the list that is open
  for (const Block& block : blocks_of(markdown)) {
    std::string_view wanted = block.kind == BlockKind::bullet     ? "ul"
                              : block.kind == BlockKind::numbered ? "ol"
                                                                  : "";
    if (wanted != list) {
      if (!list.empty()) out += fmt::format("</{}>\n", list);
      if (!wanted.empty()) out += fmt::format("<{}>\n", wanted);
      list = wanted;
    }
    switch (block.kind) {
      case BlockKind::heading: {
        size_t level = std::min<size_t>(block.level + 2, 6);  // below the report's own headings
        out += fmt::format("<h{0}>{1}</h{0}>\n", level, html_inline(block.text));
        break;
      }
      case BlockKind::paragraph:
        out += fmt::format("<p>{}</p>\n", html_inline(block.text));
        break;
      case BlockKind::bullet:
      case BlockKind::numbered:
        out += fmt::format("<li>{}</li>\n", html_inline(block.text));
        break;
      case BlockKind::code:
        out += fmt::format("<pre tabindex=\"0\"><code>{}</code></pre>\n", html_escape(block.text));
        break;
    }
  }
  if (!list.empty()) out += fmt::format("</{}>\n", list);
  return out;
}

std::string first_paragraph(std::string_view markdown) {
  for (const Block& block : blocks_of(markdown)) {
    if (block.kind == BlockKind::paragraph) return plain_inline(block.text);
  }
  return {};
}

}  // namespace dh
