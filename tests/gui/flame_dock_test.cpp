#include "app/gui/docks/operators/flame_dock.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/tokens.h"
#include "tests/gui/docks_fixtures.h"

#include <QSignalSpy>
#include <QToolTip>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

using analysis::OperatorTree;

OperatorTree tree_of(const Trace& trace) {
  TaskControl control;
  auto tree = analysis::operator_tree(trace, analysis::Scope(trace, {}), control);
  EXPECT_TRUE(tree);
  return *std::move(tree);
}

QString name_of(const Trace& trace, const OperatorTree& tree, const FlameBlock& block) {
  if (block.narrow > 0) return QStringLiteral("+%1").arg(block.narrow);
  return block.node == FlameBlock::kAll ? QStringLiteral("all")
                                        : node_name(trace, tree.nodes[block.node]);
}

QStringList names_of(const Trace& trace, const OperatorTree& tree,
                     const std::vector<FlameBlock>& blocks) {
  QStringList names;
  for (const FlameBlock& block : blocks) {
    names << QStringLiteral("%1:%2").arg(block.depth).arg(name_of(trace, tree, block));
  }
  return names;
}

TEST(FlameLayout, PartsStandUnderTheirWholeAndFillIt) {
  const LayeredRun run;
  const OperatorTree tree = tree_of(*run.trace);
  const auto blocks =
      flame_layout(flame_nodes(tree, FlameWidth::kEngineTime), FlameBlock::kAll, 0.0);
  EXPECT_EQ(names_of(*run.trace, tree, blocks),
            (QStringList{"0:all", "1:layer 0", "1:layer 1", "1:COPY", "2:MATMUL", "2:TENSOR_TENSOR",
                         "2:MATMUL"}));
  EXPECT_DOUBLE_EQ(blocks[1].end, 310.0 / 380.0);
  EXPECT_DOUBLE_EQ(blocks[3].end, 1.0);
  EXPECT_DOUBLE_EQ(blocks[4].end, 210.0 / 380.0);
  EXPECT_DOUBLE_EQ(blocks[5].end, blocks[1].end) << "its parts fill layer 0";
}

TEST(FlameLayout, GoesIntoANode) {
  const LayeredRun run;
  const OperatorTree tree = tree_of(*run.trace);
  const auto blocks = flame_layout(flame_nodes(tree, FlameWidth::kEngineTime), 0, 0.0);
  EXPECT_EQ(names_of(*run.trace, tree, blocks),
            (QStringList{"0:all", "1:layer 0", "2:MATMUL", "2:TENSOR_TENSOR"}));
  EXPECT_DOUBLE_EQ(blocks[1].end, 1.0);
}

TEST(FlameLayout, NarrowPartsStandTogetherAndNothingIsNoBlock) {
  const LayeredRun run;
  const OperatorTree tree = tree_of(*run.trace);
  const auto blocks =
      flame_layout(flame_nodes(tree, FlameWidth::kEngineTime), FlameBlock::kAll, 0.2);
  EXPECT_EQ(names_of(*run.trace, tree, blocks),
            (QStringList{"0:all", "1:layer 0", "1:+2", "2:MATMUL", "2:TENSOR_TENSOR"}));
  EXPECT_DOUBLE_EQ(blocks[2].end, 1.0);
  const auto flops = flame_layout(flame_nodes(tree, FlameWidth::kFlops), FlameBlock::kAll, 0.0);
  EXPECT_EQ(names_of(*run.trace, tree, flops), (QStringList{"0:all", "1:layer 0", "2:MATMUL"}));
}

TEST(FlameView, ColoursAreThoseOfTheTimeline) {
  const LayeredRun run;
  const OperatorTree tree = tree_of(*run.trace);
  EXPECT_EQ(node_color(*run.trace, tree.nodes[0]), name_color("layer 0"));
  for (const auto& node : tree.nodes) {
    if (run.trace->text(node.totals.name) == "COPY") {
      EXPECT_EQ(node_color(*run.trace, node), engine_color(Engine::kVector));
    }
  }
}

