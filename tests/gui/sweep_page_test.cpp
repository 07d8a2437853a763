#include "app/gui/sweep/sweep_page.h"

#include "app/gui/panels/table_panel.h"
#include "app/gui/plan/fleet/fleet_view.h"
#include "app/gui/plan/plan_page.h"
#include "app/gui/simulate/simulate_page.h"
#include "app/gui/text/text.h"
#include "tests/gui/fleet_plans.h"
#include "tests/gui/shell_fixture.h"
#include "tests/gui/sweep_fixtures.h"

#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <set>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

namespace nscope::gui {
namespace {

using testing::HasSubstr;

class SweepPageTest : public ShellTest {
 protected:
  QString file(const char* name = "results.db") const { return folder_.filePath(name); }
  SweepPage& opened(int count = 20) {
    write_results(to_string(file()), count);
    window_.open_files({file()});
    wait_until_idle();
    return window_.sweep();
  }
  /// The row of the points with this number.
  static std::uint32_t row_of(SweepPage& page, std::int64_t id) {
    const auto& ids = page.selection().points().ids;
    return static_cast<std::uint32_t>(std::find(ids.begin(), ids.end(), id) - ids.begin());
  }
  static std::size_t column(SweepPage& page, const char* name) {
    return page.selection().points().column(name);
  }

