#include "tests/unit/importers_recording/read_recording.h"

#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

ByteSource pb_file(const std::string& text) {
  return source_of(text, "ntrace.pb");
}

/// Reads one file without its siblings.
Result<std::shared_ptr<const Trace>> read_alone(const std::string& text) {
  const ByteSource file = pb_file(text);
  TraceBuilder builder;
  TaskControl control;
  if (auto ok = read_system_recording({file, nullptr}, builder, control); !ok) {
    return fail(ok.error());
  }
  return builder.finish();
}

RecordingWriter small_run() {
  RecordingWriter run;
  run.start("nrt_execute", 1, kBase + 100, 7, {{"nc_idx", "0"}, {"model_id", "77"}});
  run.start("dmem_buf_copyin", 2, kBase + 200, 7, {{"nc_idx", "0"}, {"size", "64"}});
  run.stop("dmem_buf_copyin", 2, kBase + 450, 7, {{"nc_idx", "0"}});
  run.stop("nrt_execute", 1, kBase + 500, 7, {{"return_code", "0"}});
  run.cpu_sample(kBase, 0, 1.0f).memory_sample(kBase, 5);
  return run;
}

TEST(HostileRecording, TruncatedAtEveryByte) {
  const RecordingWriter run = small_run();
  for (const std::string& text : {run.events, run.info(), run.cpu, run.memory}) {
    for (std::size_t size = 0; size <= text.size(); ++size) {
      const auto trace = read_alone(text.substr(0, size));
      if (!trace) {
        EXPECT_EQ(trace.error().code, ErrorCode::kBadInput);
        EXPECT_EQ(trace.error().where.english(), "ntrace.pb");
      }
    }
  }
  const auto cut = read_alone(run.events.substr(0, run.events.size() - 3));
  ASSERT_TRUE(cut);
  EXPECT_EQ(diagnostic_count(**cut, "recording_cut_off"), 1);
  EXPECT_EQ(diagnostic_count(**cut, "span_without_stop"), 1);
}

TEST(HostileRecording, ALengthBeyondTheEndEndsTheFile) {
  RecordingWriter run = small_run();
  for (const std::uint32_t size : {0xffffffffu, 0x7fffffffu, 100u}) {
    std::string text = run.events;
    text.append(reinterpret_cast<const char*>(&size), sizeof(size));
    text += "abc";
    const auto trace = read_alone(text);
    ASSERT_TRUE(trace);
    EXPECT_EQ((*trace)->slice_count(), 2u);
    EXPECT_EQ(diagnostic_count(**trace, "recording_cut_off"), 1);
  }
}

TEST(HostileRecording, ImpossibleTimesAreCounted) {
  RecordingWriter run = small_run();
  run.point("generic", 9, std::uint64_t{1} << 63, 7);
  run.point("generic", 9, std::numeric_limits<std::uint64_t>::max(), 7);
  run.point("generic", 9, std::uint64_t{0x7fffffffffffffff}, 7);
  run.events += framed(MessageWriter().number(7, 1).bytes());  // without a time
  const TestFolder folder;
  const auto trace = open_recording(run, folder);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->slice_count(), 2u);
  EXPECT_EQ(diagnostic_count(*trace, "record_without_time"), 4);
  EXPECT_EQ(diagnostic_count(*trace, "record_count_differs"), 1);
}

TEST(HostileRecording, ADamagedTimeDoesNotStretchTheRun) {
  const TestFolder folder;
  constexpr std::uint64_t kYear = 365 * std::uint64_t{86'400'000'000'000};
  RecordingWriter run;
  run.point("generic", 8, kBase - kYear, 7);
  for (const ShownSlice& slice : slices_of(*open_recording(small_run(), folder))) {
    run.point("generic", slice.id.value, kBase + static_cast<std::uint64_t>(slice.start), 7);
  }
  run.point("generic", 9, kBase + kYear, 7);
  for (const std::uint64_t begin : {kBase, kBase + 3 * kYear, std::uint64_t{1}}) {
    run.begin = begin;
    const auto trace = open_recording(run, folder);
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->slice_count(), 2u) << begin;
    EXPECT_EQ(diagnostic_count(*trace, "record_without_time"), 2) << begin;
    EXPECT_LT((trace->end() - trace->begin()).value(), 1'000'000) << begin;
  }
}

TEST(HostileRecording, TextsThatAreNotUtf8AreShownSafely) {
  const TestFolder folder;
  RecordingWriter run;
  run.event_types["bad\xff\x1bname"] = 60;
  run.instance_id = "i-\xc3";
  run.start("bad\xff\x1bname", 1, kBase + 1, 7, {{"k\xfe", "v\xff\x07"}, {"", "x"}});
  run.stop("bad\xff\x1bname", 1, kBase + 2, 7);
  const auto trace = open_recording(run, folder);
  ASSERT_TRUE(trace);
  const auto slices = slices_of(*trace);
  ASSERT_EQ(slices.size(), 1u);
  EXPECT_EQ(slices[0].name, "bad\uFFFD\u241bname");
  EXPECT_EQ(arg_text(*trace, slices[0].id, "k\uFFFD"), "v\uFFFD\u2407");
  EXPECT_EQ(arg_text(*trace, slices[0].id, "unnamed"), "x");
  EXPECT_NE(track_at(*trace, {"Instance i-\uFFFD"}), nullptr);
  EXPECT_GE(diagnostic_count(*trace, "text_not_utf8"), 4);
}

