// Whole run directories: framework, runtime and device on one axis.
#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_recording/read_recording.h"

#include <cmath>

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

namespace fs = std::filesystem;

/// Time of the device at kBase, ns.
constexpr std::uint64_t kDevice = 257'000'000'000'000;
constexpr std::uint64_t kPs = 1000;

/// An execution in a recording: its call, its sync point and its span on each physical core.
struct ExecutionSpec {
  std::uint64_t number = 1;
  std::uint64_t late_ns = 1'000'000;  ///< start after kBase
  std::uint64_t length_ns = 100'000;
  std::int64_t sync_error_ns = 0;
  std::vector<std::uint64_t> cores{4};
};

void add_execution(RecordingWriter& run, const ExecutionSpec& spec) {
  const std::string number = std::to_string(spec.number);
  const std::uint64_t span = spec.number * 100;
  const std::uint64_t host = kBase + spec.late_ns;
  const std::uint64_t device = kDevice + spec.late_ns;
  const auto offset = static_cast<std::uint64_t>(spec.sync_error_ns);
  run.start("nrt_execute", span, host - 20'000, 7, {{"nc_idx", "0"}, {"model_id", "77"}});
  run.start("kbl_exec_pre", span + 1, host - 15'000, 7,
            {{"nc_idx", "0"}, {"model_id", "77"}, {"exec_id", number}});
  run.stop("kbl_exec_pre", span + 1, host - 10'000, 7);
  for (const std::uint64_t core : spec.cores) {
    run.point("timestamp_sync_point", span + 10 + core, host - 1000, 8,
              {{"nc_idx", "0"},
               {"exec_id", number},
               {"cpu_timestamp_ns", std::to_string(host - 5000 + offset)},
               {"nc_timestamp_ns", std::to_string(device - 5000)}});
    run.start("nc_exec_running", span + 50 + core, host + offset, 8,
              {{"nc_idx", "0"},
               {"device_core_idx", std::to_string(core)},
               {"exec_id", number},
               {"nc_timestamp_ns", std::to_string(device)}});
    run.stop("nc_exec_running", span + 50 + core, host + offset + spec.length_ns, 8,
             {{"nc_timestamp_ns", std::to_string(device + spec.length_ns)}});
  }
  run.stop("nrt_execute", span, host + spec.length_ns + 20'000, 7);
}

/// The device capture of the execution: instructions of two engines on each of its cores.
NtffWriter capture_of(const ExecutionSpec& spec) {
  NtffWriter ntff;
  ntff.instance_id = "i-0abc";
  ntff.process_id = 713;
  const std::uint64_t begin = (kDevice + spec.late_ns + 1000) * kPs;
  const std::uint64_t end = (kDevice + spec.late_ns + spec.length_ns - 1000) * kPs;
  ntff.executions = {{begin, end}};
  for (std::size_t i = 0; i < spec.cores.size(); ++i) {
    TestCore core;
    core.subgraph = "sg0" + std::to_string(i);
    core.device_core = static_cast<std::uint32_t>(spec.cores[i]);
    core.code[0] = {TestWord(0xa4), TestWord(0xa4)};
    core.code[3] = {TestWord(0x45)};
    core.instruction(0, 0, begin + 2000 * kPs, begin + 3000 * kPs);
    core.instruction(0, 1, begin + 4000 * kPs, end - 500 * kPs);
    core.instruction(3, 0, begin + 5000 * kPs, begin + 6000 * kPs);
    ntff.cores.push_back(core);
  }
  return ntff;
}

void write_file(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::string framework_trace(std::uint64_t unix_us) {
  return R"({"baseTimeNanoseconds": 0, "traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "aten::mm",
    "pid": 713, "tid": 7, "ts": )" +
         std::to_string(unix_us) + R"(, "dur": 500},
    {"ph": "X", "cat": "cpu_op", "name": "aten::add", "pid": 713, "tid": 7, "ts": )" +
         std::to_string(unix_us + 600) + R"(, "dur": 5}]})";
}

/// Slices of engine tracks with their times in ns on the axis of the trace.
struct DeviceSlice {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};
std::vector<DeviceSlice> device_slices(const Trace& trace) {
  std::vector<DeviceSlice> slices;
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::kEngine) continue;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      slices.push_back({trace.to_ns(track.slices.begin(row)), trace.to_ns(track.slices.end(row))});
    }
  }
  return slices;
}