TEST(FlameDock, AClickGoesInAndEscOut) {
  const LayeredRun run;
  SeenDock<FlameDock> dock(run.trace);
  FlameView& view = dock.view.view();
  ASSERT_GT(view.blocks().size(), 3u);
  const FlameBlock layer = view.blocks()[1];
  QTest::mouseClick(&view, Qt::LeftButton, {}, view.rect_of(layer).center().toPoint());
  EXPECT_EQ(view.root(), layer.node);
  EXPECT_TRUE(highlighted(dock.run, run.sum));
  EXPECT_FALSE(highlighted(dock.run, run.copy));
  QTest::keyClick(&view, Qt::Key_Escape);
  EXPECT_EQ(view.root(), FlameBlock::kAll);
  EXPECT_EQ(view.current(), FlameBlock::kAll);
  EXPECT_EQ(dock.run.highlight(), nullptr);
  QTest::mouseClick(&view, Qt::LeftButton, {}, view.rect_of(layer).center().toPoint());
  QTest::mouseDClick(&view, Qt::LeftButton, {}, view.rect_of(layer).center().toPoint());
  EXPECT_EQ(dock.run.selected_event(), run.longest);
}

TEST(FlameDock, TheKeyboardReachesEveryBlock) {
  const LayeredRun run;
  SeenDock<FlameDock> dock(run.trace);
  FlameView& view = dock.view.view();
  const Trace& trace = *run.trace;
  const auto current = [&] {
    return view.current() == FlameBlock::kAll
               ? QStringLiteral("all")
               : node_name(trace, dock.view.tree()->nodes[view.current()]);
  };
  QStringList walked;
  for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Right, Qt::Key_Right, Qt::Key_Right, Qt::Key_Left,
                            Qt::Key_Down, Qt::Key_Up, Qt::Key_Up, Qt::Key_Up}) {
    QTest::keyClick(&view, key);
    walked << current();
  }
  EXPECT_EQ(walked, (QStringList{"layer 0", "layer 1", "COPY", "COPY", "layer 1", "MATMUL",
                                 "layer 1", "all", "all"}));
  EXPECT_TRUE(view.accessibleDescription().contains(QStringLiteral("Operators")));
  QTest::keyClick(&view, Qt::Key_Down);
  QTest::keyClick(&view, Qt::Key_Return);
  EXPECT_EQ(view.root(), view.current());
  const QSignalSpy zoomed(&dock.run, &RunView::zoom_wanted);
  QTest::keyClick(&view, Qt::Key_Return, Qt::ControlModifier);
  EXPECT_EQ(zoomed.count(), 1);
  EXPECT_EQ(dock.run.selected_event(), run.longest);
  QTest::keyClick(&view, Qt::Key_Home);
  EXPECT_EQ(view.root(), FlameBlock::kAll);
}

TEST(FlameDock, TellsFiguresAndWhatWidthMeans) {
  const LayeredRun run;
  SeenDock<FlameDock> dock(run.trace);
  FlameView& view = dock.view.view();
  const QString tip = view.tool_tip(view.blocks()[1]);
  EXPECT_TRUE(tip.startsWith(QStringLiteral("layer 0 · layer"))) << to_string(tip);
  EXPECT_TRUE(tip.contains(QStringLiteral("Exposed"))) << to_string(tip);
  const std::size_t blocks = view.blocks().size();
  dock.view.width_box().setCurrentIndex(1);
  EXPECT_EQ(view.width_of(), FlameWidth::kFlops);
  EXPECT_LT(view.blocks().size(), blocks);
  SeenDock<FlameDock> other(nullptr);
  other.view.restore_state(dock.view.save_state());
  EXPECT_EQ(other.view.width_box().currentIndex(), 1);
  EXPECT_FALSE(other.view.message().isEmpty());
}

}  // namespace
}  // namespace nscope::gui
