#include "app/gui/analysis/plot_data.h"

#include "app/gui/analysis/unit_ticker.h"

#include <QLocale>
#include <cmath>
#include <numeric>
#include <tuple>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

using analysis::Plot;

std::vector<std::size_t> all_rows(const Table& table) {
  std::vector<std::size_t> rows(table.row_count());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

Table waits() {
  Table table({{.id = "core", .title = Text::verbatim("Core")},
               {.id = "cause", .title = Text::verbatim("Cause")},
               {.id = "time_ns", .title = Text::verbatim("Time"), .unit = "ns"}});
  table.add_row({std::int64_t{0}, "DMA", 1500.0});
  table.add_row({std::int64_t{1}, "DMA", Missing{Text::verbatim("not in this capture")}});
  table.add_row({std::int64_t{0}, "semaphore", std::int64_t{0}});
  return table;
}

TEST(PlotDataTest, BarsFollowTheOrderAndNameTheirSeries) {
  const Table table = waits();
  const std::vector<std::size_t> order{2, 0, 1};
  const PlotData data = plot_data(table, {Plot::Kind::kBars, "cause", "time_ns", "core"}, order);
  ASSERT_EQ(data.items.size(), 3u);
  EXPECT_EQ(data.items[0].row, 2u);
  EXPECT_EQ(data.items[0].x, 0.0);
  EXPECT_EQ(data.items[1].label, "DMA");
  EXPECT_EQ(data.items[1].y, 1500.0);
  EXPECT_EQ(data.items[1].x, 1.0);
  // A number alone says nothing in a legend.
  ASSERT_EQ(data.series.size(), 2u);
  EXPECT_EQ(data.series[0], "Core 0");
  EXPECT_EQ(data.items[2].series, 1u);
  // Unknown is not zero.
  EXPECT_FALSE(data.items[2].known);
  EXPECT_EQ(data.items[2].value, "not in this capture");
  EXPECT_TRUE(data.items[0].known);
  EXPECT_TRUE(data.note.isEmpty());
}

TEST(PlotDataTest, EqualLabelsAreDistinguishedByWhatDiffers) {
  Table table({{.id = "engine"}, {.id = "cause"}, {.id = "for"}, {.id = "time_ns"}});
  table.add_row({"Tensor", "wait", "Vector", std::int64_t{3}});
  table.add_row({"Tensor", "latency", "none", std::int64_t{2}});
  table.add_row({"Tensor", "wait", "Scalar", std::int64_t{1}});
  table.add_row({"Vector", "wait", "Tensor", std::int64_t{1}});
  const PlotData data =
      plot_data(table, {Plot::Kind::kBars, "cause", "time_ns", "engine"}, all_rows(table));
  ASSERT_EQ(data.items.size(), 4u);
  EXPECT_EQ(data.items[0].label, "wait: Vector");
  EXPECT_EQ(data.items[1].label, "latency");
  EXPECT_EQ(data.items[2].label, "wait: Scalar");
  EXPECT_EQ(data.items[3].label, "wait") << "the only one of its series";
}

TEST(PlotDataTest, TooManyBarsAreCounted) {
  Table table({{.id = "name"}, {.id = "n"}});
  for (int i = 0; i < 1250; ++i) table.add_row({std::to_string(i), std::int64_t{i}});
  const PlotData data = plot_data(table, {Plot::Kind::kBars, "name", "n", ""}, all_rows(table));
  EXPECT_EQ(data.items.size(), kMostBars);
  EXPECT_EQ(data.note, "first 200 of 1,250 rows shown");
  EXPECT_EQ(data.series, std::vector<QString>{QString()});
}

TEST(PlotDataTest, LogarithmicAxesSayWhatTheyCannotShow) {
  Table table({{.id = "bytes", .unit = "B"}, {.id = "rate", .unit = "B/s"}, {.id = "op"}});
  table.add_row({std::int64_t{64}, 1e9, "a"});
  table.add_row({std::int64_t{0}, 1e9, "a"});
  table.add_row({std::int64_t{64}, Missing{}, "b"});
  table.add_row({std::int64_t{64}, std::nan(""), "b"});
  const PlotData data =
      plot_data(table, {Plot::Kind::kPoints, "bytes", "rate", "op"}, all_rows(table));
  ASSERT_EQ(data.items.size(), 1u);
  EXPECT_TRUE(data.note.contains("without a value: 2")) << data.note.toStdString();
  EXPECT_TRUE(data.note.contains("not positive: 1")) << data.note.toStdString();
}

TEST(PlotDataTest, LinesRunFromLeftToRight) {
  Table table({{.id = "t", .unit = "ns"}, {.id = "v"}});
  for (const double t : {3.0, 1.0, 2.0}) table.add_row({t, -t});
  const PlotData data = plot_data(table, {Plot::Kind::kLines, "t", "v", ""}, all_rows(table));
  ASSERT_EQ(data.items.size(), 3u);
  EXPECT_EQ(data.items[0].x, 1.0);
  EXPECT_EQ(data.items[0].row, 1u);
  EXPECT_EQ(data.items[2].y, -3.0);
}

TEST(PlotDataTest, AMissingColumnIsNamed) {
  const Table table = waits();
  const PlotData data =
      plot_data(table, {Plot::Kind::kBars, "cause", "energy", ""}, all_rows(table));
  EXPECT_TRUE(data.items.empty());
  EXPECT_EQ(data.note, "The table has no column energy.");
}

TEST(AxisTextTest, IsShort) {
  const auto text = [](const char* unit, double value) {
    return axis_text({.id = "x", .unit = unit}, value).replace(QChar(0x202f), QLatin1Char(' '));
  };
  EXPECT_EQ(text("ns", 20'000), "20 µs");
  EXPECT_EQ(text("ns", 2'500'000), "2.5 ms");
  EXPECT_EQ(text("B", 65'536), "64 KiB");
  EXPECT_EQ(text("share", 0.3), "30 %");
  EXPECT_EQ(text("share", 0.0), "0 %");
  EXPECT_EQ(text("share", 0.025), "2.5 %");
  EXPECT_EQ(text("", 100), "100");
}

TEST(LogTicksTest, FitTheRange) {
  EXPECT_EQ(log_ticks(0.5, 200, false, 9), (QVector<double>{0.5, 1, 2, 5, 10, 20, 50, 100, 200}));
  EXPECT_EQ(log_ticks(0.5, 200, false, 5), (QVector<double>{1, 10, 100}));
  EXPECT_EQ(log_ticks(1, 1e9, false, 4), (QVector<double>{1, 1e3, 1e6, 1e9}));
  EXPECT_EQ(log_ticks(100, 5000, true, 8), (QVector<double>{128, 256, 512, 1024, 2048, 4096}));
  EXPECT_EQ(log_ticks(100, 5000, true, 3), (QVector<double>{256, 1024, 4096}));
  EXPECT_TRUE(log_ticks(210, 240, false, 5).isEmpty()) << "linear ticks are better there";
  EXPECT_TRUE(log_ticks(0, 10, false, 5).isEmpty());
}

TEST(UnitTickerTest, LabelsNeitherTouchNorRepeatAtAnySize) {
  const auto text_size = [](const QCPAxis& axis, const QString& label) {
    const QFontMetrics metrics(axis.tickLabelFont());
    return axis.orientation() == Qt::Horizontal ? metrics.horizontalAdvance(label)
                                                : metrics.height();
  };
  const auto expect_separate = [&](const QCPAxis& axis) {
    const QVector<double> ticks = axis.tickVector();
    const QVector<QString> labels = axis.tickVectorLabels();
    EXPECT_FALSE(ticks.isEmpty());
    for (qsizetype i = 1; i < ticks.size(); ++i) {
      const double apart = std::abs(axis.coordToPixel(ticks[i]) - axis.coordToPixel(ticks[i - 1]));
      EXPECT_GE(apart, (text_size(axis, labels[i]) + text_size(axis, labels[i - 1])) / 2.0);
      EXPECT_NE(labels[i], labels[i - 1]);
    }
  };
  using Scale = UnitTicker::Scale;
  QCustomPlot plot;
  for (const auto& [low, high, unit, scale] : {std::tuple{1.0, 9.9e6, "ns", Scale::kLogarithmic},
                                               {0.0, 4.52e8, "ns", Scale::kLinear},
                                               {4.52e8, 4.52e8 + 700, "ns", Scale::kLinear},
                                               {0.0, 3e16, "ns", Scale::kLinear},
                                               {1e3, 6e9, "B", Scale::kLogarithmic},
                                               {0.0, 1.0, "share", Scale::kLinear}}) {
    const Table::Column column{.id = "x", .unit = unit};
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
      axis->setScaleType(scale == Scale::kLinear ? QCPAxis::stLinear : QCPAxis::stLogarithmic);
      axis->setTicker(QSharedPointer<UnitTicker>::create(*axis, column, scale));
      axis->setRange(low, high);
    }
    for (const QSize size : {QSize(160, 90), QSize(300, 200), QSize(1200, 700)}) {
      SCOPED_TRACE(testing::Message() << unit << " from " << low << " at " << size.width());
      plot.resize(size);
      plot.grab();
      plot.replot();
      plot.replot();  // with the margins of the first one
      expect_separate(*plot.xAxis);
      expect_separate(*plot.yAxis);
    }
  }
}

TEST(AxisText, HasTheSeparatorsOfTheLanguageOnce) {
  const QLocale before;
  QLocale::setDefault(QLocale(QLocale::German));
  const Table::Column time{.id = "time_ns", .unit = "ns"};
  EXPECT_EQ(axis_text(time, 50e6).replace(QChar(0x202f), ' '), QStringLiteral("50 ms"));
  EXPECT_EQ(axis_text(time, 2.5e6).replace(QChar(0x202f), ' '), QStringLiteral("2,5 ms"));
  QLocale::setDefault(before);
}

}  // namespace
}  // namespace nscope::gui
