#include "profiler/export/comparison_html.h"

#include <gtest/gtest.h>

namespace nscope {
namespace {

TEST(ComparisonHtml, EscapesNamesAndHasAllSections) {
  Table table({{.id = "name", .title = tr("Name")},
               {.id = "change_ns", .title = tr("Change"), .unit = "ns", .decimals = 1}});
  table.add_row({std::string("gone"), Missing{tr("-")}});
  table.add_row({std::string("<script>alert(1)</script>"), 37.25});
  table.add_note(tr("3 more rows left out"));
  const auto page = comparison_html({.title = tr("b & a"),
                                     .statements = {tr("Base: <a>")},
                                     .sections = {{tr("Differences"), table}},
                                     .notes = {tr("no confidence")}},
                                    Language());
  ASSERT_TRUE(page.has_value());
  EXPECT_EQ(page->find("<script>"), std::string::npos);
  for (const std::string_view part :
       {"&lt;script&gt;", "b &amp; a", "Base: &lt;a&gt;", "<h2>Differences</h2>", "Change [ns]",
        "<td class=\"number\">-</td>", "<td class=\"number\">37.2</td>", "3 more rows left out",
        "no confidence", "Content-Security-Policy", "--accent"}) {
    EXPECT_NE(page->find(part), std::string::npos) << part;
  }
}

TEST(ComparisonHtml, KeepsShortWordsIndentsAndExplainsExamples) {
  Table table({{.id = "work"}, {.id = "cause"}, {.id = "base_slice_id"}});
  table.add_row({std::string("compute"), tr("  MATMUL on TensorE: 250 ns each instead of 213 ns"),
                 std::int64_t{4}});
  const auto page = comparison_html(
      {.title = tr("b & a"), .statements = {}, .sections = {{tr("Causes"), table}}, .notes = {}},
      Language());
  ASSERT_TRUE(page.has_value());
  for (const std::string_view part :
       {"<td class=\"key\">compute</td>", "<td>  MATMUL on TensorE", "white-space: pre-wrap",
        "Examples are numbers of events", "A4 landscape"}) {
    EXPECT_NE(page->find(part), std::string::npos) << part;
  }
  // A heading is not left alone on a page by a section that must not be broken.
  EXPECT_EQ(page->find("section { break-inside: avoid"), std::string::npos);
}

TEST(ComparisonHtml, WithoutDifferencesHasNoTables) {
  const auto page = comparison_html(
      {.title = tr("same"), .statements = {tr("No differences.")}, .sections = {}, .notes = {}},
      Language());
  ASSERT_TRUE(page.has_value());
  EXPECT_NE(page->find("No differences."), std::string::npos);
  EXPECT_EQ(page->find("<table"), std::string::npos);
  EXPECT_EQ(page->find("<h2>Notes"), std::string::npos);
}

}  // namespace
}  // namespace nscope
