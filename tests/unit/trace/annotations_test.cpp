#include "profiler/trace/annotations.h"

#include "profiler/base/files/atomic_file.h"
#include "profiler/trace/session/session_annotations.h"
#include "profiler/trace/session/session_file.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/trace/sample_trace.h"

#include <filesystem>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

using Kind = Annotation::Kind;
using testing::HasSubstr;

SliceId event_named(const Trace& trace, std::string_view track, std::size_t row = 0) {
  return Trace::slice_id(track_named(trace, track), row);
}

std::vector<Annotation> some_of_each(const Trace& trace) {
  const SliceId copy = event_named(trace, "VectorE");
  return {{.kind = Kind::kEvent,
           .name = "slow copy",
           .text = "why?\n\"quotes\" and µ",
           .color = 0xE06A3B,
           .begin = trace.slice(copy).begin(),
           .end = trace.slice(copy).end(),
           .event = copy},
          {.kind = Kind::kRange,
           .name = "warm-up",
           .begin = TraceTime(-200),
           .end = TraceTime(12'000),
           .tracks = {track_named(trace, "TensorE").id}},
          {.kind = Kind::kMarker, .name = "", .begin = TraceTime(777), .end = TraceTime(777)}};
}

std::string error_of(const Trace& trace, std::string_view json) {
  const auto read = read_annotations(json, "notes.json", trace);
  return read ? "" : to_string(read.error());
}

/// A document with one note.
std::string with_note(const std::string& note) {
  return R"({"schema":"nscope.annotations/1","ticks_per_ns":1000,"annotations":[)" + note + "]}";
}

TEST(Annotations, JsonIsUnchangedAfterReading) {
  const auto trace = make_sample_trace();
  const auto notes = some_of_each(*trace);
  const std::string json = annotations_json(notes, *trace);
  EXPECT_THAT(json, HasSubstr("\"schema\": \"nscope.annotations/1\""));
  EXPECT_THAT(json, HasSubstr("\"track\": \"NeuronCore 0 / VectorE\""));
  const auto read = read_annotations(json, "notes.json", *trace);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->annotations, notes);
  EXPECT_EQ(read->without_event, 0u);
  EXPECT_EQ(annotations_json(read->annotations, *trace), json);
}

