// Drawings and reports in all formats.
#include "costmodel/migration/roi_charts.h"
#include "costmodel/migration/roi_document.h"
#include "costmodel/migration/roi_summary.h"
#include "costmodel/migration/roi_tables.h"
#include "costmodel/report/report_terms.h"
#include "tests/unit/cost/migration/roi_studies.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>

namespace nscope::cost {
namespace {

using testing::HasSubstr;

RoiResult example() {
  return result_of(built_in("ailabs-30b-migration-2026"));
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::size_t count_of(std::string_view text, std::string_view word) {
  std::size_t count = 0;
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    ++count;
  return count;
}

TEST(Drawing, SvgEscapesTextAndUsesClassesNotColours) {
  Drawing drawing{.width = 10, .height = 5, .title = tr("a \"b\" & <c>"), .marks = {}};
  drawing.marks.emplace_back(TextMark{1, 2.5, tr("x < y & z"), Ink::kBad, 12, Anchor::kEnd});
  drawing.marks.emplace_back(RectMark{0, 0, 3.14159, 1, Ink::kGood, 0.5});
  EXPECT_EQ(
      to_svg(drawing, Language()),
      "<svg viewBox=\"0 0 10 5\" role=\"img\" aria-label=\"a &quot;b&quot; &amp; &lt;c&gt;\" "
      "xmlns=\"http://www.w3.org/2000/svg\">\n"
      "<text class=\"ink-bad\" x=\"1\" y=\"2.5\" font-size=\"12\" text-anchor=\"end\">x &lt; y "
      "&amp; z</text>\n"
      "<rect class=\"ink-good\" x=\"0\" y=\"0\" width=\"3.14\" height=\"1\" "
      "fill-opacity=\"0.5\"/>\n</svg>");
}

TEST(Drawing, TextsThatAreTooWideAreSmaller) {
  const auto svg_of = [](std::string text) {
    Drawing drawing;
    drawing.marks.push_back(TextMark{.x = 50,
                                     .y = 9,
                                     .text = Text::verbatim(std::move(text)),
                                     .size = 10.0,
                                     .most_width = 100.0});
    return to_svg(drawing, Language());
  };
  EXPECT_NE(svg_of("unknown").find("font-size=\"10\""), std::string::npos);
  // 40 characters are 220 px wide.
  EXPECT_NE(svg_of(std::string(40, 'n')).find("font-size=\"4.55\""), std::string::npos);
}

TEST(Drawing, TicksAreRoundAndIncludeZero) {
  EXPECT_EQ(round_ticks(0, 10, 6), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(round_ticks(-3, 7, 6), (std::vector<double>{-2, 0, 2, 4, 6}));
  EXPECT_EQ(round_ticks(5, 5, 6), (std::vector<double>{5}));
  const auto wide = round_ticks(-1.5e6, 2.7e7, 8);
  EXPECT_LE(wide.size(), 8u);
  EXPECT_NE(std::find(wide.begin(), wide.end(), 0.0), wide.end());
}

TEST(Drawing, ChartsStayWithinTheirFrame) {
  const RoiResult result = example();
  for (const Drawing& drawing :
       {cash_flow_chart(result), tornado_chart(result), npv_chart(result), options_chart(result)}) {
    const std::string title = drawing.title.english();
    for (const Mark& mark : drawing.marks) {
      if (const auto* rect = std::get_if<RectMark>(&mark)) {
        EXPECT_GE(rect->x, 0.0) << title;
        EXPECT_GE(rect->width, 0.0) << title;
        EXPECT_GE(rect->height, 0.0) << title;
        EXPECT_LE(rect->x + rect->width, drawing.width + 1e-9) << title;
        EXPECT_LE(rect->y + rect->height, drawing.height + 1e-9) << title;
      }
      if (const auto* text = std::get_if<TextMark>(&mark)) {
        EXPECT_GE(text->x, 0.0) << title << ": " << text->text.english();
        EXPECT_LE(text->x, drawing.width) << title << ": " << text->text.english();
        EXPECT_LE(text->y, drawing.height) << title << ": " << text->text.english();
      }
    }
  }
}

std::string html_of(const RoiResult& result) {
  return report_html(roi_document(result), Language()).value();
}

TEST(Report, HtmlIsSelfContainedAndReproducible) {
  const auto html = report_html(roi_document(example()), Language());
  ASSERT_TRUE(html);
  EXPECT_EQ(*html, html_of(example()));
  EXPECT_EQ(count_of(*html, "<svg "), 4u);
  EXPECT_EQ(count_of(*html, "<script"), 0u);
  EXPECT_EQ(count_of(*html, " src="), 0u);
  EXPECT_EQ(count_of(*html, "url("), 0u);
  EXPECT_NE(html->find("default-src 'none'"), std::string::npos);
}

TEST(Report, TheBandOfMovingHasTheSignOfTheNetPresentValue) {
  RoiResult result = example();
  ASSERT_GT(result.monte_carlo.trials, 0);
  result.npv = Usd::parse("-100").value();
  result.monte_carlo.npv.p10 = -300;
  result.monte_carlo.npv.p90 = 200;
  EXPECT_NE(html_of(result).find("net present value of USD -300 to USD 200 in 80 % of the trials"),
            std::string::npos);
}

TEST(Report, ThePriceOfABillWithoutARangeIsNotKnown) {
  Json json = simple_study();
  json["baseline"] = {{"instance", "p4d.24xlarge"},
                      {"region", "us-east-1"},
                      {"bill",
                       {{"effective_usd_per_hour", "20"},
                        {"instance_hours_per_month", 500},
                        {"source", "invoice"},
                        {"date", "2026-10"}}}};
  const std::string html = html_of(result_of(json));
  const std::size_t at = html.find("The uncertainty of: ");
  ASSERT_NE(at, std::string::npos);
  const std::string inputs = html.substr(at, html.find("</li>", at) - at);
  EXPECT_NE(inputs.find(title(RoiInput::kBaselinePrice).english), std::string::npos) << inputs;
  EXPECT_EQ(inputs.find(title(RoiInput::kBaselineThroughput).english), std::string::npos) << inputs;
}

TEST(Report, EveryFootnoteHasItsSourceWithADate) {
  const ReportDocument document = roi_document(example());
  const int last = static_cast<int>(document.sources.all().size());
  EXPECT_GT(last, 5);
  int cited_rows = 0;
  for (const ReportSection& section : document.sections) {
    for (const ReportBlock& block : section.blocks) {
      const auto* table = std::get_if<ReportTable>(&block);
      if (table == nullptr) continue;
      if (!table->row_sources.empty()) {
        ASSERT_EQ(table->row_sources.size(), table->table.row_count()) << section.heading.english();
      }
      for (const auto& sources : table->row_sources) {
        EXPECT_FALSE(sources.empty()) << section.heading.english();
        for (const int source : sources) {
          EXPECT_GE(source, 1);
          EXPECT_LE(source, last);
          ++cited_rows;
        }
      }
    }
  }
  EXPECT_GT(cited_rows, 30);
  for (const ReportSource& source : document.sources.all()) {
    EXPECT_FALSE(source.text.empty());
    EXPECT_FALSE(source.date.empty());
    EXPECT_FALSE(source.provenance.empty());
  }
}

TEST(Report, PageOneNamesInstancesAndWarnings) {
  Json json = simple_study();
  json["load"]["growth_per_month"] = 0.05;
  json["baseline"]["billing"] = json["target"]["billing"] = "always_on";
  json["target"]["utilisation"]["share"] = 0.5;
  json["migration"]["go_live_month"] = 2;
  const RoiResult result = result_of(json);
  std::string page;
  const ReportDocument document = roi_document(result);
  for (const ReportBlock& block : document.sections.front().blocks) {
    const auto* const list = std::get_if<ReportList>(&block);
    if (list == nullptr) continue;
    page += list->heading.english() + "\n";
    for (const Text& item : list->items) page += item.english() + "\n";
  }
  // 1e9 tokens are 1e9 / (730 x 3600 x 800) = 0.48 instances, and 3.07e9 in month 24 1.46.
  EXPECT_THAT(page, HasSubstr("Without the move: 1 x p4d.24xlarge for USD 23,922 in month 1; "
                              "2 x p4d.24xlarge for USD 47,844 in month 24."));
  // 1.1e9 tokens in month 3 are 1.53 instances at half of 550 tok/s, and 3.07e9 4.25.
  EXPECT_THAT(page, HasSubstr("With the move: 2 x inf2.48xlarge for USD 18,951 in month 3; "
                              "5 x inf2.48xlarge for USD 47,377 in month 24."));
  EXPECT_THAT(page, HasSubstr("Warnings of the checks"));
  EXPECT_THAT(page, HasSubstr("no input has a range, so the result is a single case"));
}

TEST(Report, SourcesOfTheChecklistAreStatements) {
  Json json = simple_study();
  json["checklist"] = {{{"item", "kernel"}, {"state", "unknown"}, {"source", "not yet tried"}}};
  const ReportDocument document = roi_document(result_of(json));
  for (const ReportSource& source : document.sources.all()) {
    if (source.text.english() != "not yet tried") continue;
    EXPECT_EQ(source.provenance.english(), "stated");
    return;
  }
  ADD_FAILURE() << "the checklist has no source";
}

TEST(Report, NamesAreEscaped) {
  RoiResult result = example();
  result.study.title = "<img src=x onerror=alert(1)> & \"more\"";
  const std::string html = html_of(result);
  EXPECT_EQ(html.find("<img"), std::string::npos);
  EXPECT_NE(html.find("&lt;img"), std::string::npos);
}

TEST(Report, PdfIsReproducibleAndHasPages) {
  const auto pdf = report_pdf(roi_document(example()), Language());
  ASSERT_TRUE(pdf) << to_string(pdf.error());
  EXPECT_EQ(pdf->substr(0, 5), "%PDF-");
  EXPECT_EQ(*pdf, report_pdf(roi_document(example()), Language()).value());
  EXPECT_GE(count_of(*pdf, "/Type /Page "), 3u);
  EXPECT_EQ(pdf->find("CreationDate"), std::string::npos);
}

TEST(Report, PdfAcceptsAnyText) {
  ReportDocument document;
  document.title = Text::verbatim("\u65e5\u672c\u8a9e \x01\xff ");
  ReportSection section{.heading = Text::verbatim(std::string(5000, 'x')), .blocks = {}};
  section.blocks.push_back(
      ReportParagraph{Text::verbatim(std::string(20'000, 'y') + " \u2265 1"), Tone::kBad});
  Table table({{"a"}, {"b"}});
  table.add_row({std::string(3000, 'z'), 1.5});
  table.add_row({std::string(), Missing{}});
  section.blocks.push_back(ReportTable{.table = table});
  section.blocks.push_back(ReportTable{.table = Table({{"empty"}})});
  section.blocks.push_back(Drawing{.width = 10, .height = 100'000, .title = {}, .marks = {}});
  document.sections.push_back(section);
  const auto pdf = report_pdf(document, Language());
  ASSERT_TRUE(pdf) << to_string(pdf.error());
  EXPECT_EQ(pdf->substr(0, 5), "%PDF-");
}

int pages_of(const ReportDocument& document) {
  const auto pdf = report_pdf(document, Language());
  return pdf ? static_cast<int>(count_of(*pdf, "/Type /Page ")) : -1;
}

/// A section with a tall drawing, and a section with a sentence and a table.
ReportDocument drawing_and_table(double height, int rows) {
  Table table({{"name"}, {"value"}});
  for (int r = 0; r < rows; ++r) table.add_row({tr("row {}", r), 1.5});
  ReportDocument document;
  document.title = tr("Layout");
  document.sections.push_back(
      {.heading = tr("Chart"), .blocks = {Drawing{.width = 560, .height = height, .title = {}}}});
  document.sections.push_back(
      {.heading = tr("Figures"),
       .blocks = {ReportParagraph{tr("The figures:")}, ReportTable{.table = std::move(table)}}});
  return document;
}

TEST(Report, PdfKeepsHeadingsAndShortTablesTogether) {
  // 60 rows need a page and a half. The start of the table fits below a drawing of 300 pt, but a
  // drawing of 400 pt leaves space only for the heading, which moves to the next page with it.
  EXPECT_EQ(pages_of(drawing_and_table(60, 8)), 1);
  EXPECT_EQ(pages_of(drawing_and_table(400, 2)), 2);
  const int moved = pages_of(drawing_and_table(400, 36));
  const int started = pages_of(drawing_and_table(300, 36));
  EXPECT_EQ(started, 2);
  EXPECT_EQ(moved, 3);
}

TEST(Report, TermsThatOccurAreExplained) {
  ReportDocument document;
  document.sections.push_back(
      {.heading = tr("Result"),
       .blocks = {ReportParagraph{tr("TTFT p99 within 2 s; 1-year RI, TPU")}}});
  const Table terms = report_terms(document);
  std::vector<std::string> names;
  for (std::size_t r = 0; r < terms.row_count(); ++r) {
    names.push_back(to_string(terms.at(r, 0), Language()));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"TTFT", "p99", "RI"}));
  EXPECT_NE(report_html(document, Language()).value().find("time to first token"),
            std::string::npos);
  document.sections.clear();
  EXPECT_EQ(report_html(document, Language()).value().find("<h2>Terms"), std::string::npos);
}

TEST(Report, UndatedIsPrintedOnlyForSourcesThatNeedADate) {
  const auto shown = [](const Text& text, const Text& provenance) {
    return origin({.text = text, .date = tr("undated"), .provenance = provenance}).english();
  };
  EXPECT_EQ(shown(tr("load test"), tr("measured")), "measured, undated");
  EXPECT_EQ(shown(tr("load test of 2026-09-02"), tr("measured")), "measured");
  EXPECT_EQ(shown(tr("forecast of 2026-Q3"), tr("published")), "published");
  EXPECT_EQ(shown(tr("order 12026-09"), tr("published")), "published, undated");
  EXPECT_EQ(shown(tr("team estimate"), tr("stated")), "stated");
}

TEST(Report, ColumnsWhoseFiguresAreAllMissingAreRightAligned) {
  Table table({{"name"}, {"usd", tr("Cost"), "USD", 0}, {"note"}});
  table.add_row({std::string("a"), Missing{}, Missing{}});
  EXPECT_FALSE(is_figure_column(table, 0));
  EXPECT_TRUE(is_figure_column(table, 1));
  EXPECT_FALSE(is_figure_column(table, 2));
}

TEST(Report, CashFlowHasNoColumnsOfZeros) {
  const std::string html = html_of(example());
  EXPECT_EQ(html.find("Existing commitments [USD]"), std::string::npos);
  EXPECT_NE(html.find("Columns in which all amounts are zero are left out"), std::string::npos);
  // Figures that depend on all assumptions cite them as one.
  EXPECT_NE(html.find("all assumptions of this report"), std::string::npos);
}

TEST(Report, WorkbookIsReproducibleAndReplacesAnExistingFile) {
  const auto folder = std::filesystem::temp_directory_path() / "nscope_roi_workbook_test";
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "report.xlsx").string();
  ASSERT_TRUE(write_roi_workbook(example(), path, Language()));
  const std::string first = text_of(path);
  EXPECT_EQ(first.substr(0, 2), "PK");
  ASSERT_TRUE(write_roi_workbook(example(), path, Language()));
  EXPECT_EQ(first, text_of(path));
  const auto missing =
      write_roi_workbook(example(), (folder / "no" / "such.xlsx").string(), Language());
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kIo);
  std::filesystem::remove_all(folder);
}

TEST(Report, JsonHasEveryMonthAndItsSources) {
  const Json json = to_json(example());
  EXPECT_EQ(json["schema"], "nscope.roi_report/1");
  EXPECT_EQ(json["cash_flow"].size(), 37u);
  for (const Json& row : json["assumptions"]) {
    EXPECT_FALSE(row["source"].get<std::string>().empty());
    EXPECT_FALSE(row["date"].is_null());
  }
}

TEST(Reports, PageOneStatesWhatIsOwedAndWhatIsNotIncluded) {
  Json json = simple_study();
  json["commitments"] = {{{"label", "reserved p4d"},
                          {"usd_per_month", "4000"},
                          {"months_left", 10.0932},
                          {"source", "test"}}};
  const RoiResult before_tax = result_of(json);
  const auto said = [](const std::vector<Text>& texts) {
    std::string all;
    for (const Text& text : texts) all += text.english() + "\n";
    return all;
  };
  EXPECT_THAT(said(decision_items(before_tax)),
              HasSubstr("Owed in any case: USD 4,000 per month for another 10.1 months "
                        "(reserved p4d)."));
  EXPECT_THAT(said(decision_items(before_tax)), HasSubstr("(net present value)"));
  EXPECT_THAT(said(exclusions(before_tax)), HasSubstr("before tax"));
  json["tax"] = {{"rate", 0.25}, {"source", "test"}};
  const RoiResult after_tax = result_of(json);
  EXPECT_THAT(said(decision_items(after_tax)), HasSubstr("(net present value after tax)"));
  EXPECT_THAT(said(exclusions(after_tax)), testing::Not(HasSubstr("before tax")));
}

TEST(Reports, OptionsOfABillNameItAndPricesThatAreOutOfDate) {
  Json json = simple_study();
  json["baseline"].erase("throughput");
  json["baseline"].erase("price");
  json["baseline"].erase("utilisation");
  json["baseline"]["bill"] = {{"effective_usd_per_hour", "17.9"},
                              {"instance_hours_per_month", 1460},
                              {"date", "2026-10"},
                              {"source", "bill"}};
  const RoiResult result = result_of(json);
  EXPECT_EQ(baseline_title(result, result.options.front()).english(), "own bill");
  const auto spot =
      std::ranges::find(result.options, Purchase(PurchaseOption::kSpot), &OptionCell::target);
  ASSERT_NE(spot, result.options.end());
  EXPECT_TRUE(spot->target_stale);
  EXPECT_FALSE(spot->baseline_stale);
  const std::string table = options_table(result).to_text(Language());
  EXPECT_THAT(table, HasSubstr("own bill"));
  EXPECT_THAT(table, testing::AllOf(HasSubstr("Spot * [USD]"), HasSubstr("*: price out of date")));
  const std::string chart = to_svg(options_chart(result), Language());
  EXPECT_THAT(chart, HasSubstr(">own bill<"));
  EXPECT_THAT(chart, HasSubstr(">Spot *<"));
  EXPECT_THAT(decision_items(result)[2].english(),
              HasSubstr("1,460 instance-hours of p4d.24xlarge"));
}

}  // namespace
}  // namespace nscope::cost
