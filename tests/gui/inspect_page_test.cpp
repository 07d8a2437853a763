#include "app/gui/inspect/inspect_page.h"

#include "app/gui/inspect/dock_title.h"
#include "app/gui/inspect/layouts.h"
#include "tests/gui/run_fixtures.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <memory>
#include <set>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

class InspectPageTest : public testing::Test {
 protected:
  InspectPageTest() {
    page_.resize(1400, 900);
    page_.show();
    page_.set_trace(make_run());
  }
  QDockWidget* dock(const char* id) {
    return page_.findChild<QDockWidget*>(QString::fromLatin1(id));
  }

  InspectPage page_;
};

TEST_F(InspectPageTest, EveryDockOpensWithItsViewAndHasAName) {
  std::set<QString> titles;
  for (const DockKind& kind : dock_kinds()) {
    ASSERT_TRUE(page_.show_dock(QString::fromLatin1(kind.id))) << kind.id;
    QTest::qWait(20);
    QDockWidget* opened = dock(kind.id);
    ASSERT_NE(opened, nullptr);
    ASSERT_NE(opened->widget(), nullptr) << kind.id;
    EXPECT_FALSE(opened->widget()->accessibleName().isEmpty()) << kind.id;
    EXPECT_FALSE(opened->visibleRegion().isEmpty()) << kind.id << " is in front";
    EXPECT_TRUE(titles.insert(opened->windowTitle()).second) << kind.id;
    EXPECT_FALSE(kind.translated_shows().isEmpty());
  }
  EXPECT_FALSE(page_.show_dock(QStringLiteral("nothing")));
  EXPECT_EQ(page_.dock_view(QStringLiteral("nothing")), nullptr);
  EXPECT_EQ(page_.dock_actions().size(), dock_kinds().size());
}

std::shared_ptr<const Trace> make_gpu_run() {
  TraceBuilder builder;
  TraceWriter out(builder);
  const TrackId stream = out.track({.name = "stream 3", .kind = TrackKind::kEngine});
  out.slice(stream, out.intern("gemm"), TraceTime(0), TraceTime(400));
  out.finish();
  return builder.finish();
}

TEST_F(InspectPageTest, TheTabInFrontFitsTheRunUntilTheUserChoosesAnother) {
  const auto front = [this] {
    for (const char* id : {"analyses", "insights", "sql"}) {
      if (!dock(id)->visibleRegion().isEmpty()) return std::string(id);
    }
    return std::string();
  };
  EXPECT_EQ(front(), "insights") << "a run of engines";
  EXPECT_FALSE(page_.layout_undo().canUndo());
  page_.set_trace(make_gpu_run());
  EXPECT_EQ(front(), "analyses") << "most rules need engines";
  page_.set_trace(make_run());
  EXPECT_EQ(front(), "insights");
  page_.show_dock(QStringLiteral("sql"));
  page_.set_trace(make_gpu_run());
  EXPECT_EQ(front(), "sql");
  QTest::qWait(600);
  EXPECT_EQ(page_.layout_undo().count(), 1) << "only the choice of the user";
}

