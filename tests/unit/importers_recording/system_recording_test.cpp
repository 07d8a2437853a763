#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_recording/read_recording.h"

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

/// A call with one inner call, on one thread.
RecordingWriter nested_calls() {
  RecordingWriter run;
  run.start(
      "nrt_tensor_write", 1, kBase + 100, 7,
      {{"nc_idx", "0"}, {"worker_gid", "0"}, {"tensor_id", "202982732869795"}, {"size", "64"}});
  run.start("dmem_buf_copyin", 2, kBase + 200, 7,
            {{"nc_idx", "0"}, {"worker_gid", "0"}, {"mem_handle", "5"}, {"size", "64"}});
  run.stop("dmem_buf_copyin", 2, kBase + 450, 7, {{"nc_idx", "0"}, {"worker_gid", "0"}});
  run.stop("nrt_tensor_write", 1, kBase + 500, 7, {{"nc_idx", "0"}, {"worker_gid", "0"}});
  return run;
}

TEST(SystemRecording, CallsAreNestedSlicesOfTheirThread) {
  const TestFolder folder;
  const auto trace = open_recording(nested_calls(), folder);
  ASSERT_TRUE(trace);
  const Track* const thread =
      track_at(*trace, {"Instance i-0abc", "Process 713", "nrt-nc-000, thread 7"});
  ASSERT_NE(thread, nullptr);
  EXPECT_EQ(thread->slice_kind, SliceKind::kHost);
  ASSERT_EQ(thread->slices.size(), 2u);
  EXPECT_EQ(trace->text(thread->slices.name[0]), "nrt_tensor_write");
  EXPECT_EQ(thread->slices.start[0], 100);
  EXPECT_EQ(thread->slices.duration[0], 400);
  EXPECT_EQ(thread->slices.depth[1], 1);
  const SliceId write = Trace::slice_id(*thread, 0);
  EXPECT_EQ(arg_text(*trace, write, "tensor_id"), "202982732869795");
  EXPECT_EQ(arg_text(*trace, write, "size"), "64");
  EXPECT_EQ(arg_text(*trace, write, "type"), "10");
  EXPECT_EQ(trace->args_of(write).size(), 5u)
      << "attributes that repeat at the stop are not doubled";
  EXPECT_EQ(trace->property_text(property::kClock), "unix");
  EXPECT_EQ(trace->property_text(property::kInstanceType), "trn2.3xlarge");
  EXPECT_EQ(std::get<std::int64_t>(*trace->property(property::kClockOrigin)),
            static_cast<std::int64_t>(kBase));
  EXPECT_TRUE(trace->diagnostics().empty()) << trace->diagnostics()[0].example.english();
}

TEST(SystemRecording, AnotherNumberingGivesTheSameTrace) {
  const TestFolder folder;
  RecordingWriter usual = nested_calls();
  RecordingWriter other;
  other.event_types = {{"nrt_tensor_write", 91}, {"dmem_buf_copyin", 10}};  // 10 was the write
  other.start("nrt_tensor_write", 1, kBase + 100, 7, {{"nc_idx", "0"}});
  other.start("dmem_buf_copyin", 2, kBase + 200, 7,
              {{"nc_idx", "0"}, {"mem_handle", "5"}, {"size", "64"}});
  other.stop("dmem_buf_copyin", 2, kBase + 450, 7);
  other.stop("nrt_tensor_write", 1, kBase + 500, 7);
  const auto trace = open_recording(other, folder);
  ASSERT_TRUE(trace);
  const auto slices = slices_of(*trace);
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_EQ(slices[0].name, "nrt_tensor_write");
  EXPECT_EQ(slices[1].name, "dmem_buf_copyin");
  EXPECT_EQ(metric_value(*trace, "host_to_device_bytes"), 64.0);
}

