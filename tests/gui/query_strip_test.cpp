#include "app/gui/inspect/query_strip.h"

#include "app/gui/docks/sql_dock.h"
#include "app/gui/inspect/inspect_page.h"
#include "app/gui/inspect/stored_view.h"
#include "tests/gui/run_fixtures.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

class QueryStripTest : public testing::Test {
 protected:
  QueryStripTest() {
    page_.resize(1400, 900);
    page_.show();
    page_.set_trace(make_run());
  }
  QueryStrip& strip() { return page_.query_strip(); }
  void settle() {
    ASSERT_TRUE(QTest::qWaitFor([this] { return !strip().job().is_running(); }, 10'000));
    QCoreApplication::processEvents();
  }
  void show_queries(std::vector<QueryTrack> queries) {
    page_.run().set_query_tracks(std::move(queries));
    settle();
  }
  /// Names of the tracks that are shown.
  QStringList tracks() {
    QStringList names;
    if (!strip().timeline().trace()) return names;
    for (const TimelineRow& row : strip().timeline().rows().rows()) {
      names << QString::fromStdString(row.title);
    }
    return names;
  }
  /// The event that begins at `tick`.
  SliceId event_at(std::int64_t tick) {
    const Trace& trace = *strip().timeline().trace();
    for (const Track& track : trace.tracks()) {
      for (std::size_t row = 0; row < track.slices.size(); ++row) {
        if (track.slices.start[row] == tick) return Trace::slice_id(track, row);
      }
    }
    return {};
  }

  InspectPage page_;
  const QueryTrack copies_{
      "Copies", "SELECT start_ns, duration_ns, name, id AS slice_id FROM slice WHERE name = 'COPY'",
      QueryTrackKind::kEvents};
  const QueryTrack lengths_{"Lengths", "SELECT start_ns AS ts, duration_ns AS value FROM slice",
                            QueryTrackKind::kCounter};
};

TEST_F(QueryStripTest, QueriesBecomeTracksBelowTheTimeline) {
  EXPECT_TRUE(strip().isHidden());
  show_queries({copies_, lengths_});
  EXPECT_TRUE(strip().isVisible());
  EXPECT_EQ(tracks(), (QStringList{"Copies", "Copies", "Lengths", "Lengths"}));
  EXPECT_TRUE(strip().caption().startsWith(QStringLiteral("18 rows")))
      << strip().caption().toStdString();
  page_.timeline().set_view({100.0, 300.0});
  EXPECT_EQ(strip().timeline().view(), (TimeView{100.0, 300.0}));
  strip().timeline().set_view({200.0, 500.0});
  EXPECT_EQ(page_.timeline().view(), (TimeView{200.0, 500.0}));
  EXPECT_EQ(strip().timeline().viewport()->width(), page_.timeline().viewport()->width())
      << "the same pixel is the same time";
}

TEST_F(QueryStripTest, AnEventLeadsToThatOfTheRun) {
  show_queries({copies_, {"Times", "SELECT 300 AS ts, 40 AS dur, 'x' AS name"}});
  strip().timeline().select(event_at(400));
  EXPECT_EQ(page_.trace()->slice(page_.run().selected_event()).begin(), TraceTime(400));
  strip().timeline().select(event_at(300));
  ASSERT_TRUE(page_.run().range());
  EXPECT_EQ(page_.run().range()->time, (TimeView{300.0, 340.0})) << "without an event: its time";
  page_.run().set_range(std::nullopt);
  EXPECT_FALSE(strip().timeline().range());
}

TEST_F(QueryStripTest, TracksCanBeRemoved) {
  show_queries({copies_, lengths_});
  const Trace& trace = *strip().timeline().trace();
  const TrackId counter = [&] {
    for (const Track& track : trace.tracks()) {
      if (track.counters.size() > 0) return track.id;
    }
    return TrackId();
  }();
  const std::unique_ptr<QMenu> menu(strip().timeline().make_track_menu(counter));
  for (QAction* action : menu->actions()) {
    if (action->text() == QStringLiteral("Remove")) action->trigger();
  }
  settle();
  EXPECT_EQ(tracks(), (QStringList{"Copies", "Copies"}));
  const std::unique_ptr<QMenu> other(page_.timeline().make_track_menu(TrackId(std::size_t{1})));
  for (const QAction* action : other->actions()) {
    EXPECT_NE(action->text(), QStringLiteral("Remove")) << "tracks of the run stay";
  }
  strip().remove_all().click();
  EXPECT_TRUE(page_.run().query_tracks().empty());
  EXPECT_TRUE(strip().isHidden());
}

TEST_F(QueryStripTest, SaysWhatCannotBeShown) {
  show_queries(
      {{"Bad", "SELECT 1 AS ts"}, {"None", "SELECT 1 AS ts, 1 AS dur, '' AS name WHERE 0"}});
  EXPECT_TRUE(strip().caption().contains(QStringLiteral("Bad: ")));
  EXPECT_TRUE(strip().caption().contains(QStringLiteral("'dur'")));
  EXPECT_TRUE(strip().caption().contains(QStringLiteral("None: the query returned no rows")));
}

TEST_F(QueryStripTest, TheConsoleAddsTracks) {
  page_.show_dock(QStringLiteral("sql"));
  SqlPanel& sql = page_.sql();
  sql.set_query(
      QStringLiteral("-- My copies\nSELECT start_ns AS ts, duration_ns AS dur, name FROM "
                     "slice WHERE name = 'COPY'"));
  sql.run();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !sql.job().is_running(); }, 10'000));
  const QSignalSpy failed(&sql, &SqlPanel::failed);
  sql.add_track(QueryTrackKind::kCounter);
  EXPECT_EQ(failed.count(), 1) << "there is no column 'value'";
  EXPECT_TRUE(page_.run().query_tracks().empty());
  sql.add_track(QueryTrackKind::kEvents);
  sql.add_track(QueryTrackKind::kEvents);
  ASSERT_EQ(page_.run().query_tracks().size(), 1u) << "once";
  EXPECT_EQ(page_.run().query_tracks()[0].title, "My copies");
  settle();
  EXPECT_EQ(tracks(), (QStringList{"My copies", "My copies"}));
}

TEST_F(QueryStripTest, TheSessionStoresTheQueriesAndThePinnedEvent) {
  show_queries({copies_, lengths_});
  page_.run().set_baseline(SliceId(std::size_t{3}));
  const std::string stored = page_.run().view_text();
  InspectPage other;
  other.resize(1400, 900);
  other.show();
  other.set_trace(make_run(), {.view = stored});
  EXPECT_EQ(other.run().query_tracks(), (std::vector<QueryTrack>{copies_, lengths_}));
  EXPECT_EQ(other.run().baseline(), SliceId(std::size_t{3}));
  EXPECT_EQ(other.timeline().baseline(), SliceId(std::size_t{3}));
  EXPECT_TRUE(restore_view(other,
                           R"({"schema":"nscope.view/1","baseline":4000000000,"query_tracks":)"
                           R"([7,{"kind":"other","sql":"x"},{"kind":"events"}]})"));
  EXPECT_TRUE(other.run().query_tracks().empty()) << "entries of another version are left out";
  other.set_trace(make_run());
  EXPECT_FALSE(other.timeline().baseline().valid());
  EXPECT_TRUE(other.query_strip().isHidden());
}

}  // namespace
}  // namespace nscope::gui
