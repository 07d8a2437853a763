#include "app/gui/inspect/inspect_page.h"

#include "app/gui/inspect/dock_title.h"
#include "app/gui/inspect/layouts.h"
#include "tests/gui/run_fixtures.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
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
