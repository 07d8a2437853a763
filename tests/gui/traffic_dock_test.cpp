#include "app/gui/docks/traffic/traffic_dock.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "simcore/catalog/catalog.h"
#include "tests/gui/docks_fixtures.h"
#include "tests/gui/run_fixtures.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QSignalSpy>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

/// Two ranks of trn1.32xlarge that reduce together, and counters of two links.
std::shared_ptr<const Trace> linked_run(bool with_instance = true) {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  out.time_base({.ticks_per_ns = 1, .window_end = TraceTime(1000)});
  if (with_instance) {
    out.property(std::string(property::kInstanceType), std::string("trn1.32xlarge"));
  }
  for (int core = 0; core < 2; ++core) {
    const SliceId slice = out.slice(tracks.collectives(core * 2), out.intern("all_reduce"),
                                    TraceTime(100 + core * 10), TraceTime(200 - core * 10));
    out.arg(slice, out.intern(key::kBytes), std::int64_t{4096});
    out.arg(slice, out.intern(key::kRanks), std::int64_t{2});
    out.arg(slice, out.intern(key::kAlgorithm), "ring");
  }
  const TrackId there = tracks.link("chip 0 to chip 1");
  out.counter(there, TraceTime(100), 2e9);
  out.counter(there, TraceTime(300), 0);
  const TrackId back = tracks.link("chip 1 to chip 0");
  out.counter(back, TraceTime(100), 1e9);
  out.counter(back, TraceTime(300), 0);
  out.finish();
  return builder.finish();
}

TEST(TopologyLayout, PutsATorusOnAGrid) {
  const auto catalog = catalog::Catalog::load();
  ASSERT_TRUE(catalog);
  const auto instance = catalog->instance("trn1.32xlarge");
  ASSERT_TRUE(instance);
  const TopologyLayout layout = topology_layout((*instance)->topology, 16);
  ASSERT_EQ(layout.chips.size(), 16u);
  EXPECT_EQ(layout.chips[5], QPointF(1, 1));
  EXPECT_EQ(layout.edges.size(), 32u) << "each of 16 chips has four neighbours";
  int around = 0;
  for (const auto& edge : layout.edges) around += edge.around ? 1 : 0;
  EXPECT_EQ(around, 8) << "one for each row and column";
}

TEST(TopologyLayout, NoTwoChipsOfAnyInstanceCoincide) {
  const auto catalog = catalog::Catalog::load();
  ASSERT_TRUE(catalog);
  for (const catalog::Instance& instance : catalog->instances()) {
    const TopologyLayout layout = topology_layout(instance.topology, instance.chips);
    ASSERT_EQ(layout.chips.size(), static_cast<std::size_t>(instance.chips)) << instance.id;
    std::set<std::pair<int, int>> places;
    for (const QPointF& chip : layout.chips) {
      places.insert({static_cast<int>(std::lround(chip.x() * 10)),
                     static_cast<int>(std::lround(chip.y() * 10))});
    }
    EXPECT_EQ(places.size(), layout.chips.size()) << instance.id;
  }
}

TEST(TopologyLayout, DrawsLinksThatAreKnownFromTheirCounters) {
  const TopologyLayout layout = topology_layout(3, {{0, 1}, {1, 0}, {2, 0}, {-1, 2}, {0, 9}});
  ASSERT_EQ(layout.edges.size(), 2u);
  EXPECT_EQ(layout.edges[1].a, 0);
  EXPECT_EQ(layout.edges[1].b, 2);
}

