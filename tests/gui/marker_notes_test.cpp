#include "app/gui/inspect/inspect_page.h"
#include "profiler/trace/annotations.h"
#include "tests/gui/run_fixtures.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

Annotation marker_at_tick(std::int64_t tick, const char* name, const char* text = "") {
  Annotation note;
  note.name = name;
  note.text = text;
  note.begin = note.end = TraceTime(tick);
  return note;
}

class MarkerNotesTest : public testing::Test {
 protected:
  MarkerNotesTest() { page_.set_trace(make_run(), {.annotations = {marker_at_tick(300, "late")}}); }
  const std::vector<Annotation>& notes() { return page_.run().annotations().annotations(); }
  TimelineWidget& timeline() { return page_.timeline(); }

  InspectPage page_;
};

TEST_F(MarkerNotesTest, ASessionsMarkersAreSeen) {
  EXPECT_EQ(timeline().markers(), (Markers{{300.0, "late"}}));
  EXPECT_FALSE(page_.run().annotations().unsaved());
}

TEST_F(MarkerNotesTest, ATimelinesMarkersAreNotesOnWholeTicks) {
  timeline().add_marker(120.4);
  ASSERT_EQ(notes().size(), 2u);
  EXPECT_EQ(notes()[1], marker_at_tick(120, "M1"));
  EXPECT_TRUE(page_.run().annotations().unsaved());
  EXPECT_EQ(timeline().picked_markers().last, 0u) << "the new one, which is the first in time";
}

TEST_F(MarkerNotesTest, TextAndColourStayWhenAMarkerIsRenamedOrMoves) {
  Annotation note = marker_at_tick(300, "late", "why?");
  note.color = 0xe69f00;
  ASSERT_TRUE(page_.run().annotations().change(0, note).has_value());
  timeline().rename_marker(0, "barrier");
  ASSERT_EQ(notes().size(), 1u);
  EXPECT_EQ(notes()[0].text, "why?");
  timeline().set_markers({{450.0, "barrier"}});
  ASSERT_EQ(notes().size(), 1u);
  EXPECT_EQ(notes()[0].begin, TraceTime(450));
  EXPECT_EQ(notes()[0].end, TraceTime(450));
  EXPECT_EQ(notes()[0].color, 0xe69f00u);
}

TEST_F(MarkerNotesTest, OfTwoMarkersTheRightOneGoes) {
  timeline().add_marker(120.0);
  timeline().remove_marker(1);
  ASSERT_EQ(notes().size(), 1u);
  EXPECT_EQ(notes()[0].name, "M1");
  EXPECT_EQ(timeline().markers(), (Markers{{120.0, "M1"}}));
}

TEST_F(MarkerNotesTest, UndoTakesAMarkerBack) {
  timeline().add_marker(120.0);
  page_.run().annotations().undo_stack().undo();
  EXPECT_EQ(timeline().markers(), (Markers{{300.0, "late"}}));
  page_.run().annotations().undo_stack().redo();
  EXPECT_EQ(timeline().markers().size(), 2u);
}

TEST_F(MarkerNotesTest, AnotherRunHasItsOwn) {
  timeline().add_marker(120.0);
  page_.set_trace(make_run(), {.annotations = {marker_at_tick(7, "seven")}});
  EXPECT_EQ(timeline().markers(), (Markers{{7.0, "seven"}}));
  EXPECT_EQ(notes().size(), 1u);
  EXPECT_FALSE(page_.run().annotations().unsaved());
}

TEST_F(MarkerNotesTest, TheSameRunAgainHasWhatItsFileHas) {
  const auto trace = page_.trace();
  timeline().add_marker(120.0);
  page_.set_trace(trace, {.annotations = {marker_at_tick(300, "late")}});
  EXPECT_EQ(timeline().markers(), (Markers{{300.0, "late"}}));
}

TEST_F(MarkerNotesTest, ANameThatNoFileTakesIsRefused) {
  QSignalSpy refused(&page_, &InspectPage::failed);
  timeline().rename_marker(0, QString(int{kLongestAnnotationName} + 1, QLatin1Char('x')));
  EXPECT_EQ(refused.count(), 1);
  EXPECT_EQ(timeline().markers(), (Markers{{300.0, "late"}}));
  EXPECT_EQ(notes()[0].name, "late");
}

std::shared_ptr<const Trace> make_other_run() {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  out.time_base({.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = TraceTime(50)});
  const auto vector = tracks.engine(0, Engine::kVector);
  out.slice(vector, out.intern("COPY"), TraceTime(0), TraceTime(50));
  out.finish();
  return builder.finish();
}

class KeptArrangementTest : public testing::Test {
 protected:
  /// A page as of a new start of the program.
  std::unique_ptr<InspectPage> open() {
    auto page = std::make_unique<InspectPage>();
    page->run().set_data_folder(folder_.path());
    page->set_trace(make_run());
    return page;
  }
  QStringList files() const {
    return QDir(folder_.filePath("arrangements")).entryList(QDir::Files);
  }

  QTemporaryDir folder_;
};

TEST_F(KeptArrangementTest, TracksLieAsTheyDid) {
  {
    const auto page = open();
    TrackArrangement arrangement = page->timeline().arrangement();
    arrangement.pinned = {track_named(*page->trace(), "VectorE")->id};
    arrangement.filter = "vec";
    page->timeline().set_arrangement(arrangement);
  }
  EXPECT_EQ(files().size(), 1);
  const auto page = open();
  const TrackArrangement& kept = page->timeline().arrangement();
  EXPECT_EQ(kept.pinned, std::vector<TrackId>{track_named(*page->trace(), "VectorE")->id});
  EXPECT_EQ(kept.filter, "") << "words are typed anew";
}

TEST_F(KeptArrangementTest, AnotherRunInTheSameWindowLiesAsAtFirst) {
  const auto page = open();
  TrackArrangement arrangement = page->timeline().arrangement();
  arrangement.hidden = {track_named(*page->trace(), "VectorE")->id};
  page->timeline().set_arrangement(arrangement);
  page->set_trace(make_other_run());
  EXPECT_EQ(page->timeline().arrangement().hidden.size(), 0u);
  EXPECT_EQ(files().size(), 1) << "the first run's";
}

TEST_F(KeptArrangementTest, WhatIsAsAtFirstNeedsNoFile) {
  {
    const auto page = open();
  }
  EXPECT_EQ(files().size(), 0);
}

TEST_F(KeptArrangementTest, ABadFileArrangesNothing) {
  {
    const auto page = open();
    TrackArrangement arrangement = page->timeline().arrangement();
    arrangement.hidden = {track_named(*page->trace(), "VectorE")->id};
    page->timeline().set_arrangement(arrangement);
  }
  ASSERT_EQ(files().size(), 1);
  QFile file(folder_.filePath("arrangements/") + files().front());
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("{\"hidden\": [");
  file.close();
  const auto page = open();
  EXPECT_EQ(page->timeline().arrangement().hidden.size(), 0u);
}

}  // namespace
}  // namespace nscope::gui
