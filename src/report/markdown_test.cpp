#include "report/markdown.h"

#include <gtest/gtest.h>

#include <random>

#include "report/html_escape.h"

namespace dh {
namespace {

constexpr std::string_view kPage =
    "# Title\n\nA `x < y` **bold `c`** and *so*\non [docs](https://e.org/?a&b), [here](other.md).\n\n"
    "1. one\n2. two\n   more\n\n```java\nif (a < b) {\n\n}\n```\n";

TEST(Markdown, AsText) {
  EXPECT_EQ(markdown_to_text(kPage),
            "Title\n\nA x < y bold c and so on docs (https://e.org/?a&b), here.\n\n1. one\n2. two more\n\n"
            "    if (a < b) {\n    \n    }\n");
  EXPECT_EQ(first_paragraph(kPage), "A x < y bold c and so on docs (https://e.org/?a&b), here.");
  EXPECT_EQ(first_paragraph("# Only a title"), "");
}

TEST(Markdown, AsHtml) {
  EXPECT_EQ(
      markdown_to_html(kPage),
      "<h3>Title</h3>\n<p>A <code>x &lt; y</code> <strong>bold <code>c</code></strong> and <em>so</em> on "
      "<a href=\"https://e.org/?a&amp;b\" rel=\"noreferrer\">docs</a>, here.</p>\n"
      "<ol>\n<li>one</li>\n<li>two more</li>\n</ol>\n"
      "<pre tabindex=\"0\"><code>if (a &lt; b) {\n\n}\n</code></pre>\n");
}

TEST(Markdown, BringsNoMarkupOfItsOwn) {
  EXPECT_EQ(markdown_to_html("<script>x</script> [a](javascript:alert(1))"),
            "<p>&lt;script&gt;x&lt;/script&gt; a)</p>\n");
  EXPECT_EQ(html_escape("<a href='x' title=\"y\">&\xFF"),
            "&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;&amp;\uFFFD");
}

// Only the elements we make ourselves come out, whatever goes in.
TEST(Markdown, RandomText) {
  std::mt19937 random(3);
  constexpr std::string_view kPieces[] = {"<",     ">", "\"", "`",        "*",     "**", "[",
                                          "](",    ")", "\n", "\n\n",     "# ",    "- ", "1. ",
                                          "```\n", "x", " ",  "https://", "script"};
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (size_t i = random() % 60; i-- > 0;) text += kPieces[random() % std::size(kPieces)];
    std::string html = markdown_to_html(text);
    EXPECT_EQ(html.find("<script"), std::string::npos) << text;
    EXPECT_EQ(html.find("<x"), std::string::npos) << text;
    markdown_to_text(text);
  }
}

}  // namespace
}  // namespace dh