TEST_F(InspectPageTest, AShortExecutionInALongRunIsShown) {
  for (const std::int64_t end : {5'000, 1'000'000}) {
    TraceBuilder builder;
    TraceWriter out(builder);
    const TrackId stream = out.track({.name = "stream 3", .kind = TrackKind::kEngine});
    out.slice(stream, out.intern("gemm"), TraceTime(1000), TraceTime(400));
    const TrackId host = out.track({.name = "sampler", .kind = TrackKind::kHost});
    out.slice(host, out.intern("sample"), TraceTime(0), TraceTime(end));
    out.finish();
    page_.set_trace(builder.finish());
    const TimeView view = page_.timeline().view();
    if (end == 5'000) {
      EXPECT_EQ(view, page_.timeline().limits());
      continue;
    }
    EXPECT_LE(view.begin, 1000);
    EXPECT_GE(view.end, 1400);
    EXPECT_LT(view.span(), 600);
    page_.timeline().setFocus();
    QTest::keyClick(&page_.timeline(), Qt::Key_Home);
    EXPECT_EQ(page_.timeline().view(), page_.timeline().limits());
  }
}

TEST_F(InspectPageTest, ViewsAreMadeWhenFirstSeen) {
  InspectPage fresh;
  EXPECT_TRUE(fresh.jobs().empty());
  const QSignalSpy made(&fresh, &InspectPage::job_made);
  fresh.resize(1400, 900);
  fresh.show();
  QTest::qWait(20);
  EXPECT_EQ(static_cast<std::size_t>(made.count()), fresh.jobs().size());
  EXPECT_GT(made.count(), 0);
}

TEST_F(InspectPageTest, ALayoutComesBack) {
  dock("event")->close();
  ASSERT_TRUE(page_.show_dock(QStringLiteral("sql")));
  const QByteArray saved = page_.save_layout();
  InspectPage other;
  other.restore_layout(saved);
  other.resize(1400, 900);
  other.show();
  EXPECT_TRUE(other.findChild<QDockWidget*>(QStringLiteral("event"))->isHidden());
  EXPECT_FALSE(other.findChild<QDockWidget*>(QStringLiteral("sql"))->visibleRegion().isEmpty());
  other.reset_layout();
  EXPECT_FALSE(other.findChild<QDockWidget*>(QStringLiteral("event"))->isHidden());
  other.restore_layout(QByteArray("not a layout"));
  other.restore_layout(QByteArray());
  EXPECT_FALSE(other.findChild<QDockWidget*>(QStringLiteral("event"))->isHidden());
}

TEST_F(InspectPageTest, DocksKeepTheirShareOfThePage) {
  page_.show_dock(QStringLiteral("analyses"));
  QTest::qWait(50);
  const auto shares = [](const InspectPage& page) { return dock_shares(page); };
  page_.resizeDocks({dock("summary")}, {500}, Qt::Horizontal);
  page_.resizeDocks({dock("analyses")}, {300}, Qt::Vertical);
  QTest::qWait(50);
  // The release of the separator that was dragged.
  QTest::mouseRelease(&page_, Qt::LeftButton, {}, {1, 1});
  const DockShares before = shares(page_);
  ASSERT_NEAR(before["summary"], 500.0 / 1400, 0.02);
  ASSERT_NEAR(before["analyses"], 300.0 / 900, 0.04);
  for (const QSize size : {QSize(2400, 1400), QSize(1400, 900), QSize(2000, 1000)}) {
    page_.resize(size);
    QTest::qWait(50);
    EXPECT_NEAR(shares(page_)["summary"], before["summary"], 0.01) << size.width();
    EXPECT_NEAR(shares(page_)["analyses"], before["analyses"], 0.01) << size.height();
  }
  InspectPage other;
  other.restore_layout(page_.save_layout());
  other.resize(2400, 1400);
  other.show();
  QTest::qWait(50);
  EXPECT_NEAR(shares(other)["summary"], before["summary"], 0.01) << "in the next session";
  EXPECT_NEAR(shares(other)["analyses"], before["analyses"], 0.01);
}

TEST_F(InspectPageTest, LinksNameAPlaceOfAFile) {
  const QSignalSpy noticed(&page_, &InspectPage::noticed);
  page_.copy_link(page_.place());
  EXPECT_EQ(noticed.count(), 1) << "this run has no file";
  page_.set_trace(make_run(), {.capture = "/tmp/run.ntff"});
  page_.copy_link(page_.place());
  EXPECT_EQ(QApplication::clipboard()->text(), "/tmp/run.ntff");
  page_.timeline().set_view({100.0, 300.0});
  const std::unique_ptr<QMenu> menu(page_.timeline().make_event_menu(SliceId(std::size_t{0})));
  for (QAction* action : menu->actions()) {
    if (action->text() == "Copy Link to Event") action->trigger();
  }
  EXPECT_EQ(QApplication::clipboard()->text(), "/tmp/run.ntff#t=100ns-300ns&event=0");
}

TEST_F(InspectPageTest, TheStoredViewComesBack) {
  const TrackId vector = track_named(*page_.trace(), "VectorE")->id;
  page_.timeline().set_view({100.0, 300.0});
  page_.run().set_range(SelectedRange{{120.0, 200.0}, {vector}});
  page_.run().select(SliceId(std::size_t{1}));
  page_.timeline().set_color_mode(ColorMode::kOpcode);
  TrackArrangement arrangement = page_.timeline().arrangement();
  arrangement.pinned = {vector};
  page_.timeline().set_arrangement(arrangement);
  dock("event")->close();
  const std::string stored = page_.run().view_text();
  ASSERT_FALSE(stored.empty());
  InspectPage other;
  other.resize(1400, 900);
  other.show();
  other.set_trace(make_run(), {.view = stored});
  EXPECT_EQ(other.timeline().view(), (TimeView{100.0, 300.0}));
  ASSERT_TRUE(other.run().range());
  EXPECT_EQ(*other.run().range(), (SelectedRange{{120.0, 200.0}, {vector}}));
  EXPECT_EQ(other.run().selected_event(), SliceId(std::size_t{1}));
  EXPECT_EQ(other.timeline().color_mode(), ColorMode::kOpcode);
  EXPECT_EQ(other.timeline().arrangement().pinned, arrangement.pinned);
  QDockWidget* event = other.findChild<QDockWidget*>(QStringLiteral("event"));
  EXPECT_TRUE(event->isHidden());
  other.layout_undo().undo();
  EXPECT_FALSE(event->isHidden()) << "the docks of a session can be undone";
  const QSignalSpy failed(&other, &InspectPage::failed);
  other.set_trace(make_run(), {.view = "not JSON"});
  EXPECT_EQ(failed.count(), 1);
  EXPECT_NE(other.trace(), nullptr) << "the run is shown anyway";
}

TEST_F(InspectPageTest, LayoutsHaveNames) {
  Layouts layouts(page_, false);
  dock("event")->close();
  ASSERT_TRUE(layouts.save(QStringLiteral(" narrow & wide ")));
  page_.reset_layout();
  EXPECT_FALSE(dock("event")->isHidden());
  EXPECT_FALSE(layouts.apply(QStringLiteral("other")));
  ASSERT_TRUE(layouts.apply(QStringLiteral("narrow & wide")));
  EXPECT_TRUE(dock("event")->isHidden());
  layouts.show_timeline_only();
  EXPECT_TRUE(dock("summary")->isHidden());
  EXPECT_FALSE(layouts.save(QStringLiteral("  ")));
  for (int i = 1; i < Layouts::kMost; ++i) EXPECT_TRUE(layouts.save(QString::number(i)));
  EXPECT_FALSE(layouts.save(QStringLiteral("one too many")));
  EXPECT_TRUE(layouts.save(QStringLiteral("1"))) << "in place of itself";
  QMenu menu;
  layouts.fill(menu);
  emit menu.aboutToShow();
  QStringList titles;
  for (const QAction* action : menu.actions()) titles << action->text();
  EXPECT_TRUE(titles.contains(QStringLiteral("narrow && wide")));
  layouts.remove(QStringLiteral("1"));
  EXPECT_FALSE(layouts.names().contains(QStringLiteral("1")));
}

TEST_F(InspectPageTest, ChangesOfTheLayoutCanBeTakenBack) {
  QTest::qWait(600);
  page_.layout_undo().clear();
  dock("event")->close();
  ASSERT_TRUE(QTest::qWaitFor([this] { return page_.layout_undo().count() == 1; }, 3000));
  page_.layout_undo().undo();
  EXPECT_FALSE(dock("event")->isHidden());
  QTest::qWait(600);
  EXPECT_EQ(page_.layout_undo().count(), 1) << "taking back is no change of its own";
  page_.layout_undo().redo();
  EXPECT_TRUE(dock("event")->isHidden());
}

TEST_F(InspectPageTest, DocksInTabsShowTheirNameOnce) {
  const auto named = [this](const char* id) {
    return dynamic_cast<DockTitle*>(dock(id)->titleBarWidget()) != nullptr;
  };
  EXPECT_FALSE(named("sql"));
  EXPECT_TRUE(named("event"));
  dock("sql")->setFloating(true);
  EXPECT_TRUE(named("sql"));
  for (auto* button : dock("sql")->titleBarWidget()->findChildren<QToolButton*>()) {
    EXPECT_FALSE(button->accessibleName().isEmpty());
    if (button->accessibleName().startsWith("Close")) button->click();
  }
  EXPECT_TRUE(dock("sql")->isHidden());
}

TEST_F(InspectPageTest, SelectionIsSharedBothWays) {
  const SliceId matmul = Trace::slice_id(*track_named(*page_.trace(), "TensorE"), 0);
  page_.timeline().select(matmul);
  EXPECT_EQ(page_.run().selected_event(), matmul);
  page_.run().select(SliceId());
  EXPECT_FALSE(page_.timeline().selected().valid());
  page_.timeline().set_range(TimeView{100, 200});
  ASSERT_TRUE(page_.run().range().has_value());
  EXPECT_EQ(page_.run().range()->time, (TimeView{100, 200}));
  page_.run().set_range(std::nullopt);
  EXPECT_FALSE(page_.timeline().range().has_value());
  page_.run().zoom_to(matmul);
  EXPECT_EQ(page_.timeline().selected(), matmul);
  page_.set_trace(make_run());
  EXPECT_FALSE(page_.run().selected_event().valid()) << "another run, another selection";
}

}  // namespace
}  // namespace nscope::gui