TEST(SystemRecording, TransfersHaveBytesAndRates) {
  const TestFolder folder;
  RecordingWriter run;
  // Two copies of 1000 bytes that overlap by half: 1 GB/s each.
  run.start("dmem_buf_copyin", 1, kBase + 1000, 7, {{"nc_idx", "0"}, {"size", "1000"}});
  run.start("dmem_buf_copyin", 2, kBase + 1500, 8, {{"nc_idx", "0"}, {"size", "1000"}});
  run.stop("dmem_buf_copyin", 1, kBase + 2000, 7);
  run.stop("dmem_buf_copyin", 2, kBase + 2500, 8);
  run.start("dmem_buf_copyout", 3, kBase + 3000, 7, {{"nc_idx", "1"}, {"size", "50"}});
  run.stop("dmem_buf_copyout", 3, kBase + 3100, 7);
  const auto trace = open_recording(run, folder);
  ASSERT_TRUE(trace);
  EXPECT_EQ(samples_at(*trace, {"Instance i-0abc", "Process 713", "Host transfers",
                                "nrt-nc-000, host to device"}),
            (Samples{{1000, 1e9}, {1500, 2e9}, {2000, 1e9}, {2500, 0.0}}));
  EXPECT_EQ(samples_at(*trace, {"Instance i-0abc", "Process 713", "Host transfers",
                                "nrt-nc-001, device to host"}),
            (Samples{{3000, 5e8}, {3100, 0.0}}));
  EXPECT_EQ(metric_value(*trace, "host_to_device_transfers"), 2.0);
  EXPECT_EQ(metric_value(*trace, "host_to_device_bytes"), 2000.0);
  EXPECT_EQ(metric_value(*trace, "device_to_host_bytes"), 50.0);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "device_to_host_rate"), 5e8);
  EXPECT_EQ(arg_text(*trace, slice_named(*trace, "dmem_buf_copyout"), "transfer_rate"),
            "500000000.000000");
}

/// An execution on two physical cores of a logical core, with the call in another thread.
RecordingWriter execution() {
  RecordingWriter run;
  run.start("nrt_execute", 1, kBase + 1000, 7,
            {{"nc_idx", "0"}, {"worker_gid", "0"}, {"model_id", "77"}});
  run.start("kbl_exec_pre", 2, kBase + 1100, 7,
            {{"nc_idx", "0"}, {"worker_gid", "0"}, {"model_id", "77"}, {"exec_id", "4"}});
  run.stop("kbl_exec_pre", 2, kBase + 1200, 7);
  for (const char* core : {"4", "5"}) {
    const std::uint64_t span = core[0] == '4' ? 3 : 4;
    run.start("nc_exec_running", span, kBase + 2000, 8,
              {{"nc_idx", "0"},
               {"worker_gid", "0"},
               {"device_core_idx", core},
               {"exec_id", "4"},
               {"nc_timestamp_ns", "257000000000000"}});
    run.stop("nc_exec_running", span, kBase + 5000, 8, {{"nc_timestamp_ns", "257000000003000"}});
  }
  run.stop("nrt_execute", 1, kBase + 6000, 7);
  return run;
}

TEST(SystemRecording, ExecutionsAreOnCoresWithAFlowFromTheirCall) {
  const TestFolder folder;
  const auto trace = open_recording(execution(), folder);
  ASSERT_TRUE(trace);
  const Track* const core =
      track_at(*trace, {"Instance i-0abc", "Process 713", "nrt-nc-000, NeuronCore 5"});
  ASSERT_NE(core, nullptr);
  ASSERT_EQ(core->slices.size(), 1u);
  const SliceId running = Trace::slice_id(*core, 0);
  EXPECT_EQ(arg_text(*trace, running, "nc_timestamp_ns"), "257000000000000");
  EXPECT_EQ(arg_text(*trace, running, "nc_timestamp_ns_stop"), "257000000003000");
  const SliceId call = slice_named(*trace, "nrt_execute");
  EXPECT_EQ(arg_text(*trace, call, "model_name"), "/tmp/model.neff");
  ASSERT_EQ(trace->flows().size(), 2u);
  for (const Flow& flow : trace->flows_from(call)) {
    EXPECT_EQ(trace->text(trace->slice(flow.to).name()), "nc_exec_running");
    EXPECT_EQ(trace->text(flow.kind), flow_kind::kExecution);
  }
  EXPECT_EQ(trace->flows_from(call).size(), 2u);
}

TEST(SystemRecording, ALostStopDoesNotBecomeTheCallOfLaterExecutions) {
  const TestFolder folder;
  RecordingWriter run;
  run.start("nrt_execute", 90, kBase + 10, 7, {{"nc_idx", "0"}, {"model_id", "77"}});
  run.start("kbl_exec_pre", 91, kBase + 20, 7,
            {{"nc_idx", "0"}, {"model_id", "77"}, {"exec_id", "3"}});
  run.stop("kbl_exec_pre", 91, kBase + 30, 7);
  run.start("nrt_execute", 1, kBase + 1000, 7, {{"nc_idx", "0"}, {"model_id", "77"}});
  run.start("kbl_exec_pre", 2, kBase + 1100, 7,
            {{"nc_idx", "0"}, {"model_id", "77"}, {"exec_id", "4"}});
  run.stop("kbl_exec_pre", 2, kBase + 1200, 7);
  run.start(
      "nc_exec_running", 3, kBase + 1300, 8,
      {{"nc_idx", "0"}, {"device_core_idx", "0"}, {"exec_id", "4"}, {"nc_timestamp_ns", "9"}});
  run.stop("nc_exec_running", 3, kBase + 1400, 8);
  run.stop("nrt_execute", 1, kBase + 6000, 7);
  const auto trace = open_recording(run, folder);
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnostic_count(*trace, "span_without_stop"), 1);
  ASSERT_EQ(trace->flows().size(), 1u);
  EXPECT_EQ(trace->slice(trace->flows()[0].from).begin().value(), 1000);
}