TEST(ChipMatrixModel, PrintsWhatWentFromChipToChip) {
  ChipMatrixModel model;
  const QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.set_links(
      {{.track = TrackId(7), .name = "chip 0 to chip 2", .from = 0, .to = 2, .bytes = 2048.0},
       {.track = TrackId(8), .name = "chip 2 to switch", .from = 2, .bytes = 100.0},
       {.track = TrackId(9), .name = "EFA 0", .bytes = 5.0}});
  ASSERT_EQ(model.rowCount(), 3) << "chips 0 and 2, and the switch";
  EXPECT_EQ(model.index(0, 1).data().toString(), to_qstring("2.00\u202fKiB"));
  EXPECT_FALSE(model.index(1, 0).data().isValid()) << "no counter is not zero";
  EXPECT_EQ(model.track(model.index(0, 1)), TrackId(7));
  EXPECT_FALSE(model.track(model.index(1, 0)).valid());
  EXPECT_EQ(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(),
            QStringLiteral("switch"));
  model.set_links({});
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(TrafficDock, BusyLinksAreColouredUnderTheStyleSheet) {
  apply_theme(*qApp, Scheme::kDark);
  SeenDock<TrafficDock> dock(linked_run());
  dock.view.tabs().setCurrentIndex(2);
  QTest::qWait(20);
  const QModelIndex there = dock.view.matrix().index(0, 1);
  const QRect cell = dock.view.matrix_view().visualRect(there);
  ASSERT_FALSE(cell.isEmpty());
  const QImage seen = dock.view.matrix_view().viewport()->grab().toImage();
  const QPoint inside = cell.topLeft() + QPoint(5, cell.height() / 2);
  EXPECT_EQ(seen.pixelColor(inside), there.data(Qt::BackgroundRole).value<QColor>());
  EXPECT_NE(seen.pixelColor(inside), current_tokens().panel);
}

TEST(TrafficDock, ShowsCollectivesChipsAndBandwidth) {
  SeenDock<TrafficDock> dock(linked_run());
  ASSERT_TRUE(dock.view.message().isEmpty()) << to_string(dock.view.message());
  ASSERT_EQ(dock.view.collectives().model().rowCount(), 1);
  EXPECT_EQ(dock.view.topology().layout_of_chips().chips.size(), 16u);
  EXPECT_NEAR(dock.view.topology().bytes_between(1, 0), 600, 1e-6);
  EXPECT_LT(dock.view.topology().bytes_between(5, 6), 0) << "not known is not zero";
  EXPECT_TRUE(dock.view.chips_note().contains(QStringLiteral("trn1.32xlarge")));
  EXPECT_EQ(dock.view.matrix().rowCount(), 2);
  EXPECT_EQ(dock.view.bandwidth().lines().lines.size(), 2u);
  dock.view.tabs().setCurrentIndex(2);
  QTest::qWait(20);
  TopologyView& topology = dock.view.topology();
  const QPointF middle = (topology.position_of(0) + topology.position_of(1)) / 2.0;
  EXPECT_TRUE(topology.tool_tip(middle).contains(QStringLiteral("chip 0 to chip 1")));
  EXPECT_TRUE(topology.tool_tip(topology.position_of(0)).startsWith(QStringLiteral("Chip 0\n")));
  EXPECT_TRUE(topology.tool_tip(topology.position_of(9)).contains(QStringLiteral("not used")));
  const QSignalSpy track(&dock.run, &RunView::track_wanted);
  QTest::mouseClick(&topology, Qt::LeftButton, {}, middle.toPoint());
  ASSERT_EQ(track.count(), 1);
  emit dock.view.matrix_view().activated(dock.view.matrix().index(1, 0));
  EXPECT_EQ(track.count(), 2);
  SeenDock<TrafficDock> other(nullptr);
  other.view.restore_state(dock.view.save_state());
  EXPECT_EQ(other.view.tabs().currentIndex(), 2);
}

TEST(TrafficDock, ARowLeadsToItsEvent) {
  SeenDock<TrafficDock> dock(linked_run());
  const QSignalSpy zoomed(&dock.run, &RunView::zoom_wanted);
  emit dock.view.collectives().row_activated(0);
  EXPECT_EQ(zoomed.count(), 1);
  EXPECT_TRUE(dock.run.selected_event().valid());
}

TEST(TrafficDock, SaysWhatIsNotKnown) {
  SeenDock<TrafficDock> dock(linked_run(false));
  EXPECT_TRUE(dock.view.chips_note().contains(QStringLiteral("unknown")));
  EXPECT_EQ(dock.view.topology().layout_of_chips().chips.size(), 2u);
  SeenDock<TrafficDock> one(make_run());
  EXPECT_TRUE(one.view.message().contains(QStringLiteral("no collectives")))
      << to_string(one.view.message());
}

}  // namespace
}  // namespace nscope::gui