TEST(Annotations, NotesOnEventsOfAnotherRunBecomeRanges) {
  const auto trace = make_sample_trace();
  const auto read = read_annotations(
      with_note(R"({"kind":"event","name":"n","start_ticks":20000,"duration_ticks":5,
                    "track":"NeuronCore 0 / VectorE","event":"OTHER"})"),
      "notes.json", *trace);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->without_event, 1u);
  ASSERT_EQ(read->annotations.size(), 1u);
  EXPECT_EQ(read->annotations[0].kind, Kind::kRange);
  EXPECT_EQ(read->annotations[0].end, TraceTime(20'005));
}

TEST(Annotations, TimesOfAnotherTimeBaseAreConverted) {
  const auto trace = make_sample_trace();  // 1,000 ticks per nanosecond
  const auto read = read_annotations(
      R"({"schema":"nscope.annotations/1","ticks_per_ns":1,"annotations":[
          {"kind":"event","name":"n","start_ticks":20,
           "track":"NeuronCore 0 / VectorE","event":"COPY"}]})",
      "notes.json", *trace);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->annotations[0].kind, Kind::kEvent);
  EXPECT_EQ(read->annotations[0].end, TraceTime(24'000));
}

TEST(Annotations, InvalidDocumentsAreRejectedWithAPath) {
  const auto trace = make_sample_trace();
  EXPECT_THAT(error_of(*trace, ""), HasSubstr("notes.json"));
  EXPECT_THAT(error_of(*trace, "[1,2]"), HasSubstr("notes.json"));
  EXPECT_THAT(error_of(*trace, R"({"schema":"nscope.annotations/2"})"),
              HasSubstr("schema 'nscope.annotations/2'"));
  EXPECT_THAT(error_of(*trace, R"({"schema":"nscope.workload/1"})"),
              HasSubstr("expected 'nscope.annotations/1'"));
  const std::string whole = annotations_json(some_of_each(*trace), *trace);
  for (std::size_t length = 0; length < whole.size() - 1; ++length) {
    EXPECT_NE(error_of(*trace, std::string_view(whole).substr(0, length - length % 7)), "");
  }
  EXPECT_THAT(error_of(*trace, with_note(R"({"kind":"cloud","name":"n","start_ticks":0})")),
              HasSubstr("/annotations/0"));
  EXPECT_THAT(error_of(*trace, with_note(R"({"kind":"marker","start_ticks":0})")),
              HasSubstr("name"));
  EXPECT_THAT(
      error_of(*trace, with_note(R"({"kind":"marker","name":"n","start_ticks":0,"colour":1})")),
      HasSubstr("colour"));
  EXPECT_THAT(
      error_of(*trace, with_note(R"({"kind":"marker","name":"n","start_ticks":0,"color":"red"})")),
      HasSubstr("#rrggbb"));
  EXPECT_THAT(
      error_of(*trace, with_note(R"({"kind":"range","name":"n","start_ticks":0,"tracks":[1]})")),
      HasSubstr("array of track paths"));
  EXPECT_THAT(
      error_of(*trace,
               with_note(R"({"kind":"range","name":"n","start_ticks":0,"duration_ticks":-1})")),
      HasSubstr("negative"));
  EXPECT_THAT(error_of(*trace, with_note(R"({"kind":"marker","name":"n",
                                             "start_ticks":9223372036854775807})")),
              HasSubstr("time axis"));
  EXPECT_THAT(error_of(*trace, with_note(R"({"kind":"range","name":"n",
                                             "start_ticks":2305843009213693952,
                                             "duration_ticks":2305843009213693952})")),
              HasSubstr("time axis"));
}

TEST(Annotations, SizesAreLimited) {
  const auto trace = make_sample_trace();
  const auto named = [](const std::string& name, const std::string& text) {
    return with_note(R"({"kind":"marker","start_ticks":0,"name":")" + name + R"(","text":")" +
                     text + "\"}");
  };
  EXPECT_EQ(error_of(*trace, named(std::string(1'000, 'a'), "")), "");
  EXPECT_THAT(error_of(*trace, named(std::string(1'001, 'a'), "")), HasSubstr("longer than"));
  EXPECT_THAT(error_of(*trace, named("n", std::string(100'001, 'a'))), HasSubstr("longer than"));
  std::string many;
  for (std::size_t i = 0; i <= kMostAnnotations; ++i) many += i == 0 ? "0" : ",0";
  EXPECT_THAT(error_of(*trace, with_note(many)), HasSubstr("more than 100,000"));
  EXPECT_THAT(error_of(*trace, std::string(kLargestAnnotationFile + 1, ' ')),
              HasSubstr("larger than 64 MiB"));
}

TEST(Annotations, AreSavedInASession) {
  const TestFolder folder;
  const std::string path = (folder.path() / "run.nscope").string();
  const auto trace = make_sample_trace();
  TaskControl control;
  ASSERT_TRUE(session_file::save(*trace, path, control));
  EXPECT_TRUE(session_file::load_annotations(path, *trace)->empty()) << "no table yet";
  const auto loaded = session_file::load(path, control);
  ASSERT_TRUE(loaded);
  const auto notes = some_of_each(*trace);
  ASSERT_TRUE(session_file::store_annotations(path, notes));
  EXPECT_EQ(session_file::load_annotations(path, **loaded).value(), notes);
  const auto again = session_file::load(path, control);
  ASSERT_TRUE(again) << "readers that ignore the table can read the run: "
                     << to_string(again.error());
  EXPECT_EQ((*again)->slice_count(), trace->slice_count());
  ASSERT_TRUE(session_file::store_annotations(path, std::span(notes).first(1)));
  EXPECT_EQ(session_file::load_annotations(path, *trace)->size(), 1u);
  ASSERT_TRUE(session_file::store_annotations(path, {}));
  EXPECT_TRUE(session_file::load_annotations(path, *trace)->empty());
}

TEST(Annotations, TextsThatAreNotUtf8AreRepaired) {
  const TestFolder folder;
  const std::string path = (folder.path() / "run.nscope").string();
  const auto trace = make_sample_trace();
  TaskControl control;
  ASSERT_TRUE(session_file::save(*trace, path, control));
  ASSERT_TRUE(session_file::store_annotations(path, some_of_each(*trace)));
  {
    SQLite::Database database(path, SQLite::OPEN_READWRITE);
    database.exec("UPDATE annotation SET name = CAST(x'ff41' AS TEXT), text = CAST(x'c3' AS TEXT)");
  }
  const auto read = session_file::load_annotations(path, *trace);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->front().name, "\uFFFDA");
  EXPECT_EQ(read->front().text, "\uFFFD");
}

TEST(Annotations, InvalidSessionsAreRejected) {
  const TestFolder folder;
  const std::string path = (folder.path() / "run.nscope").string();
  const auto trace = make_sample_trace();
  TaskControl control;
  ASSERT_TRUE(session_file::save(*trace, path, control));
  const auto notes = some_of_each(*trace);
  for (const char* sql :
       {"UPDATE annotation SET kind = 3", "UPDATE annotation SET slice = 1000000 WHERE kind = 0",
        "UPDATE annotation SET slice = NULL WHERE kind = 0", "UPDATE annotation SET slice = -7",
        "UPDATE annotation SET start = 9223372036854775807",
        "UPDATE annotation SET duration = 9223372036854775807",
        "UPDATE annotation SET duration = -1", "UPDATE annotation SET color = 16777216",
        "UPDATE annotation SET name = CAST(zeroblob(2000) AS TEXT)",
        "UPDATE annotation SET tracks = x'ffffff7f'", "ALTER TABLE annotation DROP COLUMN text"}) {
    ASSERT_TRUE(session_file::store_annotations(path, notes));
    {
      SQLite::Database database(path, SQLite::OPEN_READWRITE);
      database.exec(sql);
    }
    const auto read = session_file::load_annotations(path, *trace);
    ASSERT_FALSE(read) << sql;
    EXPECT_EQ(read.error().code, ErrorCode::kBadInput) << sql;
    EXPECT_EQ(read.error().where.english(), path) << sql;
  }
}

TEST(Annotations, OnlySessionsAreWritten) {
  const TestFolder folder;
  const std::string path = (folder.path() / "notes.txt").string();
  ASSERT_TRUE(write_file(path, "not a session"));
  EXPECT_FALSE(session_file::store_annotations(path, {}));
  EXPECT_FALSE(session_file::store_annotations((folder.path() / "none.nscope").string(), {}));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1)
      << "no file is left behind";
}

TEST(Annotations, AFingerprintIdentifiesARun) {
  const auto trace = make_sample_trace();
  EXPECT_EQ(run_fingerprint(*trace), run_fingerprint(*make_sample_trace()));
  EXPECT_EQ(run_fingerprint(*trace).size(), 16u);
  TraceBuilder builder;
  TraceWriter out(builder);
  out.finish();
  EXPECT_NE(run_fingerprint(*trace), run_fingerprint(*builder.finish()));
}

}  // namespace
}  // namespace nscope