  QTemporaryDir folder_;
};

TEST_F(SweepPageTest, OpensResultsWithCountsReasonsAndTheFront) {
  SweepPage& page = opened();
  EXPECT_TRUE(page.isVisible());
  EXPECT_EQ(to_string(page.counts()), "120 of 120 points: 108 evaluated, 12 rejected, 0 failed.");
  EXPECT_THAT(to_string(page.reasons()),
              HasSubstr("12 rejected, for example point 36: needs 17 GiB"));
  EXPECT_EQ(page.model().rowCount(), 120);
  EXPECT_TRUE(window_.windowTitle().contains("results.db"));
  // The objectives are on the axes. Of the points with a short prompt, none beats another.
  EXPECT_EQ(page.x_box().currentText(), "latency (s)");
  EXPECT_EQ(page.y_box().currentText(), "cost (USD)");
  const auto& points = page.selection().points();
  ASSERT_FALSE(page.scatter().front().empty());
  for (const std::uint32_t front : page.scatter().front()) {
    for (const std::uint32_t other : page.selection().evaluated()) {
      const auto& x = points.columns[column(page, "latency")].numbers;
      const auto& y = points.columns[column(page, "cost")].numbers;
      EXPECT_FALSE(x[other] < x[front] && y[other] < y[front]) << other << " beats " << front;
    }
  }
  EXPECT_EQ(page.parallel().columns().size(), 5u) << "three members and two objectives";
  QStringList headings;
  for (int i = PointModel::kFirstValue; i < page.model().columnCount(); ++i) {
    headings << page.model().headerData(i, Qt::Horizontal, Qt::DisplayRole).toString();
  }
  EXPECT_EQ(to_string(headings.join(", ")),
            "batch, dtype, input_tokens, cost (USD), latency (s), choice, bytes (B)")
      << "what the sweep is about comes first";
}

TEST_F(SweepPageTest, TheThreeViewsShareTheSelectionAndTheBrushes) {
  SweepPage& page = opened();
  const std::uint32_t row = row_of(page, 60);
  const auto place = page.scatter().place_of(row);
  ASSERT_TRUE(place);
  QTest::mouseClick(&page.scatter(), Qt::LeftButton, {}, place->toPoint());
  ASSERT_TRUE(page.selection().selected());
  const std::uint32_t selected = *page.selection().selected();
  EXPECT_EQ(page.table().currentIndex().row(), page.model().place_of(selected));
  EXPECT_TRUE(page.details().contains("batch = "));
  EXPECT_TRUE(page.details().contains(" to ")) << "the error band";

  page.table().setCurrentIndex(page.model().index(3, 0));
  EXPECT_EQ(page.selection().selected(), page.model().rows()[3]);

  // Brush the upper half of the batch axis.
  ParallelChart& chart = page.parallel();
  const QPoint top = chart.place_on(0, 20).toPoint();
  const QPoint middle = chart.place_on(0, 10.5).toPoint();
  QTest::mousePress(&chart, Qt::LeftButton, {}, top - QPoint(0, 6));
  QTest::mouseMove(&chart, middle);
  QTest::mouseRelease(&chart, Qt::LeftButton, {}, middle);
  std::set<double> batches;
  for (const std::uint32_t each : page.model().rows()) {
    batches.insert(page.selection().points().columns[column(page, "batch")].numbers[each]);
  }
  EXPECT_EQ(*batches.begin(), 11);
  EXPECT_EQ(*batches.rbegin(), 20) << "the end of the axis belongs to the range";
  const std::size_t in_front = page.scatter().front().size();
  EXPECT_GT(in_front, 0u);
  // A click on the axis removes the range.
  QTest::mouseClick(&chart, Qt::LeftButton, {}, middle);
  EXPECT_FALSE(page.selection().has_brushes());
  EXPECT_EQ(page.model().rowCount(), 120);
}

TEST_F(SweepPageTest, TheFilterComparesColumnsAndFindsWords) {
  SweepPage& page = opened();
  const auto count = [&](const char* text) {
    page.filter().setText(QString::fromUtf8(text));
    QTest::keyClick(&page.filter(), Qt::Key_Return);
    return page.model().rowCount();
  };
  EXPECT_EQ(count("batch>=16"), 30);
  EXPECT_EQ(count("batch>=16 fp32"), 10);
  EXPECT_EQ(count("dtype=FP32 batch!=3"), 38);
  EXPECT_EQ(count("GiB"), 12) << "the reasons";
  EXPECT_EQ(count("outcome=rejected"), 12);
  EXPECT_EQ(count("id=5"), 1);
  EXPECT_EQ(count("latency<0.004 latency>0"), 2);
  EXPECT_EQ(count("nonsense"), 0);
  EXPECT_TRUE(page.filter_problem().isEmpty());
  EXPECT_EQ(count("speed>3"), 0) << "the earlier filter stays";
  EXPECT_THAT(to_string(page.filter_problem()), HasSubstr("unknown column 'speed'"));
  EXPECT_EQ(count("batch<x"), 0);
  EXPECT_THAT(to_string(page.filter_problem()), HasSubstr("needs a number"));
  EXPECT_EQ(count(""), 120);
  page.listed_box().setCurrentIndex(2);
  EXPECT_EQ(page.model().rowCount(), 12);
  page.listed_box().setCurrentIndex(4);
  EXPECT_EQ(page.model().rows(), page.scatter().front());
}

TEST_F(SweepPageTest, SortsNumbersAndTextsWithAbsentValuesLast) {
  SweepPage& page = opened();
  const int cost = [&] {
    for (int i = 0; i < page.model().columnCount(); ++i) {
      const auto title = page.model().headerData(i, Qt::Horizontal, Qt::DisplayRole).toString();
      if (title == "cost (USD)") return i;
    }
    return -1;
  }();
  ASSERT_GE(cost, 0);
  for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
    page.table().sortByColumn(cost, order);
    const auto& values = page.selection().points().columns[column(page, "cost")].numbers;
    const auto& rows = page.model().rows();
    for (std::size_t i = 1; i < 108; ++i) {
      const bool up = order == Qt::AscendingOrder;
      EXPECT_LE(up ? values[rows[i - 1]] : values[rows[i]],
                up ? values[rows[i]] : values[rows[i - 1]]);
    }
    EXPECT_TRUE(std::isnan(values[rows[108]]));
  }
}

TEST_F(SweepPageTest, TheKeysSelectBrushAndOpen) {
  SweepPage& page = opened();
  page.scatter().setFocus();
  QTest::keyClick(&page.scatter(), Qt::Key_Right);
  ASSERT_TRUE(page.selection().selected());
  const auto& latency = page.selection().points().columns[column(page, "latency")];
  EXPECT_EQ(latency.numbers[*page.selection().selected()], latency.low);
  QTest::keyClick(&page.scatter(), Qt::Key_Right);
  EXPECT_GE(latency.numbers[*page.selection().selected()], latency.low);
  EXPECT_TRUE(page.scatter().accessibleDescription().contains("Selected: point"));
  QTest::keyClick(&page.scatter(), Qt::Key_Escape);
  EXPECT_FALSE(page.selection().selected());

  page.parallel().setFocus();
  QTest::keyClick(&page.parallel(), Qt::Key_Right);
  EXPECT_EQ(page.parallel().current_axis(), 1u);
  QTest::keyClick(&page.parallel(), Qt::Key_Down);
  ASSERT_TRUE(page.selection().brush(page.parallel().columns()[1])) << "the axis of names";
  EXPECT_EQ(page.selection().evaluated().size(), 72u) << "without one of three data types";
  EXPECT_TRUE(page.parallel().accessibleDescription().contains("72 points are shown"));
  QTest::keyClick(&page.parallel(), Qt::Key_Delete);
  EXPECT_FALSE(page.selection().has_brushes());

  page.table().setFocus();
  page.table().setCurrentIndex(page.model().index(0, 0));
  QTest::keyClick(&page.table(), Qt::Key_Return);
  wait_until_idle();
  EXPECT_TRUE(window_.simulate().isVisible());
}

TEST_F(SweepPageTest, APointOpensInSimulateWithItsDocument) {
  SweepPage& page = opened();
  const std::uint32_t row = row_of(page, 64);
  page.selection().select(row);
  const auto& points = page.selection().points();
  const auto batch = static_cast<int>(points.columns[column(page, "batch")].numbers[row]);
  EXPECT_TRUE(page.command().contains("--point 64 -o point-64.json && nscope simulate"));
  QTest::mouseClick(&page.copy_button(), Qt::LeftButton);
  EXPECT_EQ(QApplication::clipboard()->text(), page.command());
  QTest::mouseClick(&page.open_button(), Qt::LeftButton);
  wait_until_idle();
  EXPECT_TRUE(window_.simulate().isVisible());
  const sim::Workload workload = window_.simulate().form().workload();
  EXPECT_EQ(workload.batch, batch);
  EXPECT_EQ(workload.input_tokens, 128);
  // The way back.
  window_.set_mode(Mode::kSweep);
  EXPECT_TRUE(page.isVisible());
  EXPECT_EQ(page.selection().selected(), row);
}

TEST_F(SweepPageTest, APointOfAPlanOpensInTheFleetView) {
  const Json plan = small_plan();
  const Json json = parse_json(R"({"schema": "nscope.sweep/1", "document": "plan.json",
      "vary": [{"member": "/note", "values": ["first", "second"]}]})",
                               "sweep.json")
                        .value();
  const auto spec = sweep::spec_from_json(json, "sweep.json", plan, "plan.json");
  ASSERT_TRUE(spec);
  TaskControl control;
  const auto points = sweep::points_of(*spec, control);
  const auto results =
      sweep::results_of(*spec, *points, {}, sweep::identity_of(*spec, {}), {{.id = 0}, {.id = 1}});
  ASSERT_TRUE(sweep::save(results, to_string(file()), control));
  window_.open_files({file()});
  wait_until_idle();
  SweepPage& page = window_.sweep();
  page.selection().select(1u);
  QTest::mouseClick(&page.open_button(), Qt::LeftButton);
  wait_until_idle();
  EXPECT_TRUE(window_.plan().fleet().isVisible());
  EXPECT_EQ(window_.plan().fleet().document().json().value("note", ""), "second");
  EXPECT_TRUE(window_.plan().fleet().document().title().contains("point 1"));
}