TEST(SystemRecording, SeveralWorkersHaveTheirOwnTracks) {
  const TestFolder folder;
  RecordingWriter run;
  // Two workers: each has its section of the file, so times go back.
  for (std::uint64_t worker = 0; worker < 2; ++worker) {
    const std::uint64_t high = worker << 50;
    const std::string id = std::to_string(worker);
    for (std::uint64_t i = 0; i < 3; ++i) {
      const std::uint64_t time = kBase + 1000 * i + worker;
      run.start("nrt_load", high + i, time, 100 + worker, {{"nc_idx", id}, {"worker_gid", id}});
      run.stop("nrt_load", high + i, time + 500, 100 + worker, {{"model_id", "77"}});
    }
  }
  const auto trace = open_recording(run, folder);
  ASSERT_TRUE(trace);
  for (const char* name : {"nrt-nc-000, thread 100", "nrt-nc-001, thread 101"}) {
    const Track* const track = track_at(*trace, {"Instance i-0abc", "Process 713", name});
    ASSERT_NE(track, nullptr) << name;
    EXPECT_EQ(track->slices.size(), 3u);
    EXPECT_EQ(track->max_depth, 0);
  }
  EXPECT_TRUE(trace->diagnostics().empty());
}

TEST(SystemRecording, SpansMayEndOnAnotherThread) {
  const TestFolder folder;
  RecordingWriter run;
  run.start("nrt_execute", 1, kBase + 100, 7, {{"nc_idx", "0"}});
  run.stop("nrt_execute", 1, kBase + 900, 8);
  const auto trace = open_recording(run, folder);
  ASSERT_TRUE(trace);
  const SliceId call = slice_named(*trace, "nrt_execute");
  EXPECT_EQ(duration_of(*trace, call), 800);
  EXPECT_EQ(arg_text(*trace, call, "stop_thread_id"), "8");
  EXPECT_EQ(diagnostic_count(*trace, "span_ends_on_another_thread"), 1);
}

TEST(SystemRecording, OpenSpansEndWithTheCallAroundThem) {
  const TestFolder folder;
  RecordingWriter run;
  run.start("nrt_execute", 1, kBase + 100, 7, {{"nc_idx", "0"}});
  run.start("kbl_exec_pre", 2, kBase + 200, 7, {{"nc_idx", "0"}});  // its stop was lost
  run.stop("nrt_execute", 1, kBase + 900, 7);
  run.start("nrt_tensor_read", 3, kBase + 1000, 7, {{"nc_idx", "0"}});  // still running
  run.start("nrt_load", 4, kBase + 1100, 9, {{"nc_idx", "0"}});
  run.stop("nrt_load", 4, kBase + 2000, 9);
  const auto trace = open_recording(run, folder);
  ASSERT_TRUE(trace);
  EXPECT_EQ(duration_of(*trace, slice_named(*trace, "kbl_exec_pre")), 700);
  EXPECT_EQ(duration_of(*trace, slice_named(*trace, "nrt_tensor_read")), 1000);
  EXPECT_EQ(arg_text(*trace, slice_named(*trace, "nrt_tensor_read"), "stop"), "not recorded");
  EXPECT_EQ(diagnostic_count(*trace, "span_without_stop"), 2);
  EXPECT_EQ(diagnostic_count(*trace, "slice_without_end"), 0);
}

TEST(SystemRecording, AStopMayComeBeforeItsStartInTheFile) {
  const TestFolder folder;
  RecordingWriter run;
  run.stop("nrt_execute", 1, kBase + 900, 7, {{"status", "0"}});
  run.start("nrt_execute", 1, kBase + 100, 7, {{"nc_idx", "0"}});
  run.stop("nrt_load", 5, kBase + 50, 7);
  const auto trace = open_recording(run, folder);
  ASSERT_TRUE(trace);
  EXPECT_EQ(duration_of(*trace, slice_named(*trace, "nrt_execute")), 800);
  EXPECT_EQ(arg_text(*trace, slice_named(*trace, "nrt_execute"), "status"), "0");
  EXPECT_EQ(duration_of(*trace, slice_named(*trace, "nrt_load")), 0);
  EXPECT_EQ(diagnostic_count(*trace, "span_without_start"), 1);
  EXPECT_EQ(diagnostic_count(*trace, "span_without_stop"), 0);
}