std::int64_t start_ns(const Trace& trace, SliceId id) {
  return trace.to_ns(trace.slice(id).begin());
}
std::int64_t end_ns(const Trace& trace, SliceId id) {
  return trace.to_ns(trace.slice(id).end());
}

/// The property of the part that is placed by sync points.
std::string part_property(const Trace& trace, std::string_view name, int part = 2) {
  const std::string key = "part" + std::to_string(part) + "." + std::string(name);
  const PropertyValue* const value = trace.property(key);
  if (value == nullptr) return "";
  if (const auto* const number = std::get_if<std::int64_t>(value)) return std::to_string(*number);
  if (const auto* const real = std::get_if<double>(value)) return std::to_string(*real);
  return std::get<std::string>(*value);
}

TEST(RunDirectory, FrameworkRuntimeAndDeviceAreOnOneAxis) {
  const TestFolder folder;
  const ExecutionSpec spec{.cores = {4, 5}};
  RecordingWriter run;
  add_execution(run, spec);
  run.write(folder.path());
  write_file(folder.path() / "profile_exec_2.ntff", capture_of(spec).text());
  write_file(folder.path() / "trace.json", framework_trace(kBase / 1000 + 900));
  const auto trace = open_paths({folder.path().string()});
  ASSERT_TRUE(trace);
  EXPECT_EQ(part_property(*trace, "label", 1), "trace") << "framework first";
  EXPECT_EQ(part_property(*trace, "label", 2), "runtime");
  EXPECT_EQ(part_property(*trace, "label", 3), "profile_exec_2");
  EXPECT_EQ(part_property(*trace, "offset_from", 2), "clock");
  EXPECT_EQ(part_property(*trace, "offset_from", 3), "sync_points");
  EXPECT_EQ(part_property(*trace, "sync_uncertainty_ns", 3), "0");
  EXPECT_EQ(diagnostic_count(*trace, "clock_not_known"), 0);
  const SliceId running = slice_named(*trace, "nc_exec_running");
  const std::int64_t begin = start_ns(*trace, running);
  const std::int64_t end = end_ns(*trace, running);
  EXPECT_EQ(begin - start_ns(*trace, slice_named(*trace, "aten::mm")), 100'000)
      << "the call of the framework began 100 us before the execution";
  const auto slices = device_slices(*trace);
  ASSERT_GE(slices.size(), 6u);
  for (const DeviceSlice& slice : slices) {
    EXPECT_GE(slice.begin, begin + 1000);
    EXPECT_LE(slice.end, end - 1000);
  }
}

TEST(RunDirectory, FlowsLeadFromTheExecutionToTheDevice) {
  const TestFolder folder;
  const ExecutionSpec spec{.cores = {4, 5}};
  RecordingWriter run;
  add_execution(run, spec);
  run.write(folder.path());
  write_file(folder.path() / "profile.ntff", capture_of(spec).text());
  const auto trace = open_paths({folder.path().string()});
  ASSERT_TRUE(trace);
  const SliceId call = slice_named(*trace, "nrt_execute");
  EXPECT_EQ(trace->flows_from(call).size(), 2u);
  for (const std::size_t core : {0u, 1u}) {
    const SliceId running = slice_named(*trace, "nc_exec_running", core);
    int executions = 0;
    int engines = 0;
    for (const Flow& flow : trace->flows_from(running)) {
      const Track& track = *trace->slice(flow.to).track;
      EXPECT_EQ(trace->text(flow.kind), flow_kind::kExecution);
      executions += track.kind == TrackKind::kExecution ? 1 : 0;
      if (track.kind != TrackKind::kEngine) continue;
      ++engines;
      EXPECT_EQ(track.core, static_cast<int>(core)) << "only engines of the span's own core";
      EXPECT_EQ(trace->slice(flow.to).row, 0u);
    }
    EXPECT_EQ(executions, 1);
    EXPECT_GE(engines, 2);
  }
}

TEST(RunDirectory, TheErrorOfSyncPointsIsStated) {
  const TestFolder folder;
  RecordingWriter run;
  const ExecutionSpec exact{.number = 1, .late_ns = 1'000'000};
  const ExecutionSpec late{.number = 2, .late_ns = 3'000'000, .sync_error_ns = 1500};
  add_execution(run, exact);
  add_execution(run, late);
  run.write(folder.path());
  write_file(folder.path() / "profile.ntff", capture_of(late).text());
  const auto trace = open_paths({folder.path().string()});
  ASSERT_TRUE(trace);
  EXPECT_EQ(part_property(*trace, "sync_points"), "2");
  EXPECT_EQ(part_property(*trace, "sync_uncertainty_ns"), "1500");
  EXPECT_EQ(part_property(*trace, "sync_drift_ppm"), "") << "2 ms are too short to measure it";
  const SliceId running = slice_named(*trace, "nc_exec_running", 1);
  for (const DeviceSlice& slice : device_slices(*trace)) {
    EXPECT_GE(slice.begin, start_ns(*trace, running));
    EXPECT_LE(slice.end, end_ns(*trace, running));
  }
}

TEST(RunDirectory, TheDriftOfTheClocksIsMeasured) {
  const TestFolder folder;
  RecordingWriter run;
  // The host's clock gains 2 us per second: 2 ppm.
  for (std::uint64_t i = 0; i < 5; ++i) {
    add_execution(run, {.number = i + 1,
                        .late_ns = 1'000'000 + i * 1'000'000'000,
                        .sync_error_ns = static_cast<std::int64_t>(2000 * i)});
  }
  run.write(folder.path());
  write_file(folder.path() / "profile.ntff", capture_of({.late_ns = 4'001'000'000}).text());
  const auto trace = open_paths({folder.path().string()});
  ASSERT_TRUE(trace);
  EXPECT_NEAR(std::stod(part_property(*trace, "sync_drift_ppm")), 2.0, 1e-6);
  const SliceId running = slice_named(*trace, "nc_exec_running", 4);
  for (const DeviceSlice& slice : device_slices(*trace)) {
    EXPECT_GE(slice.begin, start_ns(*trace, running)) << "by the points of its own execution";
    EXPECT_LE(slice.end, end_ns(*trace, running));
  }
}

TEST(RunDirectory, ACaptureOfAnotherProcessIsKeptApart) {
  const TestFolder folder;
  const ExecutionSpec spec;
  RecordingWriter run;
  add_execution(run, spec);
  run.write(folder.path());
  NtffWriter other = capture_of(spec);
  other.process_id = 723;
  write_file(folder.path() / "profile.ntff", other.text());
  const auto trace = open_paths({folder.path().string()});
  ASSERT_TRUE(trace);
  EXPECT_EQ(part_property(*trace, "offset_from"), "assumed");
  EXPECT_EQ(diagnostic_count(*trace, "capture_of_another_process"), 1);
  const Diagnostic* const said = find_diagnostic(*trace, "capture_of_another_process");
  EXPECT_NE(said->example.english().find("process 723"), std::string::npos);
  EXPECT_NE(said->example.english().find("process 713"), std::string::npos);
  for (const Flow& flow : trace->flows()) {
    EXPECT_NE(trace->slice(flow.to).track->kind, TrackKind::kExecution);
  }
  other.process_id = 713;
  other.instance_id = "i-0def";
  write_file(folder.path() / "profile.ntff", other.text());
  EXPECT_EQ(diagnostic_count(*open_paths({folder.path().string()}), "capture_of_another_process"),
            1);
}

TEST(RunDirectory, ACaptureWithoutProcessNeedsARecordedExecution) {
  const TestFolder folder;
  const ExecutionSpec spec;
  RecordingWriter run;
  add_execution(run, spec);
  run.write(folder.path());
  NtffWriter unnamed = capture_of(spec);
  unnamed.process_id = 0;
  unnamed.instance_id = "";
  write_file(folder.path() / "profile.ntff", unnamed.text());
  EXPECT_EQ(part_property(*open_paths({folder.path().string()}), "offset_from"), "assumed")
      << "without an instance the capture has no clock";
  unnamed.instance_id = "i-0abc";
  write_file(folder.path() / "profile.ntff", unnamed.text());
  EXPECT_EQ(part_property(*open_paths({folder.path().string()}), "offset_from"), "sync_points");
  NtffWriter later = capture_of({.late_ns = 5'000'000});
  later.process_id = 0;
  write_file(folder.path() / "profile.ntff", later.text());
  const auto trace = open_paths({folder.path().string()});
  EXPECT_EQ(part_property(*trace, "offset_from"), "assumed");
  EXPECT_EQ(diagnostic_count(*trace, "capture_without_process"), 1);
}

TEST(RunDirectory, AnExecutionThatWasNotRecordedIsAlignedByTheNearestPoint) {
  const TestFolder folder;
  RecordingWriter run;
  add_execution(run, {});
  run.write(folder.path());
  write_file(folder.path() / "profile.ntff", capture_of({.late_ns = 8'000'000}).text());
  const auto trace = open_paths({folder.path().string()});
  ASSERT_TRUE(trace);
  EXPECT_EQ(part_property(*trace, "offset_from"), "sync_points");
  EXPECT_EQ(diagnostic_count(*trace, "execution_not_recorded"), 1);
  EXPECT_EQ(device_slices(*trace).front().begin, 8'000'000 + 1000 + 2000);
  // Far outside of the recorded time: the counter of another boot, for example.
  write_file(folder.path() / "profile.ntff", capture_of({.late_ns = 900'000'000'000}).text());
  const auto outside = open_paths({folder.path().string()});
  EXPECT_EQ(part_property(*outside, "offset_from"), "assumed");
  EXPECT_EQ(diagnostic_count(*outside, "execution_outside_recording"), 1);
}

TEST(RunDirectory, WithoutSyncPointsOrSpansThereIsNoAlignment) {
  const TestFolder folder;
  RecordingWriter run;
  run.start("nrt_execute", 1, kBase + 1, 7, {{"nc_idx", "0"}});
  run.stop("nrt_execute", 1, kBase + 2, 7);
  run.write(folder.path());
  write_file(folder.path() / "profile.ntff", capture_of({}).text());
  const auto trace = open_paths({folder.path().string()});
  ASSERT_TRUE(trace);
  EXPECT_EQ(part_property(*trace, "offset_from"), "assumed");
  EXPECT_EQ(diagnostic_count(*trace, "no_sync_points"), 1);
}

TEST(RunDirectory, TwoProcessesHaveTheirOwnCaptures) {
  const TestFolder folder;
  RecordingWriter first;
  add_execution(first, {.late_ns = 1'000'000});
  first.write(folder.path() / "i-0abc_pid_713" / "1");
  write_file(folder.path() / "i-0abc_pid_713" / "1" / "profile_nc_0_session_0.ntff",
             capture_of({.late_ns = 1'000'000}).text());
  RecordingWriter second;
  second.process_id = 714;
  add_execution(second, {.late_ns = 2'000'000, .cores = {6}});
  second.write(folder.path() / "i-0abc_pid_714" / "1");
  NtffWriter of_second = capture_of({.late_ns = 2'000'000, .cores = {6}});
  of_second.process_id = 714;
  write_file(folder.path() / "i-0abc_pid_714" / "1" / "profile_nc_0_session_0.ntff",
             of_second.text());
  const auto trace = open_paths({folder.path().string()});
  ASSERT_TRUE(trace);
  EXPECT_EQ(part_property(*trace, "label", 1), "i-0abc pid 713: runtime");
  EXPECT_EQ(part_property(*trace, "label", 4), "i-0abc pid 714: nc 0, session 0");
  EXPECT_EQ(part_property(*trace, "offset_from", 3), "clock");
  EXPECT_EQ(part_property(*trace, "offset_from", 4), "sync_points");
  EXPECT_EQ(diagnostic_count(*trace, "capture_of_another_process"), 0);
  int executions = 0;
  for (const Track& track : trace->tracks()) {
    if (track.kind != TrackKind::kExecution) continue;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      const auto to = trace->flows_to(Trace::slice_id(track, row));
      ASSERT_EQ(to.size(), 1u);
      const auto from = trace->slice(to[0].from);
      EXPECT_EQ(trace->text(from.name()), "nc_exec_running");
      EXPECT_LE(from.begin(), track.slices.begin(row));
      EXPECT_GE(from.end(), track.slices.end(row));
      ++executions;
    }
  }
  EXPECT_EQ(executions, 2);
}

TEST(RunDirectory, AWSsOutputOfTheRecordingIsNotShownTwice) {
  const TestFolder folder;
  RecordingWriter run;
  add_execution(run, {});
  run.write(folder.path());
  const auto output = [](const char* process) {
    return std::string(R"({"trace_events":[{"name":"nrt_execute","timestamp":)") +
           std::to_string(kBase) + R"(,"duration":5,"instance_id":"i-0abc","process_id":")" +
           process + R"("}]})";
  };
  write_file(folder.path() / "system_profile.json", output("713"));
  const auto trace = open_paths({folder.path().string()});
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->property_text(property::kSourceFile), "ntrace.pb");
  EXPECT_EQ(diagnostic_count(*trace, "export_of_opened_capture"), 1);
  write_file(folder.path() / "system_profile.json", output("999"));
  EXPECT_EQ(diagnostic_count(*open_paths({folder.path().string()}), "export_of_opened_capture"), 0)
      << "another process";
}

}  // namespace
}  // namespace nscope::importers
