#include "app/gui/docks/regions/regions_dock.h"

#include "app/gui/text/text.h"
#include "app/gui/timeline/paint/region_band.h"
#include "app/gui/timeline/paint/timeline_frame.h"
#include "tests/gui/docks_fixtures.h"
#include "tests/gui/run_fixtures.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QSignalSpy>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

/// Core 0 has four layers of 100 ns; layer 2 takes 150 ns. Each multiplies for 60 ns. Core 1 has
/// one.
std::shared_ptr<const Trace> layers_on_two_cores() {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  out.time_base({.ticks_per_ns = 1000, .window_end = TraceTime(1'000'000)});
  std::int64_t begin = 0;
  for (int i = 0; i < 4; ++i) {
    const std::int64_t length = i == 2 ? 150'000 : 100'000;
    const std::string name = "layer " + std::to_string(i);
    out.slice(tracks.layers(0), out.intern(name), TraceTime(begin), TraceTime(length));
    const SliceId work = out.slice(tracks.engine(0, Engine::kTensor), out.intern("MATMUL"),
                                   TraceTime(begin), TraceTime(60'000));
    out.arg(work, out.intern(key::kHbmReadBytes), std::int64_t{1000 * (i + 1)});
    begin += length;
  }
  out.slice(tracks.layers(1), out.intern("layer 0"), TraceTime(0), TraceTime(100'000));
  out.slice(tracks.engine(1, Engine::kTensor), out.intern("MATMUL"), TraceTime(0),
            TraceTime(60'000));
  out.finish();
  return builder.finish();
}

/// The text of a figure in a column of the comparison, with plain spaces.
QString figure(RegionsDock& dock, const char* title, int column) {
  const TableModel& model = dock.figures().model();
  for (int row = 0; row < model.rowCount(); ++row) {
    if (model.index(row, 0).data().toString() != QLatin1String(title)) continue;
    return model.index(row, column).data().toString().replace(QChar(0x202f), QLatin1Char(' '));
  }
  return QStringLiteral("no row ") + QLatin1String(title);
}

TEST(RegionsDock, ComparesTheFirstRegionsWithTheSlowest) {
  SeenDock<RegionsDock> dock(layers_on_two_cores());
  const QAbstractItemModelTester list(&dock.view.model(),
                                      QAbstractItemModelTester::FailureReportingMode::Fatal);
  const QAbstractItemModelTester figures(&dock.view.figures().model(),
                                         QAbstractItemModelTester::FailureReportingMode::Fatal);
  ASSERT_TRUE(dock.view.message().isEmpty()) << to_string(dock.view.message());
  ASSERT_EQ(dock.view.model().rowCount(), 5);
  EXPECT_EQ(dock.view.model().checked(), (std::vector<std::size_t>{0, 1, 3}));
  EXPECT_TRUE(dock.view.notes().contains(QStringLiteral("at least two")));
  ASSERT_EQ(dock.view.figures().model().columnCount(), 4);
  const auto header = [&](int column) {
    return dock.view.figures()
        .model()
        .headerData(column, Qt::Horizontal, Qt::DisplayRole)
        .toString();
  };
  EXPECT_EQ(header(1), QStringLiteral("layer 0, core 0"));
  EXPECT_EQ(header(3), QStringLiteral("layer 2, core 0"));
  EXPECT_EQ(figure(dock.view, "Duration", 1), QStringLiteral("100 ns"));
  EXPECT_EQ(figure(dock.view, "Duration", 2), QStringLiteral("100 ns"));
  EXPECT_EQ(figure(dock.view, "Duration", 3), QStringLiteral("150 ns  +50.0 %"));
  EXPECT_EQ(figure(dock.view, "TensorE busy", 3), QStringLiteral("40.0 %  −20.0 pp"));
  EXPECT_TRUE(figure(dock.view, "HBM bytes", 3).endsWith(QStringLiteral("+200.0 %")));
  EXPECT_EQ(figure(dock.view, "Idle", 3), QStringLiteral("90 ns  +125.0 %"));
}

TEST(RegionsDock, LongNamesOfFiguresDoNotHideTheValues) {
  SeenDock<RegionsDock> dock(layers_on_two_cores());
  const QHeaderView& header = *dock.view.figures().view().horizontalHeader();
  for (int c = 0; c < header.count(); ++c) {
    EXPECT_LE(header.sectionSize(c), 200) << c;
    EXPECT_GT(header.sectionSize(c), 60) << c;
  }
}

TEST(RegionsDock, ComparesAnyNumberWithTheirMedian) {
  SeenDock<RegionsDock> dock(layers_on_two_cores());
  dock.view.filter().setText(QStringLiteral("LAYER"));
  dock.view.all_button().click();
  EXPECT_EQ(dock.view.model().checked().size(), 5u);
  dock.view.baseline().setCurrentIndex(1);
  EXPECT_EQ(dock.view.figures().model().columnCount(), 7);
  EXPECT_EQ(figure(dock.view, "Duration", 1), QStringLiteral("100 ns")) << "the median";
  EXPECT_EQ(figure(dock.view, "Duration", 2), QStringLiteral("100 ns")) << "no difference";
  EXPECT_EQ(figure(dock.view, "Duration", 5), QStringLiteral("150 ns  +50.0 %"));
  dock.view.filter().setText(QStringLiteral("layer 2"));
  dock.view.all_button().click();
  EXPECT_EQ(dock.view.model().checked(), (std::vector<std::size_t>{3})) << "those that are shown";
  dock.view.model().check_only({});
  EXPECT_TRUE(dock.view.figures().message().contains(QStringLiteral("No region is checked")));
}

TEST(RegionsDock, KeysCheckARegionAndSelectItsTime) {
  SeenDock<RegionsDock> dock(layers_on_two_cores());
  QTreeView& list = dock.view.list();
  list.setCurrentIndex(list.model()->index(4, 0));
  QTest::keyClick(&list, Qt::Key_Space);
  EXPECT_EQ(dock.view.model().checked(), (std::vector<std::size_t>{0, 1, 3, 4}));
  QTest::keyClick(&list, Qt::Key_Space);
  EXPECT_EQ(dock.view.model().checked(), (std::vector<std::size_t>{0, 1, 3}));
  QSignalSpy time(&dock.run, &RunView::time_wanted);
  QTest::keyClick(&list, Qt::Key_Return);
  ASSERT_TRUE(dock.run.range());
  EXPECT_EQ(dock.run.range()->time, (TimeView{350'000, 450'000})) << "layer 3, exactly";
  EXPECT_EQ(time.size(), 1);
  dock.settle();
  EXPECT_EQ(dock.view.model().rowCount(), 5) << "the list is that of the whole run";
}

TEST(RegionsDock, TheTimelineNamesTheRegionsOfOneCore) {
  SeenDock<RegionsDock> dock(layers_on_two_cores());
  ASSERT_TRUE(dock.run.regions());
  EXPECT_EQ(dock.run.regions()->regions.size(), 4u);
  EXPECT_EQ(dock.run.regions()->title, QStringLiteral("Regions of core 0"));
  dock.view.list().setCurrentIndex(dock.view.list().model()->index(1, 0));
  ASSERT_TRUE(dock.run.regions());
  EXPECT_EQ(dock.run.regions()->title, QStringLiteral("Regions of core 1"));
  EXPECT_EQ(dock.run.regions()->regions.size(), 1u);
  dock.view.band_button().setChecked(false);
  EXPECT_FALSE(dock.run.regions());
}

TEST(RegionsDock, SaysWhyThereIsNothingToCompare) {
  SeenDock<RegionsDock> none(nullptr);
  EXPECT_TRUE(none.view.message().contains(QStringLiteral("Open a capture")));
  SeenDock<RegionsDock> dock(layers_on_two_cores());
  dock.view.method().setCurrentIndex(2);
  dock.settle();
  EXPECT_TRUE(dock.view.message().contains(QStringLiteral("states its kernel")))
      << to_string(dock.view.message());
  EXPECT_FALSE(dock.run.regions());
  const QByteArray state = dock.view.save_state();
  dock.view.method().setCurrentIndex(0);
  dock.settle();
  EXPECT_TRUE(dock.view.message().isEmpty());
  dock.view.restore_state(state);
  EXPECT_EQ(dock.view.method().currentIndex(), 2);
  dock.view.restore_state("not a state");
  EXPECT_EQ(dock.view.method().currentIndex(), 2);
}

TEST(RegionsDock, ATypedTextFiltersTheList) {
  SeenDock<RegionsDock> dock(layers_on_two_cores());
  dock.view.enter(QStringLiteral("LAYER 0"));
  EXPECT_EQ(dock.view.list().model()->rowCount(), 2) << "of both cores";
}

TEST(RegionBand, AClickSelectsTheRegion) {
  RegionBand band;
  EXPECT_TRUE(band.isHidden());
  band.resize(kGutterWidth + 100, band.height());
  band.set_regions(std::make_shared<const NamedRegions>(
      NamedRegions{QStringLiteral("Regions"),
                   {{{0, 60}, QStringLiteral("outer")}, {{20, 30}, QStringLiteral("inner")}}}));
  EXPECT_FALSE(band.isHidden());
  band.set_view({0, 100});
  band.set_content_width(kGutterWidth + 100);
  EXPECT_EQ(band.region_at(kGutterWidth + 25), 1u);
  EXPECT_EQ(band.region_at(kGutterWidth + 45), 0u);
  EXPECT_EQ(band.region_at(kGutterWidth + 80), std::nullopt);
  EXPECT_EQ(band.region_at(10), std::nullopt) << "the title";
  QSignalSpy chosen(&band, &RegionBand::chosen);
  QTest::mouseClick(&band, Qt::LeftButton, {}, QPoint(kGutterWidth + 45, 10));
  ASSERT_EQ(chosen.size(), 1);
  const auto range = chosen[0][0].value<std::optional<SelectedRange>>();
  ASSERT_TRUE(range);
  EXPECT_EQ(range->time, (TimeView{0, 60}));
  band.set_regions(nullptr);
  EXPECT_TRUE(band.isHidden());
}

}  // namespace
}  // namespace nscope::gui
