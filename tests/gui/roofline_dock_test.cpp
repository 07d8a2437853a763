#include "app/gui/docks/operators/roofline_dock.h"

#include "app/gui/text/text.h"
#include "tests/gui/docks_fixtures.h"
#include "tests/gui/run_fixtures.h"

#include <QSignalSpy>

#include <gtest/gtest.h>
#include <qcustomplot.h>

namespace nscope::gui {
namespace {

TEST(RooflinePoints, AreRowsWithAPlaceOnBothAxes) {
  Table table({{.id = "operator"},
               {.id = "intensity"},
               {.id = "flops_per_s"},
               {.id = "active_ns"},
               {.id = "bound"},
               {.id = "above_roof"}});
  table.add_row({"short", 2.0, 1e9, 10.0, "memory", false});
  table.add_row(
      {"no bytes", Missing{Text::verbatim("no HBM bytes stated")}, 1e9, 10.0, "compute", false});
  table.add_row({"long", 200.0, 5e12, 40.0, "compute", true});
  const auto points = roofline_points(table);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].name, QStringLiteral("long")) << "large ones lie below";
  EXPECT_EQ(points[0].row, 2u);
  EXPECT_TRUE(points[0].compute_bound);
  EXPECT_TRUE(points[0].above_roof);
  EXPECT_FALSE(points[1].compute_bound);
  EXPECT_TRUE(roofline_points(Table()).empty());
}

TEST(RooflinePoints, AreAsLargeAsTheirTime) {
  EXPECT_DOUBLE_EQ(point_diameter(0.25), point_diameter(1.0) / 2.0);
  EXPECT_DOUBLE_EQ(point_diameter(0.0), point_diameter(1e-9)) << "small ones can still be hit";
  EXPECT_GT(point_diameter(0.0), 4.0);
}

TEST(RooflineDock, AClickOnAPointMarksItsOperatorOut) {
  const LayeredRun run;
  SeenDock<RooflineDock> dock(run.trace);
  ASSERT_TRUE(dock.view.message().isEmpty()) << to_string(dock.view.message());
  RooflineChart& chart = dock.view.chart();
  ASSERT_EQ(chart.points().size(), 1u) << "layer 0 has FLOPs and bytes";
  EXPECT_TRUE(chart.legend().contains(QStringLiteral("HBM-bound")));
  ASSERT_TRUE(chart.whole());
  EXPECT_NEAR(chart.whole()->intensity, chart.points()[0].intensity, 1e-9)
      << "layer 0 has all FLOPs and bytes";
  EXPECT_LT(chart.whole()->flops_per_s, chart.points()[0].flops_per_s) << "in more time";
  QCustomPlot& plot = chart.plot();
  const QPoint at(static_cast<int>(plot.xAxis->coordToPixel(chart.points()[0].intensity)),
                  static_cast<int>(plot.yAxis->coordToPixel(chart.points()[0].flops_per_s)));
  EXPECT_TRUE(plot.rect().contains(at)) << "on screen";
  EXPECT_EQ(chart.row_at(at), chart.points()[0].row);
  EXPECT_FALSE(chart.row_at({2, 2}));
  QTest::mouseClick(&plot, Qt::LeftButton, {}, at);
  EXPECT_EQ(dock.view.table().current_row(), chart.points()[0].row);
  EXPECT_TRUE(highlighted(dock.run, run.first));
  EXPECT_TRUE(highlighted(dock.run, run.sum)) << "grouped by layer";
  EXPECT_FALSE(highlighted(dock.run, run.other));
  emit chart.row_activated(chart.points()[0].row);
  EXPECT_EQ(dock.run.selected_event(), run.longest);
}

TEST(RooflineChart, HasARoofForEachFormatThatIsUsed) {
  RooflineChart chart;
  const analysis::CoreRoof roof{.flops = 90e12, .bytes = 0.36e12};
  const RooflinePoint point{.intensity = 300.0, .flops_per_s = 1e12, .active_ns = 1.0};
  chart.set_points({point}, roof, std::nullopt);
  ASSERT_EQ(chart.roofs().size(), 1);
  EXPECT_TRUE(chart.roofs()[0].startsWith(QStringLiteral("TensorE, BF16: ")));
  chart.set_points({point}, roof, std::nullopt,
                   {{.type = "fp8e4", .flops = 30.0, .flops_per_s = 180e12},
                    {.type = "fp16", .flops = 30.0, .flops_per_s = 90e12},
                    {.type = "bfloat16", .flops = 20.0, .flops_per_s = 90e12},
                    {.type = "fp32", .flops = 10.0, .flops_per_s = 45e12},
                    {.type = "", .flops = 10.0}});
  ASSERT_EQ(chart.roofs().size(), 3);
  EXPECT_TRUE(chart.roofs()[0].startsWith(QStringLiteral("TensorE, FP8E4: 180")))
      << to_string(chart.roofs()[0]);
  EXPECT_TRUE(chart.roofs()[0].contains(QStringLiteral("30.0")));
  EXPECT_TRUE(chart.roofs()[1].startsWith(QStringLiteral("TensorE, FP16/BF16: ")));
  EXPECT_TRUE(chart.roofs()[2].startsWith(QStringLiteral("TensorE, FP32: ")));
  EXPECT_GT(chart.plot().yAxis->range().upper, 180e12) << "all roofs are in view";
}

TEST(RooflineDock, SaysWhyThereIsNoRoof) {
  SeenDock<RooflineDock> dock(make_run());
  EXPECT_TRUE(dock.view.message().contains(QStringLiteral("roof is unknown")))
      << to_string(dock.view.message());
  SeenDock<RooflineDock> none(nullptr);
  EXPECT_TRUE(none.view.message().contains(QStringLiteral("Open")));
}

}  // namespace
}  // namespace nscope::gui