TEST(HostileRecording, DuplicateIdsAndStopsOfAnotherType) {
  const TestFolder folder;
  RecordingWriter run;
  run.start("nrt_execute", 1, kBase + 100, 7);
  run.start("nrt_execute", 1, kBase + 200, 7);
  run.stop("nrt_execute", 1, kBase + 300, 7);
  run.stop("nrt_execute", 1, kBase + 400, 7);
  run.start("nrt_load", 2, kBase + 500, 7);
  run.stop("nrt_execute", 2, kBase + 600, 7);
  run.stop("nrt_load", 2, kBase + 700, 7);
  const auto trace = open_recording(run, folder);
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnostic_count(*trace, "duplicate_span_id"), 1);
  EXPECT_EQ(diagnostic_count(*trace, "stop_of_another_type"), 1);
  EXPECT_EQ(diagnostic_count(*trace, "span_without_start"), 2);
  EXPECT_EQ(diagnostic_count(*trace, "span_without_stop"), 1);
  EXPECT_EQ(trace->slice_count(), 5u) << "nothing is dropped";
}

TEST(HostileRecording, UnknownPhasesTypesAndFieldsAreShownOrCounted) {
  const TestFolder folder;
  RecordingWriter run = small_run();
  run.record({kBase + 600, 3, 7, 5, 9, 11}, {{"nc_idx", "0"}});
  run.record({kBase + 700, 999, 7, 6, 3, 12});
  run.events += framed(MessageWriter().number(2, kBase + 800).number(14, 3).number(33, 1).bytes());
  ++run.records;
  const auto trace = open_recording(run, folder);
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnostic_count(*trace, "unknown_phase"), 1);
  EXPECT_EQ(arg_text(*trace, slice_named(*trace, "nrt_execute", 1), "phase"), "9");
  EXPECT_EQ(diagnostic_count(*trace, "unknown_event_type"), 1);
  EXPECT_TRUE(slice_named(*trace, "event type 999").valid());
  EXPECT_EQ(diagnostic_count(*trace, "unknown_record_field"), 1);
  EXPECT_EQ(diagnostic_count(*trace, "record_count_differs"), 0);
}

TEST(HostileRecording, CountsThatDifferAreSaid) {
  const TestFolder folder;
  RecordingWriter run = small_run();
  run.stated_records = 5;
  run.cpu_samples = 3;
  run.memory_samples = 0;
  const auto trace = open_recording(run, folder);
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnostic_count(*trace, "record_count_differs"), 3);
}

TEST(HostileRecording, ADamagedSiblingIsSaidAndTheRestIsRead) {
  const TestFolder folder;
  small_run().write(folder.path());
  std::ofstream(folder.path() / "cpu_util.pb", std::ios::binary) << "xx";
  const std::string info = small_run().info();
  std::ofstream(folder.path() / "trace_info.pb", std::ios::binary)
      << info.substr(0, info.size() - 20);
  const auto trace = open_paths({(folder.path() / "ntrace.pb").string()});
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->slice_count(), 2u);
  EXPECT_EQ(diagnostic_count(*trace, "recording_file_not_read"), 1);
  EXPECT_EQ(diagnostic_count(*trace, "trace_info_damaged"), 1);
}

TEST(HostileRecording, RandomDamageNeverBreaksTheReader) {
  const RecordingWriter run = small_run();
  std::mt19937 random(28);  // NOLINT: the same damage in every run
  int read = 0;
  for (const std::string& whole : {run.events, run.info(), run.cpu, run.memory}) {
    for (int round = 0; round < 2000; ++round) {
      std::string text = whole;
      for (int i = 0; i < 3; ++i) text[random() % text.size()] = static_cast<char>(random());
      if (read_alone(text)) ++read;
    }
  }
  EXPECT_GT(read, 1000);
}

TEST(HostileRecording, OtherFilesAreRefused) {
  for (const std::string& text :
       {std::string(), std::string("xx"), std::string("\x0a\x03xyz"), std::string(5000, '\0'),
        std::string("{\"traceEvents\": []}"), one_instruction_run().text()}) {
    EXPECT_FALSE(sniff_system_recording(pb_file(text)));
    const auto trace = read_alone(text);
    ASSERT_FALSE(trace);
    EXPECT_EQ(trace.error().code, ErrorCode::kBadInput);
  }
}

}  // namespace
}  // namespace nscope::importers
