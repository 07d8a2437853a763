#include "profiler/trace/run_place.h"

#include "profiler/trace/session/session_annotations.h"
#include "profiler/trace/session/session_file.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/trace/sample_trace.h"

#include <filesystem>
#include <fstream>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

TrackId track_of(const Trace& trace, std::string_view name) {
  for (const Track& track : trace.tracks()) {
    if (trace.text(track.name) == name) return track.id;
  }
  return {};
}

TEST(RunPlace, IsReadAsItWasWritten) {
  const auto trace = make_sample_trace();
  const TrackId tensor = track_of(*trace, "TensorE");
  ASSERT_TRUE(tensor.valid());
  const RunPlace place{.shown = std::pair(TraceTime(-200), TraceTime(2'500'001)),
                       .range = std::pair(TraceTime(10'999), TraceTime(24'000)),
                       .tracks = {tensor},
                       .event = SliceId(std::size_t{1})};
  const std::string text = place_text(place, *trace);
  EXPECT_EQ(text,
            "t=-0.2ns-2.500001us&range=10.999ns-24ns&track=NeuronCore%200%20%2F%20TensorE&event=1");
  const auto read = read_place(text, *trace);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(*read, place);
  EXPECT_EQ(place_text({}, *trace), "");
  EXPECT_EQ(read_place("", *trace).value(), RunPlace());
}

TEST(RunPlace, OtherUnitsAndOrdersAreRead) {
  const auto trace = make_sample_trace();
  const auto read = read_place("event=0&t=1e-2us-0.03us", *trace);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->shown, std::pair(TraceTime(10'000), TraceTime(30'000)));
  EXPECT_EQ(read->event, SliceId(std::size_t{0}));
}

TEST(RunPlace, MistakesAreExplained) {
  const auto trace = make_sample_trace();
  for (const auto& [text, part] :
       {std::pair("t=10us", "BEGIN-END"), std::pair("t=20us-10us", "later than its begin"),
        std::pair("t=ten-20us", "invalid time"), std::pair("range=1s-1e9s", "invalid time"),
        std::pair("event=3", "no event '3'"), std::pair("event=-1", "no event '-1'"),
        std::pair("event=1x", "no event '1x'"), std::pair("track=Q", "no track 'Q'"),
        std::pair("track=%2", "two hexadecimal digits"),
        std::pair("zoom=2", "unknown part 'zoom=2'"), std::pair("&", "unknown part ''")}) {
    const auto read = read_place(text, *trace);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, ErrorCode::kInvalidArgument) << text;
    EXPECT_NE(to_string(read.error()).find(part), std::string::npos) << to_string(read.error());
  }
  EXPECT_FALSE(read_place(std::string(1'000'000, '&'), *trace));
}

TEST(RunPlace, ALinkIsDividedUnlessAFileHasItsName) {
  const TestFolder folder;
  const std::string path = (folder.path() / "run#1.nscope").string();
  std::ofstream(path) << "x";
  EXPECT_EQ(split_link(path).path, path);
  EXPECT_EQ(split_link(path).place, "");
  EXPECT_EQ(split_link(path + "#event=1").path, path);
  EXPECT_EQ(split_link(path + "#event=1").place, "event=1");
  EXPECT_EQ(split_link("none").path, "none");
}

TEST(StoredView, IsKeptInTheSessionBesideTheNotes) {
  const TestFolder folder;
  const std::string path = (folder.path() / "run.nscope").string();
  const auto trace = make_sample_trace();
  TaskControl control;
  ASSERT_TRUE(session_file::save(*trace, path, control));
  EXPECT_EQ(session_file::load_view(path).value(), "") << "no table yet";
  ASSERT_TRUE(session_file::store_annotations(path, {}, "{\"a\":1}"));
  EXPECT_EQ(session_file::load_view(path).value(), "{\"a\":1}");
  ASSERT_TRUE(session_file::store_annotations(path, {}));
  EXPECT_EQ(session_file::load_view(path).value(), "{\"a\":1}") << "an empty view changes nothing";
  EXPECT_TRUE(session_file::load(path, control)) << "the run is still readable";
  const std::string large(session_file::kLargestView + 1, 'x');
  EXPECT_FALSE(session_file::store_annotations(path, {}, large));
  {
    SQLite::Database database(path, SQLite::OPEN_READWRITE);
    database.exec("UPDATE view_state SET state = CAST(zeroblob(5000000) AS TEXT)");
  }
  const auto damaged = session_file::load_view(path);
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().code, ErrorCode::kBadInput);
}

}  // namespace
}  // namespace nscope