TEST(SystemRecording, HostSamplesAreCounters) {
  const TestFolder folder;
  RecordingWriter run = nested_calls();
  for (std::uint64_t i = 0; i < 2; ++i) {
    run.cpu_sample(kBase + i * 1000, 0, i == 0 ? 0.0f : 50.0f);
    run.cpu_sample(kBase + i * 1000, 1, 12.5f);
    run.memory_sample(kBase + i * 1000, 250 + 250 * i);
  }
  const auto trace = open_recording(run, folder);
  ASSERT_TRUE(trace);
  EXPECT_EQ(samples_at(*trace, {"Instance i-0abc", "CPU", "CPU 0"}),
            (Samples{{0, 0.0}, {1000, 50.0}}));
  EXPECT_EQ(samples_at(*trace, {"Instance i-0abc", "CPU", "CPU 1"}),
            (Samples{{0, 12.5}, {1000, 12.5}}));
  EXPECT_EQ(samples_at(*trace, {"Instance i-0abc", "Host memory used"}),
            (Samples{{0, 250.0}, {1000, 500.0}}));
  EXPECT_EQ(samples_at(*trace, {"Instance i-0abc", "Host memory used, share"}),
            (Samples{{0, 25.0}, {1000, 50.0}}));
  EXPECT_TRUE(trace->diagnostics().empty()) << trace->diagnostics()[0].example.english();
}

TEST(SystemRecording, EachFileLeadsToTheWholeRecording) {
  const TestFolder folder;
  RecordingWriter run = nested_calls();
  run.cpu_sample(kBase, 0, 1.0f).memory_sample(kBase, 9);
  run.write(folder.path());
  for (const char* name : {"ntrace.pb", "trace_info.pb", "cpu_util.pb", "host_mem.pb"}) {
    const auto trace = open_paths({(folder.path() / name).string()});
    ASSERT_TRUE(trace) << name;
    EXPECT_EQ(trace->slice_count(), 2u) << name;
    EXPECT_NE(track_at(*trace, {"Instance i-0abc", "CPU", "CPU 0"}), nullptr) << name;
    EXPECT_TRUE(trace->diagnostics().empty()) << name;
  }
  const auto all = open_paths({(folder.path() / "ntrace.pb").string(),
                               (folder.path() / "trace_info.pb").string(),
                               (folder.path() / "host_mem.pb").string()});
  ASSERT_TRUE(all);
  EXPECT_EQ(all->property("parts"), nullptr) << "the files are one recording";
  std::filesystem::rename(folder.path() / "ntrace.pb", folder.path() / "renamed.bin");
  const auto renamed = open_paths({(folder.path() / "renamed.bin").string()});
  ASSERT_TRUE(renamed);
  EXPECT_EQ(renamed->slice_count(), 2u);
  EXPECT_EQ(slices_of(*renamed)[0].name, "nrt_tensor_write");
}

/// Gives the files of a recording other names: the usual name without its ending in `names`.
void rename_files(const std::filesystem::path& folder, const std::string& before,
                  const std::string& after) {
  for (const std::string name : {"ntrace", "trace_info", "cpu_util", "host_mem"}) {
    std::filesystem::rename(folder / (name + ".pb"), folder / (before + name + after));
  }
}

TEST(SystemRecording, FilesThatWereRenamedBelongTogether) {
  RecordingWriter run = nested_calls();
  run.cpu_sample(kBase, 0, 1.0f).memory_sample(kBase, 9);
  const TestFolder folder;
  run.write(folder.path());
  rename_files(folder.path(), "node1-", ".2026.bin");
  const auto trace = open_paths({folder.path().string()});
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->slice_count(), 2u);
  EXPECT_NE(track_at(*trace, {"Instance i-0abc", "CPU", "CPU 0"}), nullptr);
  EXPECT_TRUE(trace->diagnostics().empty());

  // Without anything of the usual names, the content decides.
  const TestFolder unnamed;
  run.write(unnamed.path());
  for (const char* name : {"ntrace", "trace_info", "cpu_util", "host_mem"}) {
    std::filesystem::rename(unnamed.path() / (std::string(name) + ".pb"),
                            unnamed.path() / std::string(1, name[1]));
  }
  const auto by_content = open_paths({unnamed.path().string()});
  ASSERT_TRUE(by_content);
  EXPECT_EQ(by_content->slice_count(), 2u);
  EXPECT_NE(track_at(*by_content, {"Instance i-0abc", "CPU", "CPU 0"}), nullptr);
  EXPECT_TRUE(by_content->diagnostics().empty());
}

