#include "app/gui/compare/cause_model.h"
#include "app/gui/compare/compared_sides.h"
#include "app/gui/compare/comparison_view_tables.h"
#include "app/gui/panels/signed_text.h"
#include "app/gui/panels/table_panel.h"
#include "app/gui/text/text.h"
#include "tests/gui/compare_fixtures.h"

#include <QAbstractItemModelTester>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

CompareSide side(const char* label, const std::vector<CompareRun>& runs) {
  CompareSide side;
  side.label = QString::fromLatin1(label);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    side.runs.push_back({side.label + QString::number(i), {.trace = make_compared(runs[i])}});
  }
  return side;
}

std::vector<SideComparison> compare(const std::vector<CompareSide>& sides, std::size_t base = 0) {
  TaskControl control;
  auto result = compare_sides(sides, base, {}, control);
  EXPECT_TRUE(result.has_value());
  return result.value_or(std::vector<SideComparison>());
}

/// The text of a cell of the row that begins with `name`.
QString cell(const TableModel& model, const QString& name, std::string_view column) {
  const auto wanted = find_column(model.table(), column);
  if (!wanted) return QStringLiteral("no column");
  for (int row = 0; row < model.rowCount(); ++row) {
    if (model.index(row, 0).data().toString() != name) continue;
    QString text = model.index(row, static_cast<int>(*wanted)).data().toString();
    return text.replace(QChar(0x202f), QLatin1Char(' '));
  }
  return QStringLiteral("no row");
}

CompareRun with_last_matmul(int end) {
  CompareRun run = new_run();
  run.steps.back().end = end;
  return run;
}

