#include "profiler/export/comparison_html.h"

#include <gtest/gtest.h>

namespace nscope {
namespace {

TEST(ComparisonHtml, EscapesNamesAndHasAllParts) {
  Table table({{.id = "name", .title = "Name"},
               {.id = "change_ns", .title = "Change", .unit = "ns", .decimals = 1}});
  table.add_row({std::string("gone"), Missing{"-"}});
  table.add_row({std::string("<script>alert(1)</script>"), 37.25});
  table.add_note("3 more rows left out");
  const auto page = comparison_html({.title = "b & a",
                                     .statements = {"Base: <a>"},
                                     .sections = {{"Differences", table}},
                                     .notes = {"no confidence"}});
  ASSERT_TRUE(page.has_value());
  EXPECT_EQ(page->find("<script>"), std::string::npos);
  for (const std::string_view part :
       {"&lt;script&gt;", "b &amp; a", "Base: &lt;a&gt;", "<h2>Differences</h2>", "Change [ns]",
        "<td class=\"number\">-</td>", "<td class=\"number\">37.2</td>", "3 more rows left out",
        "no confidence", "Content-Security-Policy", "--accent"}) {
    EXPECT_NE(page->find(part), std::string::npos) << part;
  }
}

TEST(ComparisonHtml, WithoutDifferencesHasNoTables) {
  const auto page = comparison_html(
      {.title = "same", .statements = {"No differences."}, .sections = {}, .notes = {}});
  ASSERT_TRUE(page.has_value());
  EXPECT_NE(page->find("No differences."), std::string::npos);
  EXPECT_EQ(page->find("<table"), std::string::npos);
  EXPECT_EQ(page->find("<h2>Notes"), std::string::npos);
}

}  // namespace
}  // namespace nscope