TEST_F(SweepPageTest, SaysWhatIsWrongWithAFile) {
  write_results(to_string(file()));
  std::filesystem::resize_file(to_string(file()), 9'000);
  window_.open_files({file()});
  wait_until_idle();
  EXPECT_TRUE(window_.banner().isVisible());
  EXPECT_THAT(to_string(window_.banner().title()), HasSubstr("results.db"));
  ASSERT_TRUE(window_.last_error());
  EXPECT_EQ(window_.last_error()->code, ErrorCode::kBadInput);
  // A good file ends the message.
  opened();
  EXPECT_FALSE(window_.banner().isVisible());
  EXPECT_FALSE(window_.last_error());
}

TEST_F(SweepPageTest, ShowsResultsWithoutPointsFiguresOrFiniteValues) {
  TaskControl control;
  ASSERT_TRUE(sweep::save(sweep::Results{.identity = "{}"}, to_string(file("none.db")), control));
  window_.open_files({file("none.db")});
  wait_until_idle();
  SweepPage& page = window_.sweep();
  EXPECT_EQ(to_string(page.counts()), "0 of 0 points: 0 evaluated, 0 rejected, 0 failed.");
  EXPECT_EQ(page.scatter().accessibleDescription(), "The sweep has no points.");
  page.grab();

  write_results(to_string(file("odd.db")), 3);
  {
    SQLite::Database database(to_string(file("odd.db")), SQLite::OPEN_READWRITE);
    database.exec("UPDATE point SET latency = 9e999 WHERE id < 4");
    database.exec("UPDATE point SET latency = 'slow' WHERE id = 5");
    database.exec("UPDATE point SET cost = 'dear'");
    database.exec("UPDATE sweep SET value = '{}' WHERE key = 'identity'");
  }
  window_.open_files({file("odd.db")});
  wait_until_idle();
  EXPECT_TRUE(page.counts().contains("4 values are infinite")) << to_string(page.counts());
  page.y_box().setCurrentIndex(page.y_box().findText("cost (USD)"));
  page.grab();
  EXPECT_TRUE(page.scatter().front().empty()) << "texts have no order";
  page.selection().select(0u);
  QTest::mouseClick(&page.open_button(), Qt::LeftButton);
  EXPECT_TRUE(window_.banner().isVisible());
  EXPECT_THAT(to_string(window_.banner().text()), HasSubstr("run the sweep again"));
}

TEST_F(SweepPageTest, NamesOfAFileAreNeitherMarkupNorMenuKeys) {
  const std::string name = "<b>&x";
  sweep::Results results{
      .identity = "{}",
      .title = "<img src=x>",
      .points = 2,
      .columns = {{.name = name}, {.name = "y", .kind = sweep::Column::Kind::kFigure}}};
  results.rows = {{.id = 0, .values = {1.0, 2.0}}, {.id = 1, .values = {2.0, 1.0}}};
  TaskControl control;
  ASSERT_TRUE(sweep::save(results, to_string(file()), control));
  window_.open_files({file()});
  wait_until_idle();
  SweepPage& page = window_.sweep();
  EXPECT_GE(page.x_box().findText(to_qstring(name)), 0);
  page.selection().select(1u);
  EXPECT_TRUE(page.details().contains(to_qstring(name)));
  page.grab();
}

TEST_F(SweepPageTest, RangesOfTenThousandPointsShowThePointsInside) {
  SweepPage& page = opened(1'700);
  const sweep::PointTable& points = page.selection().points();
  ASSERT_GT(points.size(), 10'000u);
  const QImage all = page.parallel().grab().toImage();
  std::size_t before = 0;
  for (const double last : {8.0, 80.0, 800.0}) {
    page.selection().set_brush(column(page, "batch"), PointSelection::Range(1, last));
    EXPECT_GT(page.selection().evaluated().size(), before) << last;
    EXPECT_LT(page.selection().evaluated().size(), points.size()) << last;
    before = page.selection().evaluated().size();
  }
  EXPECT_NE(page.parallel().grab().toImage(), all);
  page.selection().clear_brushes();
  EXPECT_EQ(page.selection().evaluated().size(), page.selection().all_evaluated().size());
}

TEST_F(SweepPageTest, ASweepThatWasNotRunSaysHowToRunIt) {
  QFile sweep(file("mine.json"));
  ASSERT_TRUE(sweep.open(QIODevice::WriteOnly));
  sweep.write(R"({"schema": "nscope.sweep/1", "document": "example", "vary": []})");
  sweep.close();
  window_.open_files({file("mine.json")});
  wait_until_idle();
  EXPECT_THAT(to_string(window_.banner().text()),
              HasSubstr("nscope sweep mine.json -o results.db"));
}

}  // namespace
}  // namespace nscope::gui