TEST(SystemRecording, TwoRecordingsInOneFolderAreBothOpened) {
  RecordingWriter run = nested_calls();
  run.cpu_sample(kBase, 0, 1.0f).memory_sample(kBase, 9);
  const TestFolder folder;
  for (const char* process : {"p1_", "p2_"}) {
    run.write(folder.path());
    rename_files(folder.path(), process, ".pb");
  }
  const auto trace = open_paths({folder.path().string()});
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->slice_count(), 4u);

  // A file that cannot be assigned is counted.
  const TestFolder other;
  run.write(other.path());
  std::filesystem::rename(other.path() / "host_mem.pb", other.path() / "z.bin");
  const auto rest = open_paths({other.path().string()});
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->slice_count(), 2u);
  EXPECT_EQ(diagnostic_count(*rest, "file_not_read"), 1);
}

TEST(SystemRecording, WithoutTheDescriptionEventsHaveNumbers) {
  const TestFolder folder;
  nested_calls().write(folder.path());
  std::filesystem::remove(folder.path() / "trace_info.pb");
  const auto trace = open_paths({folder.path().string()});
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace)[0].name, "event type 10");
  EXPECT_EQ(diagnostic_count(*trace, "trace_info_missing"), 1);
  EXPECT_EQ(slices_of(*trace)[0].start, 0) << "the earliest record is at 0";
  std::filesystem::remove(folder.path() / "ntrace.pb");
  std::ofstream(folder.path() / "trace_info.pb", std::ios::binary) << nested_calls().info();
  const auto info = open_paths({folder.path().string()});
  ASSERT_TRUE(info);
  EXPECT_EQ(info->slice_count(), 0u);
  EXPECT_EQ(diagnostic_count(*info, "no_runtime_events"), 1);
  EXPECT_EQ(info->property_text(property::kInstanceId), "i-0abc");
}

TEST(SystemRecording, LongSpansAndManyBlocksGiveTheSameTraceOnAnyNumberOfCores) {
  const TestFolder folder;
  RecordingWriter run;
  // One span encloses more spans than wait for it.
  constexpr std::uint64_t kCalls = 40'000;
  run.start("nrt_load", 1, kBase + 1, 7, {{"nc_idx", "0"}});
  for (std::uint64_t i = 0; i < kCalls; ++i) {
    const std::uint64_t time = kBase + 10 + 10 * i;
    run.start("nrt_tensor_write", 10 + i, time, 7,
              {{"nc_idx", "0"}, {"tensor_id", std::to_string(i)}});
    run.stop("nrt_tensor_write", 10 + i, time + 5, 7);
  }
  run.stop("nrt_load", 1, kBase + 10 + 10 * kCalls, 7, {{"model_id", "77"}});
  run.write(folder.path());
  ASSERT_GT(run.events.size(), std::size_t{2} << 20);
  const auto file = ByteSource::open((folder.path() / "ntrace.pb").string());
  ASSERT_TRUE(file);
  for (const std::size_t cores : {1, 4}) {
    TraceBuilder builder;
    TaskControl control;
    ASSERT_TRUE(read_system_recording_on(cores, {*file, nullptr}, builder, control));
    const auto trace = builder.finish();
    const auto slices = slices_of(*trace);
    ASSERT_EQ(slices.size(), kCalls + 1);
    EXPECT_EQ(slices[0].name, "nrt_load");
    EXPECT_EQ(slices[0].duration, static_cast<std::int64_t>(9 + 10 * kCalls));
    EXPECT_EQ(arg_text(*trace, slices[0].id, "model_id"), "77");
    for (const std::size_t i : {std::size_t{1}, std::size_t{20'000}, std::size_t{kCalls}}) {
      EXPECT_EQ(arg_text(*trace, slices[i].id, "tensor_id"), std::to_string(i - 1));
      EXPECT_EQ(slices[i].duration, 5);
    }
    EXPECT_EQ(slices_of(*trace).back().start, static_cast<std::int64_t>(10 * kCalls));
    EXPECT_TRUE(trace->diagnostics().empty()) << trace->diagnostics()[0].example.english();
  }
}

}  // namespace
}  // namespace nscope::importers
