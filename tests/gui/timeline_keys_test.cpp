// Keys in the whole window, visited places, the menu and the notes of events.
#include "app/gui/docks/annotations_dock.h"
#include "app/gui/docks/search_dock.h"
#include "app/gui/inspect/inspect_page.h"
#include "app/gui/run/visited_places.h"
#include "app/gui/timeline/paint/event_notes.h"
#include "tests/gui/run_fixtures.h"

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTest>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

VisitedPlace place_at(double begin) {
  return {.view = {begin, begin + 10.0}, .event = {}, .range = {}};
}

TEST(VisitedPlaces, GoBackAndForwardLikeABrowser) {
  VisitedPlaces places;
  EXPECT_FALSE(places.back());
  for (const double begin : {0.0, 100.0, 200.0, 200.0}) places.visit(place_at(begin));
  EXPECT_EQ(places.back()->view.begin, 100.0) << "an unchanged place is one place";
  EXPECT_EQ(places.back()->view.begin, 0.0);
  EXPECT_FALSE(places.back());
  EXPECT_EQ(places.forward()->view.begin, 100.0);
  places.visit(place_at(500.0));
  EXPECT_FALSE(places.forward()) << "a new place replaces those ahead";
  EXPECT_EQ(places.back()->view.begin, 100.0);
  for (int i = 0; i < 1000; ++i) places.visit(place_at(i));
  int steps = 0;
  while (places.back()) ++steps;
  EXPECT_LT(steps, 200);
}

class TimelineKeysTest : public testing::Test {
 protected:
  TimelineKeysTest() {
    page_.resize(1400, 900);
    page_.show();
    page_.set_trace(make_run());
    page_.activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&page_));
    QTest::qWait(20);
  }
  TimelineWidget& timeline() { return page_.timeline(); }
  SliceId vector_event(std::size_t row) {
    return Trace::slice_id(*track_named(*page_.trace(), "VectorE"), row);
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QWidget* focus = page_.focusWidget();
    QTest::keyClick(focus != nullptr ? focus : &page_, key, modifiers);
  }
  QAction* action(QMenu& menu, const QString& text) {
    for (QAction* one : menu.actions()) {
      if (one->text() == text) return one;
    }
    return nullptr;
  }

  InspectPage page_;
};

TEST_F(TimelineKeysTest, AFieldBehindAnotherTabDoesNotTakeTheKeys) {
  page_.show_dock(QStringLiteral("search"));
  QLineEdit& query = page_.view<SearchDock>("search").query();
  query.setFocus();
  QTest::qWait(20);
  ASSERT_EQ(page_.focusWidget(), &query);
  page_.show_dock(QStringLiteral("insights"));
  QTest::qWait(20);
  const double before = timeline().view().span();
  press(Qt::Key_W);
  EXPECT_EQ(query.text(), "");
  EXPECT_LT(timeline().view().span(), before);
}

TEST_F(TimelineKeysTest, KeysWorkAfterAToolbarButton) {
  QPushButton& legend = page_.timeline_panel().bar().legend_button();
  legend.setFocus();
  ASSERT_EQ(page_.focusWidget(), &legend);
  const double span = timeline().view().span();
  press(Qt::Key_W);
  EXPECT_LT(timeline().view().span(), span);
  press(Qt::Key_Home);
  EXPECT_EQ(timeline().view(), timeline().limits());
  timeline().select(vector_event(2));
  press(Qt::Key_Escape);
  EXPECT_FALSE(timeline().selected().valid());
}

TEST_F(TimelineKeysTest, TextFieldsKeepTheirLetters) {
  QLineEdit& filter = page_.timeline_panel().bar().filter();
  filter.setFocus();
  const TimeView before = timeline().view();
  press(Qt::Key_W);
  EXPECT_EQ(timeline().view(), before);
  EXPECT_EQ(filter.text(), QStringLiteral("w"));
}

TEST_F(TimelineKeysTest, AltLeftAndRightVisitPlaces) {
  QTest::qWait(450);
  const TimeView start = timeline().view();
  timeline().zoom_to_slice(vector_event(3));
  QTest::qWait(450);
  const TimeView third = timeline().view();
  timeline().zoom_to_slice(vector_event(8));
  QTest::keyClick(&timeline(), Qt::Key_Left, Qt::AltModifier);
  EXPECT_EQ(timeline().view(), third);
  EXPECT_EQ(timeline().selected(), vector_event(3));
  QTest::keyClick(&timeline(), Qt::Key_Left, Qt::AltModifier);
  EXPECT_EQ(timeline().view(), start);
  EXPECT_FALSE(timeline().selected().valid());
  QTest::keyClick(&timeline(), Qt::Key_Right, Qt::AltModifier);
  EXPECT_EQ(timeline().selected(), vector_event(3));
}

