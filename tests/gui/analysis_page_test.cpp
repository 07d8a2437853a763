#include "app/gui/analysis/analysis_panel.h"
#include "app/gui/docks/analyses_dock.h"
#include "app/gui/inspect/inspect_page.h"
#include "app/gui/text/text.h"
#include "profiler/base/json.h"
#include "tests/gui/run_fixtures.h"

#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>

#include <gtest/gtest.h>
#include <qcustomplot.h>

namespace nscope::gui {
namespace {

using analysis::Analysis;
using analysis::AnalysisRequest;
using analysis::Parameter;
using analysis::Plot;

constexpr std::array<std::string_view, 2> kWords{"plain", "doubled"};
constexpr std::array kParameters{Parameter{.id = "rows",
                                           .title = phrase("Rows"),
                                           .unit = "B",
                                           .value = 3,
                                           .lowest = 1,
                                           .highest = 500},
                                 Parameter{.id = "way", .title = phrase("Way"), .words = kWords}};

std::atomic<int> runs = 0;

/// Rows 0, 1, ... with a slice, a range, or neither; 500 rows wait for cancellation.
Result<Table> counted_table(const Trace&, const AnalysisRequest& request, TaskControl& control) {
  ++runs;
  Table table({{.id = "name"},
               {.id = "value", .title = tr("Value"), .unit = "ns"},
               {.id = "slice_id"},
               {.id = "start_ns", .unit = "ns"},
               {.id = "duration_ns", .unit = "ns"}});
  const std::size_t rows = request.parameters.count("rows");
  if (rows == 500) {
    while (!control.cancelled()) QThread::msleep(1);
    return cancelled();
  }
  const bool doubled = request.parameters.word("way") == "doubled";
  for (std::size_t i = 0; i < rows; ++i) {
    const auto value = static_cast<std::int64_t>(doubled ? 2 * i : i);
    const Cell slice = i == 0 ? Cell(std::int64_t{4}) : Cell(Missing{tr("none")});
    const Cell start = i == 1 ? Cell(300.0) : Cell(Missing{tr("none")});
    const Cell duration = i == 1 ? Cell(std::int64_t{200}) : Cell(Missing{tr("none")});
    table.add_row({"row " + std::to_string(i), value, slice, start, duration});
  }
  table.add_note(tr("a note"));
  return table;
}

constexpr Analysis kCounted{.id = "counted",
                            .group = phrase("Tests"),
                            .title = phrase("Counted"),
                            .shows = phrase("numbers"),
                            .definition = phrase("value = row"),
                            .run = counted_table,
                            .parameters = kParameters,
                            .plot = {Plot::Kind::kBars, "name", "value", ""}};

template <class Condition>
bool wait_for(Condition condition) {
  for (int i = 0; i < 1200 && !condition(); ++i) QTest::qWait(10);
  return condition();
}

class AnalysisPageTest : public testing::Test {
 protected:
  AnalysisPageTest() {
    page_.resize(1000, 400);
    page_.show();
    page_.set_trace(make_run());
    runs = 0;
  }

  void settle() {
    ASSERT_TRUE(wait_for([this] { return !page_.job().is_running(); }));
  }
  void choose_counted() {
    page_.choose(kCounted);
    settle();
  }
  QLineEdit& rows_field() { return *static_cast<QLineEdit*>(page_.form().field("rows")); }
  void type_rows(const char* text) {
    rows_field().setFocus();
    rows_field().selectAll();
    QTest::keyClicks(&rows_field(), QString::fromLatin1(text));
    QTest::keyClick(&rows_field(), Qt::Key_Return);
  }
  int row_count() { return page_.table().model().rowCount(); }

