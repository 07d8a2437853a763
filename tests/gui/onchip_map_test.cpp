#include "app/gui/docks/memory/onchip_map_view.h"
#include "app/gui/docks/memory_dock.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/tokens.h"
#include "tests/gui/docks_fixtures.h"
#include "tests/gui/run_fixtures.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <random>

#include <gtest/gtest.h>
#include <qcustomplot.h>

namespace nscope::gui {
namespace {

constexpr QRgb kRed = 0xffff0000;
constexpr QRgb kBlue = 0xff0000ff;

OnchipBlock block(double begin, double end, double low, double high, QRgb color = kRed,
                  bool hatched = false) {
  return {.begin = begin,
          .end = end,
          .low = low,
          .high = high,
          .color = color,
          .hatched = hatched,
          .lifetime = 0};
}

TEST(OnchipBlocks, AreDrawnToScale) {
  const std::vector<OnchipBlock> blocks{block(0, 50, 0, 50), block(70, 70, 80, 81, kBlue)};
  const OnchipViewport all{0, 100, 0, 100};
  const QImage image = draw_blocks(blocks, all, {100, 100}, 1.0, Qt::white, Qt::black);
  EXPECT_EQ(image.pixel(10, 90), kRed) << "address 0 is at the bottom";
  EXPECT_EQ(image.pixel(48, 52), kRed);
  EXPECT_EQ(image.pixel(49, 90), 0xffffffff) << "a gap separates neighbours";
  EXPECT_EQ(image.pixel(60, 90), 0xffffffff);
  EXPECT_EQ(image.pixel(70, 19), kBlue) << "a block without duration has one pixel";
  const QImage part = draw_blocks(blocks, {40, 60, 40, 60}, {20, 20}, 1.0, Qt::white, Qt::black);
  EXPECT_EQ(part.pixel(2, 18), kRed);
  EXPECT_EQ(part.pixel(15, 5), 0xffffffff);
  const std::vector<OnchipBlock> spilled{block(0, 100, 0, 100, kRed, true)};
  const QImage hatched = draw_blocks(spilled, all, {100, 100}, 1.0, Qt::white, Qt::black);
  int lines = 0;
  for (int x = 0; x < 60; ++x) lines += hatched.pixel(x, 50) != kRed ? 1 : 0;
  EXPECT_EQ(lines, 20) << "two of six pixels";
}

TEST(OnchipBlocks, AreFoundUnderAndNearAPoint) {
  const std::vector<OnchipBlock> blocks{block(0, 100, 0, 50), block(20, 40, 10, 20),
                                        block(200, 201, 0, 50)};
  EXPECT_EQ(block_at(blocks, 30, 15, 1, 1), 1u) << "the one that is drawn last";
  EXPECT_EQ(block_at(blocks, 60, 15, 1, 1), 0u);
  EXPECT_EQ(block_at(blocks, 19.5, 15, 1, 1), 0u) << "under the point before near it";
  EXPECT_EQ(block_at(blocks, 203, 15, 3, 1), 2u);
  EXPECT_EQ(block_at(blocks, 150, 15, 3, 1), std::nullopt);
}

TEST(OnchipBlocks, AreNeighboursInTimeAndAddress) {
  std::vector<OnchipBlock> blocks{block(10, 90, 50, 60), block(0, 100, 0, 10),
                                  block(20, 30, 20, 30), block(20, 30, 80, 90)};
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    blocks[i].lifetime = static_cast<std::uint32_t>(i);
  }
  EXPECT_EQ(first_block(blocks), 1u);
  EXPECT_EQ(first_block({}), std::nullopt);
  EXPECT_EQ(next_block(blocks, 1, BlockStep::kLater), 0u);
  EXPECT_EQ(next_block(blocks, 0, BlockStep::kLater), 2u);
  EXPECT_EQ(next_block(blocks, 2, BlockStep::kLater), 3u);
  EXPECT_EQ(next_block(blocks, 3, BlockStep::kLater), std::nullopt);
  EXPECT_EQ(next_block(blocks, 0, BlockStep::kEarlier), 1u);
  EXPECT_EQ(next_block(blocks, 2, BlockStep::kUp), 0u);
  EXPECT_EQ(next_block(blocks, 2, BlockStep::kDown), 1u);
  EXPECT_EQ(next_block(blocks, 1, BlockStep::kDown), std::nullopt);
}

// 100,000 blocks are drawn many times a second. The limit is far above the usual time, because
// tests share their machine.
TEST(OnchipBlocks, AreDrawnQuickly) {
  std::mt19937 random(5);
  std::vector<OnchipBlock> blocks;
  for (int i = 0; i < 100'000; ++i) {
    const double begin = static_cast<double>(random() % 1'000'000);
    const double low = static_cast<double>(random() % 229'000);
    blocks.push_back(block(begin, begin + static_cast<double>(random() % 5'000), low,
                           low + static_cast<double>(random() % 4'096), kRed, i % 10 == 0));
  }
  QElapsedTimer timer;
  timer.start();
  const QImage image =
      draw_blocks(blocks, {0, 1e6, 0, 229'376}, {1600, 800}, 2.0, Qt::white, Qt::black);
  const auto drawn = timer.nsecsElapsed();
  for (int i = 0; i < 10; ++i) block_at(blocks, 5e5, 1e5 + i, 100, 100);
  const auto found = (timer.nsecsElapsed() - drawn) / 10;
  std::printf("%.1f ms to draw, %.2f ms to find\n", static_cast<double>(drawn) / 1e6,
              static_cast<double>(found) / 1e6);
  EXPECT_LT(drawn, 500'000'000);
  EXPECT_LT(found, 100'000'000);
}

/// Two buffers in SBUF, one in PSUM; the first is saved to HBM and reloaded into the second.
struct KernelRun {
  KernelRun() {
    TraceWriter out(builder);
    NeuronTracks tracks(out);
    out.time_base({.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = TraceTime(1000)});
    out.property(std::string(property::kGeneration), std::string("v3"));
    const auto add = [&](Engine engine, std::string_view opcode, int begin,
                         std::string_view operands) {
      const SliceId slice =
          out.slice(tracks.engine(0, engine), out.intern(opcode), TraceTime(begin), TraceTime(20));
      out.arg(slice, out.intern(key::kOperands), operands);
    };
    add(Engine::kVector, "MEMSET", 100, "value=0x0 dst=fp32@0x4000[1][16384] channels=128");
    add(Engine::kSync, "DMA_DIRECT2D", 200,
        "src_elem_size=65536 dst_elem_size=65536 src_pattern=[262144,1][128,1] "
        "dst_pattern=[65536,1][128,1] src_addr_imm=0x802000004000 dst_addr_imm=0x800001000000");
    add(Engine::kSync, "DMA_DIRECT2D", 600,
        "src_elem_size=65536 dst_elem_size=65536 src_pattern=[65536,1][128,1] "
        "dst_pattern=[262144,1][128,1] src_addr_imm=0x800001000000 dst_addr_imm=0x802000020000");
    add(Engine::kTensor, "MATMUL", 800,
        "acc_flags=3 src=fp32@0x20000[1,0,0][512,1,1] dst=0x2000000[1,0,0][512,1,1] 128*128");
    out.finish();
    trace = builder.finish();
  }
  TraceBuilder builder;
  std::shared_ptr<const Trace> trace;
};

/// The dock with the tab of the map in front.
struct MapDock : SeenDock<MemoryDock> {
  explicit MapDock(std::shared_ptr<const Trace> trace) : SeenDock(std::move(trace)) {
    view.tabs().setCurrentWidget(&view.map());
    settle();
  }
};

TEST(OnchipMapPanel, ShowsTheMapOfACore) {
  const KernelRun kernel;
  MapDock dock(kernel.trace);
  OnchipMapPanel& panel = dock.view.map();
  ASSERT_TRUE(panel.message().isEmpty()) << to_string(panel.message());
  ASSERT_EQ(panel.view().blocks().size(), 2u);
  EXPECT_FALSE(panel.core_box().isVisible()) << "there is only one";
  EXPECT_EQ(panel.memory_box().currentText(), QStringLiteral("SBUF"));
  // The space before the unit depends on the language.
  EXPECT_TRUE(panel.peak().contains(QStringLiteral("64.0"))) << to_string(panel.peak());
  EXPECT_TRUE(panel.peak().contains(QStringLiteral("224"))) << to_string(panel.peak());
  EXPECT_TRUE(panel.view().blocks()[0].hatched);
  const QString tip = panel.view().tool_tip(0);
  EXPECT_TRUE(tip.contains(QStringLiteral("MEMSET"))) << to_string(tip);
  EXPECT_TRUE(tip.contains(QStringLiteral("saved"))) << to_string(tip);
  EXPECT_TRUE(tip.contains(QStringLiteral("Writes: 1, reads: 1"))) << to_string(tip);
  EXPECT_TRUE(panel.view().tool_tip(1).contains(QStringLiteral("reloaded")));
  EXPECT_FALSE(panel.view().plot().accessibleName().isEmpty());
  panel.memory_box().setCurrentIndex(1);
  ASSERT_EQ(panel.view().blocks().size(), 1u);
  EXPECT_EQ(panel.view().viewport().high, 16384);
  EXPECT_FALSE(panel.view().blocks()[0].hatched);
}

TEST(OnchipMapPanel, LeadsToTheWriterByMouseAndKeyboard) {
  const KernelRun kernel;
  MapDock dock(kernel.trace);
  OnchipMapView& map = dock.view.map().view();
  const QSignalSpy shown(&dock.run, &RunView::reveal_wanted);
  QCustomPlot& plot = map.plot();
  const OnchipBlock& second = map.blocks()[1];
  QTest::mouseClick(&plot, Qt::LeftButton, {},
                    QPoint(static_cast<int>(plot.xAxis->coordToPixel(second.begin + 100)),
                           static_cast<int>(plot.yAxis->coordToPixel(second.low + 30'000))));
  ASSERT_EQ(shown.count(), 1);
  EXPECT_EQ(shown[0][0].value<SliceId>(), map.event_of(1));
  EXPECT_EQ(dock.run.selected_event(), map.event_of(1));
  EXPECT_EQ(map.current(), 1u);
  QTest::keyClick(&plot, Qt::Key_Left);
  EXPECT_EQ(map.current(), 0u);
  EXPECT_TRUE(plot.accessibleDescription().contains(QStringLiteral("MEMSET")));
  QTest::keyClick(&plot, Qt::Key_Return);
  EXPECT_EQ(dock.run.selected_event(), map.event_of(0));
  dock.run.select(map.event_of(1));
  EXPECT_EQ(map.current(), 1u) << "the map follows the selected event";
  const double before = map.viewport().end - map.viewport().begin;
  QTest::keyClick(&plot, Qt::Key_Plus);
  EXPECT_LT(map.viewport().end - map.viewport().begin, before);
  QTest::keyClick(&plot, Qt::Key_Home);
  EXPECT_DOUBLE_EQ(map.viewport().end - map.viewport().begin, before);
}

TEST(OnchipMapPanel, SaysWhyItIsEmpty) {
  MapDock dock(make_run());
  EXPECT_TRUE(dock.view.map().message().contains(QStringLiteral("addresses in SBUF or PSUM")))
      << to_string(dock.view.map().message());
  const KernelRun kernel;
  dock.run.set_trace(kernel.trace);
  dock.settle();
  EXPECT_TRUE(dock.view.map().message().isEmpty());
  EXPECT_EQ(dock.view.map().view().blocks().size(), 2u);
  dock.run.set_range(SelectedRange{.time = {0, 300}, .tracks = {}});
  dock.settle();
  EXPECT_EQ(dock.view.map().view().blocks().size(), 1u);
  EXPECT_DOUBLE_EQ(dock.view.map().view().viewport().end, 300);
}

}  // namespace
}  // namespace nscope::gui
