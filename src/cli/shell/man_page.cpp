#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shell/shell_files.h"
#include "report/version.h"
#include "source/language.h"

namespace dh {

namespace {

// Nothing of the text may be a request or an escape of roff.
std::string roff(std::string_view text) {
  std::string out;
  bool is_line_start = true;
  for (char c : text) {
    if (is_line_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
    is_line_start = c == '\n';
  }
  return out;
}

std::string header(const std::string& name, const std::string& summary) {
  return fmt::format(".TH {} 1 \"\" \"deadheat {}\" \"deadheat\"\n.SH NAME\n{} \\- {}\n", roff(name),
                     kVersion, roff(name), roff(summary));
}

std::string option_entry(const OptionDefinition& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back("\\fB" + roff(name) + "\\fR");
  const std::string type =
      option.type.empty() || option.names.front() == option.type ? "" : " \\fI" + roff(option.type) + "\\fR";
  return fmt::format(".TP\n{}{}\n{}\n", fmt::join(names, ", "), type, roff(option.help));
}

// Lines of the text are paragraphs of their own.
std::string paragraphs(const std::string& text) {
  std::string out;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    if (end > begin) out += roff(text.substr(begin, end - begin)) + "\n.br\n";
    begin = end + 1;
  }
  return out;
}

}  // namespace

std::string man_page(const Definitions& commands) {
  std::string out = header("deadheat", "find concurrency bugs");
  out +=
      ".SH SYNOPSIS\n.B deadheat\n.I COMMAND\n[\\fIOPTIONS\\fR]\n"
      ".SH DESCRIPTION\nFinds concurrency bugs in " +
      language_titles() +
      " by static analysis, and in running Java and native programs and recorded traces by dynamic "
      "analysis.\n.SH COMMANDS\n";
  std::vector<std::string> pages;
  for (const CommandDefinition& command : commands) {
    out += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(command.name), roff(command.help));
    pages.push_back(fmt::format(".BR deadheat\\-{} (1)", roff(command.name)));
  }
  return out + fmt::format(".SH SEE ALSO\n{}\n", fmt::join(pages, ",\n"));
}

std::string man_page(const CommandDefinition& command) {
  std::string out = header("deadheat-" + command.name, command.help);
  out += fmt::format(".SH SYNOPSIS\n\\fBdeadheat {}\\fR [\\fIOPTIONS\\fR]", roff(command.name));
  for (const OptionDefinition& one : command.positionals)
    out += fmt::format(" [\\fI{}\\fR]", roff(one.names.front()));
  out += "\n";
  if (!command.positionals.empty()) out += ".SH ARGUMENTS\n";
  for (const OptionDefinition& one : command.positionals) out += option_entry(one);
  if (!command.options.empty()) out += ".SH OPTIONS\n";
  for (const OptionDefinition& one : command.options) out += option_entry(one);
  if (!command.footer.empty()) out += ".SH NOTES\n" + paragraphs(command.footer);
  return out + ".SH SEE ALSO\n.BR deadheat (1)\n";
}

}  // namespace dh