TEST_F(TimelineKeysTest, TheMenuOfAnEventLeadsOn) {
  const SliceId event = vector_event(4);
  const std::unique_ptr<QMenu> menu(timeline().make_event_menu(event));
  ASSERT_NE(action(*menu, "Copy Name"), nullptr);
  action(*menu, "Copy Name")->trigger();
  EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("COPY"));
  action(*menu, "Copy Details as JSON")->trigger();
  EXPECT_TRUE(QApplication::clipboard()->text().contains(QStringLiteral("duration_ns")));
  action(*menu, "Select Time of Event")->trigger();
  EXPECT_EQ(timeline().range(), (TimeView{400.0, 450.0}));
  action(*menu, "Zoom to Event")->trigger();
  EXPECT_LT(timeline().view().span(), 200.0);
  action(*menu, "Find Events with This Name")->trigger();
  auto& search = page_.view<SearchDock>("search");
  EXPECT_TRUE(QTest::qWaitFor([&] { return search.events().model().rowCount() == 5; }))
      << search.query().text().toStdString() << search.events().model().rowCount();
  action(*menu, "Add Note…")->trigger();
  const auto& notes = page_.run().annotations().annotations();
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes.front().event, event);
}

TEST_F(TimelineKeysTest, TheMenuPinsAnEventAndSelectsItsTrack) {
  const SliceId event = vector_event(4);
  const TrackId track = page_.trace()->slice(event).track->id;
  const std::unique_ptr<QMenu> menu(timeline().make_event_menu(event));
  ASSERT_NE(action(*menu, "Pin as Baseline"), nullptr);
  EXPECT_FALSE(action(*menu, "Go to Source Line")->isEnabled()) << "the run states no source";
  action(*menu, "Select Whole Track")->trigger();
  ASSERT_TRUE(timeline().selection());
  EXPECT_EQ(timeline().selection()->tracks, std::vector<TrackId>{track});
  EXPECT_EQ(timeline().selection()->time, timeline().limits());
  action(*menu, "Pin as Baseline")->trigger();
  EXPECT_EQ(page_.run().baseline(), event);
  EXPECT_EQ(timeline().baseline(), event);
  page_.show_dock(QStringLiteral("event"));
  page_.run().select(Trace::slice_id(*track_named(*page_.trace(), "TensorE"), 0));
  EXPECT_TRUE(page_.event_panel().comparison().contains(QStringLiteral("Duration")))
      << page_.event_panel().comparison().toStdString();
  EXPECT_TRUE(page_.event_panel().comparison().contains(QStringLiteral("+350")));
  page_.run().select(event);
  EXPECT_TRUE(page_.event_panel().comparison().contains(QStringLiteral("pinned")));
  const std::unique_ptr<QMenu> again(timeline().make_event_menu(event));
  ASSERT_NE(action(*again, "Unpin Baseline"), nullptr);
  action(*again, "Unpin Baseline")->trigger();
  EXPECT_FALSE(page_.run().baseline().valid());
  EXPECT_TRUE(page_.event_panel().comparison().isEmpty());
}

TEST_F(TimelineKeysTest, OnlyTheTracksOfAPathAreShownAndAllComeBack) {
  const Track& vector = *track_named(*page_.trace(), "VectorE");
  const std::unique_ptr<QMenu> menu(timeline().make_track_menu(vector.id));
  const QMenu* only = nullptr;
  for (const QAction* entry : menu->actions()) {
    if (entry->text() == QStringLiteral("Show Only")) only = entry->menu();
  }
  ASSERT_NE(only, nullptr);
  ASSERT_EQ(only->actions().size(), 2) << "the track and its core";
  const auto shown = [this](const char* name) {
    return timeline().rows().row_of(track_named(*page_.trace(), name)->id) != nullptr;
  };
  only->actions()[0]->trigger();
  EXPECT_TRUE(shown("VectorE"));
  EXPECT_FALSE(shown("TensorE"));
  only->actions()[1]->trigger();
  EXPECT_TRUE(shown("TensorE")) << "everything on the core";
  page_.layout_undo().undo();
  EXPECT_FALSE(shown("TensorE")) << "can be undone";
}

TEST_F(TimelineKeysTest, NotesAreDrawnAtTheirEvents) {
  Annotation note;
  note.kind = Annotation::Kind::kEvent;
  note.name = "slow";
  note.color = 0xff0000;
  note.event = vector_event(5);
  note.begin = TraceTime(500);
  note.end = TraceTime(550);
  ASSERT_TRUE(page_.run().annotations().add(note).has_value());
  ASSERT_EQ(timeline().event_notes().size(), 1u);
  timeline().set_view({400.0, 700.0});
  const FrameInput frame = timeline().frame();
  const auto flags = note_flags(frame, timeline().event_notes());
  ASSERT_EQ(flags.size(), 1u);
  EXPECT_EQ(flags.front().corner, timeline().slice_rect(note.event).topLeft());
  timeline().set_view({0.0, 300.0});
  EXPECT_TRUE(note_flags(timeline().frame(), timeline().event_notes()).empty());
}

}  // namespace
}  // namespace nscope::gui
