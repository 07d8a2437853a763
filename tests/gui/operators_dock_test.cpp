#include "app/gui/docks/operators/operators_dock.h"

#include "app/gui/text/text.h"
#include "tests/gui/docks_fixtures.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QSignalSpy>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

using analysis::OperatorTree;

OperatorTreePtr tree_of(const Trace& trace) {
  TaskControl control;
  auto tree = analysis::operator_tree(trace, analysis::Scope(trace, {}), control);
  EXPECT_TRUE(tree);
  return std::make_shared<const OperatorTree>(*std::move(tree));
}

QStringList names(const QAbstractItemModel& model, const QModelIndex& parent = {}) {
  QStringList all;
  for (int row = 0; row < model.rowCount(parent); ++row) {
    all << model.index(row, 0, parent).data().toString();
  }
  return all;
}

TEST(OperatorTreeModel, ShowsTheTreeWithItsFigures) {
  const LayeredRun run;
  OperatorTreeModel model;
  const QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.set_tree(run.trace, tree_of(*run.trace));
  EXPECT_EQ(names(model), (QStringList{"layer 0", "layer 1", "COPY"}));
  const QModelIndex layer = model.index(0, 0);
  EXPECT_EQ(names(model, layer), (QStringList{"MATMUL", "TENSOR_TENSOR"}));
  const auto text = [&](const QModelIndex& at, int column) {
    return at.siblingAtColumn(column).data().toString();
  };
  EXPECT_EQ(text(layer, OperatorTreeModel::kLevel), QStringLiteral("layer"));
  EXPECT_EQ(text(layer, OperatorTreeModel::kCount), QStringLiteral("3"));
  EXPECT_EQ(text(layer, OperatorTreeModel::kActive), to_qstring("260\u202fns"));
  const QModelIndex missing = model.index(2, OperatorTreeModel::kFlops);
  EXPECT_EQ(missing.data().toString(), QStringLiteral("–")) << "unknown is not zero";
  EXPECT_TRUE(
      missing.data(Qt::ToolTipRole).toString().startsWith(QStringLiteral("no FLOPs stated")));
  model.set_tree(nullptr, nullptr);
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(OperatorTreeModel, SortsEachLevelWithMissingValuesLast) {
  const LayeredRun run;
  OperatorTreeModel model;
  const QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.set_tree(run.trace, tree_of(*run.trace));
  const QPersistentModelIndex kept(model.index(0, 0));
  model.sort(OperatorTreeModel::kActive, Qt::AscendingOrder);
  EXPECT_EQ(names(model), (QStringList{"COPY", "layer 1", "layer 0"}));
  EXPECT_EQ(kept.row(), 2) << "the same node";
  EXPECT_EQ(names(model, model.index(2, 0)), (QStringList{"TENSOR_TENSOR", "MATMUL"}));
  model.sort(OperatorTreeModel::kFlops, Qt::AscendingOrder);
  EXPECT_EQ(names(model).front(), QStringLiteral("layer 0"));
  model.sort(OperatorTreeModel::kFlops, Qt::DescendingOrder);
  EXPECT_EQ(names(model).front(), QStringLiteral("layer 0"));
  model.sort(OperatorTreeModel::kName, Qt::DescendingOrder);
  EXPECT_EQ(names(model), (QStringList{"layer 1", "layer 0", "COPY"}));
  model.sort(-1, Qt::AscendingOrder);
  EXPECT_EQ(names(model), (QStringList{"layer 0", "layer 1", "COPY"})) << "as the tree comes";
}

TEST(OperatorTreeModel, FiltersByNameAndKeepsWhatIsAround) {
  const LayeredRun run;
  OperatorTreeModel model;
  const QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.set_tree(run.trace, tree_of(*run.trace));
  model.set_filter(QStringLiteral("tensor"));
  EXPECT_EQ(names(model), QStringList{"layer 0"});
  EXPECT_EQ(names(model, model.index(0, 0)), QStringList{"TENSOR_TENSOR"});
  model.set_filter(QStringLiteral("LAYER 0"));
  EXPECT_EQ(names(model, model.index(0, 0)), (QStringList{"MATMUL", "TENSOR_TENSOR"}))
      << "all below a match";
  EXPECT_FALSE(
      model.index_of(static_cast<std::uint32_t>(tree_of(*run.trace)->nodes.size() - 1)).isValid())
      << "hidden";
  model.set_filter(QStringLiteral("nothing like it"));
  EXPECT_EQ(model.rowCount(), 0);
  EXPECT_EQ(model.visible_nodes(), 0u);
  model.set_filter(QString());
  EXPECT_EQ(model.rowCount(), 3);
}

TEST(OperatorTreeModel, MakesRowsOnlyWhereTheyAreAskedFor) {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  constexpr int kEvents = 200'000;
  out.time_base({.ticks_per_ns = 1, .window_end = TraceTime(kEvents)});
  const auto vector = tracks.engine(0, Engine::kVector);
  for (int i = 0; i < kEvents; ++i) {
    const auto slice = out.slice(vector, out.intern("COPY"), TraceTime(i), TraceTime(1));
    out.arg(slice, out.intern(key::kLayer), "layer " + std::to_string(i % 50'000));
  }
  out.finish();
  const auto trace = builder.finish();
  OperatorTreeModel model;
  model.set_tree(trace, tree_of(*trace));
  EXPECT_EQ(model.rowCount(), 50'000);
  EXPECT_TRUE(model.hasChildren(model.index(49'999, 0)));
  EXPECT_EQ(model.rowCount(model.index(49'999, 0)), 1);
}

TEST(OperatorsDock, ARowMarksItsEventsOutAndEnterZoomsToTheLongest) {
  const LayeredRun run;
  SeenDock<OperatorsDock> dock(run.trace);
  QTreeView& view = dock.view.view();
  view.setCurrentIndex(dock.view.model().index(0, 0));
  for (const SliceId slice : {run.first, run.longest, run.sum}) {
    EXPECT_TRUE(highlighted(dock.run, slice));
  }
  EXPECT_FALSE(highlighted(dock.run, run.other));
  EXPECT_FALSE(highlighted(dock.run, run.copy));
  const QSignalSpy zoomed(&dock.run, &RunView::zoom_wanted);
  QTest::keyClick(&view, Qt::Key_Return);
  ASSERT_EQ(zoomed.count(), 1);
  EXPECT_EQ(dock.run.selected_event(), run.longest);
  QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
  EXPECT_TRUE(QApplication::clipboard()->text().startsWith(QStringLiteral("name,level,")));
  EXPECT_TRUE(QApplication::clipboard()->text().contains(QStringLiteral("layer 0,layer,3,")));
  QTest::keyClick(&view, Qt::Key_Escape);
  EXPECT_EQ(dock.run.highlight(), nullptr);
}

TEST(OperatorsDock, FollowsTheRangeAndSaysWhatItIsOf) {
  const LayeredRun run;
  SeenDock<OperatorsDock> dock(run.trace);
  EXPECT_TRUE(dock.view.caption_text().startsWith(QStringLiteral("whole run")));
  dock.run.set_range(SelectedRange{.time = {390, 530}});
  ASSERT_TRUE(QTest::qWaitFor([&] { return dock.view.model().rowCount() == 2; }, 5000));
  EXPECT_TRUE(dock.view.caption_text().startsWith(QStringLiteral("selection")));
  dock.run.set_range(SelectedRange{.time = {600, 700}});
  ASSERT_TRUE(QTest::qWaitFor([&] { return !dock.view.message().isEmpty(); }, 5000));
  EXPECT_TRUE(dock.view.message().contains(QStringLiteral("range")));
}

TEST(OperatorsDock, TypingFilters) {
  const LayeredRun run;
  SeenDock<OperatorsDock> dock(run.trace);
  QTest::keyClicks(&dock.view.filter(), QStringLiteral("tensor_"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return dock.view.model().rowCount() == 1; }, 5000));
  EXPECT_TRUE(dock.view.view().isExpanded(dock.view.model().index(0, 0)));
  QTest::keyClicks(&dock.view.filter(), QStringLiteral("zzz"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return dock.view.model().rowCount() == 0; }, 5000));
  EXPECT_TRUE(dock.view.caption_text().startsWith(QStringLiteral("no matches")));
}

TEST(OperatorsDock, ItsLayoutComesBack) {
  const LayeredRun run;
  SeenDock<OperatorsDock> dock(run.trace);
  dock.view.view().header()->resizeSection(0, 222);
  SeenDock<OperatorsDock> other(run.trace);
  other.view.restore_state(dock.view.save_state());
  EXPECT_EQ(other.view.view().header()->sectionSize(0), 222);
  other.view.restore_state(QByteArray("nonsense"));
  EXPECT_EQ(other.view.view().header()->sectionSize(0), 222);
}

}  // namespace
}  // namespace nscope::gui