TEST(CauseModel, PassesQtsOwnChecksAndRanks) {
  const std::vector<CompareSide> sides{side("old", {base_run()}), side("new", {new_run()})};
  const auto comparison = compare(sides)[1].comparison;
  CauseModel model;
  const QAbstractItemModelTester tester(&model, kFatal);
  EXPECT_EQ(model.rowCount(), 0);
  model.set_comparison(comparison);
  ASSERT_EQ(model.rowCount(), static_cast<int>(comparison->causes.size()));
  double last = 1e300;
  double sum = 0.0;
  for (int row = 0; row < model.rowCount(); ++row) {
    const QModelIndex cause = model.index(row, 0);
    const double change = cause.data(CauseModel::kChangeRole).toDouble();
    EXPECT_LE(std::abs(change), last);
    last = std::abs(change);
    sum += change;
    EXPECT_FALSE(cause.data().toString().isEmpty());
    for (int part = 0; part < model.rowCount(cause); ++part) {
      const QModelIndex index = model.index(part, 0, cause);
      EXPECT_EQ(model.parent(index), cause);
      ASSERT_NE(model.part_at(index), nullptr);
      EXPECT_TRUE(index.data(Qt::AccessibleTextRole).toString().contains(": "));
    }
  }
  EXPECT_NEAR(sum, -400.0, 1e-6) << "the causes add up to the change";
  EXPECT_EQ(model.part_at({}), nullptr);
  model.set_comparison(nullptr);
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(ComparisonTables, DifferencesHaveSignsAndColours) {
  const std::vector<CompareSide> sides{side("old", {base_run()}), side("new", {new_run()})};
  TableModel model;
  const QAbstractItemModelTester tester(&model, kFatal);
  model.set_cell_looks(difference_look);
  model.set_table(difference_view(*compare(sides)[1].comparison));
  EXPECT_EQ(cell(model, "MATMUL", "change_ns"), QStringLiteral("\u221260 ns"));
  EXPECT_EQ(cell(model, "MATMUL", "relative"), QStringLiteral("\u221220.0 %"));
  EXPECT_EQ(cell(model, "MATMUL", "matched"), "3");
  EXPECT_EQ(cell(model, "MATMUL", "significance"), "needs 3 runs each");
  EXPECT_EQ(cell(model, "OLD", "removed"), "1");
  EXPECT_EQ(cell(model, "COPY", "change_ns"), "no row") << "it did not change";
  const auto change = static_cast<int>(*find_column(model.table(), "change_ns"));
  EXPECT_EQ(model.index(0, change).data(Qt::ForegroundRole).value<QColor>(), current_tokens().good);
  EXPECT_EQ(time_change_color(5.0), current_tokens().bad);
  EXPECT_EQ(signed_duration(0.0).left(1), "0");
}

TEST(SignedText, AShareThatIsRoundedToZeroHasNoSign) {
  EXPECT_EQ(signed_percent(-0.0004), to_qstring("0.0\u202f%"));
  EXPECT_EQ(signed_percent(0.0), to_qstring("0.0\u202f%"));
  EXPECT_EQ(signed_percent(-0.0006), to_qstring("\u22120.1\u202f%"));
  EXPECT_EQ(signed_percent(0.091), to_qstring("+9.1\u202f%"));
}

TEST(ComparisonTables, RepeatsGiveSignificance) {
  const CompareSide slow = side("slow", {base_run(), base_run(), base_run()});
  const CompareSide fast =
      side("fast", {with_last_matmul(2540), with_last_matmul(2541), with_last_matmul(2539)});
  TableModel model;
  model.set_cell_looks(difference_look);
  model.set_table(difference_view(*compare({slow, fast})[1].comparison));
  EXPECT_EQ(cell(model, "MATMUL", "significance"), "significant");
  EXPECT_TRUE(cell(model, "MATMUL", "change_low").startsWith(QChar(0x2212)));
  const CompareSide noise =
      side("noise", {with_last_matmul(2500), with_last_matmul(2590), with_last_matmul(2543)});
  const CompareSide more =
      side("more", {with_last_matmul(2510), with_last_matmul(2580), with_last_matmul(2530)});
  model.set_table(difference_view(*compare({noise, more})[1].comparison));
  EXPECT_EQ(cell(model, "MATMUL", "significance"), "not significant");
}

TEST(ComparisonTables, MetricsOfAllRuns) {
  CompareRun third = new_run();
  third.end = 2700;
  const std::vector<CompareSide> sides{side("old", {base_run()}), side("new", {new_run()}),
                                       side("third", {third})};
  const auto comparisons = compare(sides);
  TableModel model;
  const QAbstractItemModelTester tester(&model, kFatal);
  model.set_cell_looks(metric_look);
  model.set_table(metric_view(comparisons, 0, {"old", "new", "third"}));
  EXPECT_EQ(cell(model, "total_time", "value.base"), "1.00 µs");
  EXPECT_EQ(cell(model, "total_time", "value.1"), "600 ns");
  EXPECT_EQ(cell(model, "total_time", "change.2"), QStringLiteral("\u2212300 ns"));
  EXPECT_EQ(cell(model, "total_time", "relative.2"), QStringLiteral("\u221230.0 %"));
  const QString busy = QStringLiteral("tensor_engine_active_time_percent");
  EXPECT_TRUE(cell(model, busy, "change.1").endsWith("pp")) << "a difference of percentages";
  for (std::size_t row = 0; row < model.table().row_count(); ++row) {
    if (model.index(static_cast<int>(row), 0).data().toString() == "total_time") {
      EXPECT_FALSE(metric_hint(model.table(), row).isEmpty());
    }
  }
}

TEST(ComparedSides, CounterpartsLeadOverTheBase) {
  CompareRun third = base_run();
  third.steps.erase(third.steps.begin());  // without the first MATMUL
  const std::vector<CompareSide> sides{side("old", {base_run()}), side("new", {new_run()}),
                                       side("third", {third})};
  const auto comparisons = compare(sides);
  const Trace& old = *sides[0].trace();
  const Trace& now = *sides[1].trace();
  const Trace& last = *sides[2].trace();
  const SliceId second = event_named(old, "MATMUL", 1);
  EXPECT_EQ(counterpart(comparisons, 0, 0, second, 1), event_named(now, "MATMUL", 1));
  EXPECT_EQ(counterpart(comparisons, 0, 1, event_named(now, "MATMUL", 1), 0), second);
  EXPECT_EQ(counterpart(comparisons, 0, 0, event_named(old, "OLD"), 2), event_named(last, "OLD"));
  EXPECT_FALSE(counterpart(comparisons, 0, 0, event_named(old, "OLD"), 1).valid());
  EXPECT_FALSE(counterpart(comparisons, 0, 0, SliceId(), 1).valid());
  const SliceId copy = event_named(now, "COPY", 1);
  EXPECT_EQ(counterpart(comparisons, 0, 1, copy, 2), event_named(last, "COPY", 1));
  ASSERT_NE(comparisons[1].work, nullptr);
  EXPECT_DOUBLE_EQ(comparisons[1].work->new_at(300.0), 2280.0);
}

TEST(ComparedSides, LabelsAreThoseOfNow) {
  std::vector<CompareSide> sides{side("old", {base_run()}), side("new", {new_run(), new_run()})};
  const auto comparison = compare(sides)[1].comparison;
  sides[1].label = QStringLiteral("renamed");
  const auto named = labelled(*comparison, sides[0], sides[1]);
  EXPECT_EQ(named.now.labels, (std::vector<std::string>{"renamed", "new1"}));
}

TEST(TablePanelFilter, ShowsOnlyRowsWithTheText) {
  TablePanel panel(QStringLiteral("empty"));
  Table table({{.id = "name"}, {.id = "time_ns", .unit = "ns"}});
  table.add_row({std::string("MATMUL"), 10.0});
  table.add_row({std::string("COPY"), 20.0});
  panel.set_table(std::move(table));
  panel.set_filter(QStringLiteral("matm"));
  EXPECT_EQ(panel.row_order(), (std::vector<std::size_t>{0}));
  panel.set_filter({});
  EXPECT_EQ(panel.row_order().size(), 2u);
  panel.select_row(1);
  EXPECT_EQ(panel.current_row(), std::optional<std::size_t>(1));
}

}  // namespace
}  // namespace nscope::gui