  QTemporaryDir folder_;
  AnalysisPage page_;
};

TEST_F(AnalysisPageTest, ShowsTableNotesAndPlot) {
  choose_counted();
  EXPECT_EQ(row_count(), 3);
  EXPECT_TRUE(page_.notes().startsWith("a note")) << page_.notes().toStdString();
  EXPECT_EQ(page_.chart().data().items.size(), 3u);
  page_.header().definition_button().click();
  EXPECT_EQ(page_.header().definition(), "value = row");
  page_.header().view_button(ResultView::kTable).click();
  EXPECT_TRUE(page_.chart().isHidden());
  EXPECT_FALSE(page_.table().isHidden());
  page_.header().view_button(ResultView::kPlot).click();
  EXPECT_FALSE(page_.chart().isHidden());
  EXPECT_TRUE(page_.table().isHidden());
}

TEST_F(AnalysisPageTest, ParametersChangeTheResultAndAreKept) {
  choose_counted();
  type_rows("5");
  settle();
  EXPECT_EQ(row_count(), 5);
  static_cast<QComboBox*>(page_.form().field("way"))->setCurrentIndex(1);
  settle();
  EXPECT_EQ(page_.table().model().index(2, 1).data().toString(), QStringLiteral("4\u202fns"));
  page_.choose(*analysis::registry().front());
  settle();
  choose_counted();
  EXPECT_EQ(row_count(), 5);
  EXPECT_EQ(rows_field().text(), "5");
}

TEST_F(AnalysisPageTest, WrongValuesAreRefusedInTheField) {
  choose_counted();
  for (const char* wrong : {"0", "501", "many", "-"}) {
    type_rows(wrong);
    EXPECT_FALSE(page_.job().is_running()) << wrong;
    EXPECT_TRUE(rows_field().property("wrong").toBool()) << wrong;
    EXPECT_TRUE(page_.form().error().contains("rows")) << page_.form().error().toStdString();
  }
  EXPECT_EQ(row_count(), 3);
  EXPECT_EQ(runs, 1);
  type_rows("2");
  settle();
  EXPECT_FALSE(rows_field().property("wrong").toBool());
  EXPECT_TRUE(page_.form().error().isEmpty());
  EXPECT_EQ(row_count(), 2);
}

TEST_F(AnalysisPageTest, TheSameQuestionIsComputedOnce) {
  choose_counted();
  const auto range = std::pair(TraceTime(0), TraceTime(260));
  page_.set_range(range);
  settle();
  EXPECT_EQ(runs, 2);
  page_.set_range(std::nullopt);
  settle();
  page_.set_range(range);
  settle();
  EXPECT_EQ(runs, 2);
  page_.set_trace(make_run());
  page_.set_range(std::nullopt);
  settle();
  EXPECT_EQ(runs, 3) << "another run has other results";
}

TEST_F(AnalysisPageTest, TheNewestQuestionWins) {
  choose_counted();
  type_rows("500");
  EXPECT_TRUE(page_.job().is_running());
  type_rows("4");
  settle();
  EXPECT_EQ(row_count(), 4);
  // A kept answer, too, wins over the one that is still computed.
  type_rows("500");
  type_rows("3");
  EXPECT_EQ(row_count(), 3);
  settle();
  EXPECT_EQ(row_count(), 3);
  EXPECT_TRUE(page_.table().message().isEmpty());
}

TEST_F(AnalysisPageTest, CancelSaysSo) {
  choose_counted();
  type_rows("500");
  page_.job().cancel();
  settle();
  EXPECT_EQ(page_.table().message(), "Cancelled.");
  EXPECT_TRUE(page_.shown_as(ExportFormat::kCsv).empty());
}

TEST_F(AnalysisPageTest, ExportWritesWhatTheTableShows) {
  choose_counted();
  page_.table().sort_by("value", Qt::DescendingOrder);
  EXPECT_EQ(page_.chart().data().items.front().label, "row 2") << "the plot is sorted, too";
  const QString path = folder_.filePath(QStringLiteral("out.csv"));
  page_.save_as(ExportFormat::kCsv, path);
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QList<QByteArray> lines = file.readAll().split('\n');
  ASSERT_GE(lines.size(), 4);
  EXPECT_EQ(lines[0].trimmed(), "name,value,slice_id,start_ns,duration_ns");
  EXPECT_EQ(lines[1].trimmed(), "row 2,2,none,none,none");
  EXPECT_EQ(lines[3].trimmed(), "row 0,0,4,none,none");

  const Json json = Json::parse(page_.shown_as(ExportFormat::kJson));
  EXPECT_EQ(json["schema"], "nscope.analysis/1");
  EXPECT_EQ(json["analyses"][0]["parameters"]["rows"], 3);
  EXPECT_EQ(json["analyses"][0]["rows"][0]["name"], "row 2");
  EXPECT_EQ(json["analyses"][0]["notes"][0], "a note");
  emit page_.header().export_requested(ExportFormat::kText);
  EXPECT_TRUE(QApplication::clipboard()->text().contains("row 2"));

  const QSignalSpy failed(&page_, &AnalysisPage::failed);
  page_.save_as(ExportFormat::kJson, folder_.filePath(QStringLiteral("no/such/folder.json")));
  EXPECT_EQ(failed.count(), 1);
}

TEST_F(AnalysisPageTest, RowsLeadToEventsAndRanges) {
  choose_counted();
  const QSignalSpy slices(&page_, &AnalysisPage::slice_chosen);
  const QSignalSpy ranges(&page_, &AnalysisPage::range_chosen);
  page_.table().sort_by("value", Qt::DescendingOrder);
  QTableView& view = page_.table().view();
  for (const int row : {0, 1, 2}) {
    view.setCurrentIndex(view.model()->index(row, 0));
    QTest::keyClick(&view, Qt::Key_Return);
  }
  ASSERT_EQ(slices.count(), 1);
  EXPECT_EQ(slices[0][0].value<SliceId>(), SliceId(4));
  ASSERT_EQ(ranges.count(), 1);
  EXPECT_EQ(ranges[0][0].value<RowRange>().begin_ns, 300.0);
  EXPECT_EQ(ranges[0][0].value<RowRange>().duration_ns, 200.0);
  emit view.doubleClicked(view.model()->index(2, 1));
  EXPECT_EQ(slices.count(), 2);
  EXPECT_TRUE(view.model()->index(2, 0).data(Qt::ToolTipRole).toString().contains("Enter"));
  EXPECT_FALSE(view.model()->index(0, 0).data(Qt::ToolTipRole).toString().contains("Enter"));
}

TEST_F(AnalysisPageTest, BarsLeadToTheirRows) {
  choose_counted();
  page_.table().sort_by("value", Qt::DescendingOrder);
  QTest::qWait(50);
  AnalysisChart& chart = page_.chart();
  const QCPAxis* axis = chart.plot().yAxis;
  const QPointF second(chart.plot().width() - 20.0, axis->coordToPixel(1.0));
  EXPECT_EQ(chart.row_at(second), std::optional<std::size_t>(1));
  QTest::mouseClick(&chart.plot(), Qt::LeftButton, Qt::NoModifier, second.toPoint());
  EXPECT_EQ(page_.table().current_text("name"), "row 1");
  const QPointF below(20.0, axis->coordToPixel(3.2));
  EXPECT_EQ(chart.row_at(below), std::nullopt);
}

TEST_F(AnalysisPageTest, OneCoreAloneCanBeLookedAt) {
  EXPECT_FALSE(page_.header().core_box().isVisible()) << "this run has one core";
  page_.header().set_cores({0, 1});
  choose_counted();
  page_.header().core_box().setCurrentIndex(1);
  emit page_.header().core_box().activated(1);
  settle();
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(page_.header().core(), std::optional(0));
}

TEST(AnalysisPanelTest, EveryAnalysisShowsRowsOrSaysWhyNot) {
  AnalysisPanel panel;
  panel.resize(1200, 400);
  panel.show();
  panel.set_trace(make_run());
  panel.set_range(std::nullopt);
  AnalysisPage& page = panel.page();
  for (const Analysis* analysis : analysis::registry()) {
    const QString id = to_qstring(analysis->id);
    panel.choose(id);
    EXPECT_EQ(panel.chosen(), id);
    ASSERT_TRUE(wait_for([&] { return !page.job().is_running(); })) << analysis->id;
    EXPECT_EQ(page.analysis(), analysis);
    EXPECT_FALSE(page.header().definition().isEmpty()) << analysis->id;
    const Table& table = page.table().model().table();
    if (table.row_count() == 0) {
      EXPECT_FALSE(page.table().message().isEmpty()) << analysis->id;
      continue;
    }
    EXPECT_TRUE(page.table().message().isEmpty()) << page.table().message().toStdString();
    if (analysis->plot.kind == Plot::Kind::kNone) continue;
    const PlotData data = plot_data(table, analysis->plot, page.table().row_order());
    EXPECT_FALSE(data.items.empty() && data.note.isEmpty()) << analysis->id;
    EXPECT_FALSE(data.note.contains("no column")) << analysis->id;
  }
}

TEST(AnalysisPanelTest, AnAnalysisWithoutDataInTheNextRunIsReplacedUntilOneHasThem) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const TrackId thread = out.track({.name = "thread", .kind = TrackKind::kHost});
  out.slice(thread, out.intern("step"), TraceTime(0), TraceTime(10));
  out.finish();
  AnalysisPanel panel;
  panel.resize(1200, 400);
  panel.show();
  panel.set_trace(make_run());
  panel.set_range(std::nullopt);
  panel.choose("idle");
  ASSERT_TRUE(wait_for([&] { return !panel.page().job().is_running(); }));
  panel.set_trace(builder.finish());
  panel.set_range(std::nullopt);
  EXPECT_TRUE(wait_for([&] { return panel.chosen() == "activity"; }))
      << panel.chosen().toStdString();
  panel.set_trace(make_run());
  EXPECT_EQ(panel.chosen(), "idle");
}

TEST(AnalysisPanelTest, TitlesAreElidedOnlyInSmallWindows) {
  AnalysisPanel panel;
  panel.list().set_title("opcodes",
                         "Instructions by opcode, engine and the group that they belong to");
  panel.resize(1900, 400);
  panel.show();
  EXPECT_GE(panel.list().width(), panel.list().full_width());
  panel.resize(900, 400);
  EXPECT_LT(panel.list().width(), 900 / 3) << "the table needs the width";
}

TEST(AnalysesDockTest, OnlyTheChosenAnalysisIsComputedAndOnlyWhileItIsSeen) {
  RunView run;
  AnalysesDock dock(run, nullptr);
  AnalysisPage& page = dock.panel().page();
  const QSignalSpy shown(&page, &AnalysisPage::result_shown);
  run.set_trace(make_run());
  EXPECT_FALSE(page.job().is_running()) << "nobody sees it";
  dock.set_seen(true);
  ASSERT_TRUE(wait_for([&] { return shown.count() == 1; }));
  EXPECT_EQ(shown[0][0].toString(), "opcodes");
  dock.set_seen(false);
  run.set_range(SelectedRange{.time = {0, 500}});
  QTest::qWait(300);
  EXPECT_FALSE(page.job().is_running());
  EXPECT_EQ(shown.count(), 1);
  dock.set_seen(true);
  ASSERT_TRUE(wait_for([&] { return shown.count() == 2; })) << "the range counts when one is back";
}

TEST(AnalysisListTest, TypingFindsAnalyses) {
  AnalysisList list;
  list.show();
  const auto visible = [&] {
    QStringList titles;
    for (int row = 0; row < list.entries().count(); ++row) {
      const QListWidgetItem* item = list.entries().item(row);
      if (!item->isHidden()) titles << item->text();
    }
    return titles;
  };
  const auto all = visible();
  EXPECT_TRUE(all.contains("Engines")) << "groups are headings";
  QTest::keyClick(&list.entries(), Qt::Key_B);
  EXPECT_EQ(list.filter().text(), "b");
  list.filter().setText(QStringLiteral("slack INSTRUCTION"));
  EXPECT_EQ(visible(), (QStringList{"Engines", "Slack by instruction"}));
  QTest::keyClick(&list.filter(), Qt::Key_Return);
  EXPECT_EQ(list.chosen(), "slack");
  QTest::keyClick(&list.filter(), Qt::Key_Escape);
  EXPECT_EQ(visible(), all);
  list.filter().setText(QStringLiteral("nothing is called so"));
  EXPECT_TRUE(visible().isEmpty());
  list.set_count(QStringLiteral("diagnostics"), 2);
  list.filter().clear();
  EXPECT_TRUE(visible().contains("Import diagnostics · 2"));
}

class InspectNavigationTest : public testing::Test {
 protected:
  InspectNavigationTest() {
    inspect_.resize(1400, 900);
    inspect_.show();
    inspect_.set_trace(make_run());
  }
  InspectPage inspect_;
};

TEST_F(InspectNavigationTest, RowsMoveTheTimeline) {
  TimelineWidget& timeline = inspect_.timeline();
  AnalysisPage& page = inspect_.analyses().page();
  const SliceId matmul = Trace::slice_id(*track_named(*inspect_.trace(), "TensorE"), 0);
  emit page.slice_chosen(matmul);
  EXPECT_EQ(timeline.selected(), matmul);
  EXPECT_LE(timeline.view().begin, 200.0);
  EXPECT_GE(timeline.view().end, 600.0);
  emit page.range_chosen({.begin_ns = 700.0, .duration_ns = 100.0});
  EXPECT_NEAR(timeline.view().begin, 680.0, 1e-6);
  EXPECT_NEAR(timeline.view().end, 820.0, 1e-6);
  EXPECT_FALSE(timeline.range().has_value()) << "looking is not selecting";
}

TEST_F(InspectNavigationTest, OpcodesAreHighlighted) {
  inspect_.show_dock(QStringLiteral("analyses"));
  AnalysisPage& page = inspect_.analyses().page();
  ASSERT_TRUE(wait_for([&] { return page.table().model().rowCount() == 3; }));
  const QSignalSpy names(&page, &AnalysisPage::name_chosen);
  page.table().select_row(0);
  ASSERT_GE(names.count(), 1);
  EXPECT_EQ(names.back()[0].toString(), page.table().current_text("opcode"));
  EXPECT_FALSE(names.back()[0].toString().isEmpty());
}

TEST(ResultCacheTest, TheOldestGoFirst) {
  ResultCache cache(6);
  const auto table = [](int rows) {
    Table made(std::vector<Table::Column>(1));
    for (int i = 0; i < rows; ++i) made.add_row({std::int64_t{i}});
    return std::make_shared<const Table>(std::move(made));
  };
  cache.add("a", table(2));
  cache.add("b", table(2));
  EXPECT_NE(cache.find("a"), nullptr);  // now younger than b
  cache.add("c", table(3));
  EXPECT_EQ(cache.find("b"), nullptr);
  EXPECT_NE(cache.find("a"), nullptr);
  cache.add("huge", table(50));
  EXPECT_NE(cache.find("huge"), nullptr) << "what was asked for last is always kept";
  EXPECT_EQ(cache.find("a"), nullptr);
}

}  // namespace
}  // namespace nscope::gui
