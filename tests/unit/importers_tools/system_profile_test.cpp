#include "importers/system_profile/system_profile.h"

#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_tools/read_tool.h"

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

Result<std::shared_ptr<const Trace>> read_profile(std::string_view text) {
  return read_with(read_system_profile, text);
}

constexpr std::string_view kProfile = R"json({
 "cpu_util": [
  {"cpu_id": "47", "duration": 1, "instance_id": "i-1", "timestamp": 1729888371000000500,
   "util": 2.5}],
 "mem_usage": [
  {"duration": 1, "instance_id": "i-1", "percent_usage": 9.7, "timestamp": 1729888371000000100,
   "usage": 51805806592}],
 "trace_events": [
  {"duration": 1000, "group": "nrt-nc-000", "id": 1, "instance_id": "i-1", "lnc_idx": "0",
   "name": "nrt_execute", "parent_id": 0, "process_id": "1627711", "thread_id": 1627711,
   "timestamp": 1729888371000000200, "type": 3},
  {"duration": 300, "group": "nrt-nc-000", "id": 2, "instance_id": "i-1", "lnc_idx": "0",
   "name": "nrt_tensor_write", "parent_id": 1, "process_id": "1627711", "size": "4",
   "tensor_id": "4900392441224765051", "tensor_name": "weights", "thread_id": 1627711,
   "timestamp": 1729888371000000400, "type": 11},
  {"duration": 500, "group": "nrt-nc-000", "id": 3, "instance_id": "i-1", "device_core_idx": 4,
   "name": "nc_exec_running", "parent_id": 1, "process_id": "1627711", "exec_id": 9,
   "timestamp": 1729888371000000600, "timestamp_unit": "ns"},
  {"duration": 3758079, "group": "framework-80375131", "instance_id": "i-1",
   "name": "PjitFunction(matmul)", "process_id": "701", "thread_id": 80375131,
   "timestamp": 1729888371000000050, "type": 99999}]})json";

TEST(SystemProfile, CallsNestOnTheirThread) {
  const auto trace = read_profile(kProfile);
  ASSERT_TRUE(trace) << to_string(trace.error());
  const Track* const calls =
      track_at(**trace, {"Instance i-1", "Process 1627711", "nrt-nc-000, thread 1627711"});
  ASSERT_NE(calls, nullptr);
  EXPECT_EQ(calls->kind, TrackKind::kHost);
  EXPECT_EQ(calls->slice_kind, SliceKind::kHost);
  ASSERT_EQ(calls->slices.size(), 2u);
  EXPECT_EQ(calls->slices.start[0], 150) << "the first event of the file is at 0";
  EXPECT_EQ(calls->slices.duration[0], 1000);
  EXPECT_EQ(calls->slices.depth[1], 1);
  const SliceId write = Trace::slice_id(*calls, 1);
  EXPECT_EQ(arg_text(**trace, write, "size"), "4");
  EXPECT_EQ(arg_text(**trace, write, "tensor_id"), "4900392441224765051");
  EXPECT_EQ(arg_text(**trace, write, "tensor_name"), "weights");
  EXPECT_EQ(arg_text(**trace, write, "type"), "11");
  const Track* const framework =
      track_at(**trace, {"Instance i-1", "Process 701", "framework-80375131"});
  ASSERT_NE(framework, nullptr);
  EXPECT_EQ(framework->slices.start[0], 0);
  EXPECT_EQ(diagnostic_count(**trace, "unknown_field"), 0);
}

TEST(SystemProfile, ParentsOnOtherRowsAreArrows) {
  const auto trace = read_profile(kProfile);
  ASSERT_TRUE(trace);
  const Track* const core =
      track_at(**trace, {"Instance i-1", "Process 1627711", "nrt-nc-000, NeuronCore 4"});
  ASSERT_NE(core, nullptr);
  ASSERT_EQ((*trace)->flows().size(), 1u) << "the write is nested in its parent";
  const auto flow = (*trace)->flows()[0];
  EXPECT_EQ((*trace)->text((*trace)->slice(flow.from).name()), "nrt_execute");
  EXPECT_EQ((*trace)->text((*trace)->slice(flow.to).name()), "nc_exec_running");
  EXPECT_EQ((*trace)->text(flow.kind), "parent");
}

TEST(SystemProfile, MemoryAndCpuAreCounters) {
  const auto trace = read_profile(kProfile);
  ASSERT_TRUE(trace);
  using Samples = std::vector<std::pair<std::int64_t, double>>;
  EXPECT_EQ(samples_at(**trace, {"Instance i-1", "Host memory used"}),
            (Samples{{50, 51805806592.0}}));
  EXPECT_EQ(samples_at(**trace, {"Instance i-1", "CPU", "CPU 47"}), (Samples{{450, 2.5}}));
  EXPECT_EQ((*trace)->property_text(property::kClock), "unix");
  EXPECT_EQ(std::get<std::int64_t>(*(*trace)->property(property::kClockOrigin)),
            1729888371000000050);
}

TEST(SystemProfile, FlowIdsLinkLayers) {
  const auto trace = read_profile(R"({"trace_event":[
      {"name":"aten::mm","timestamp":100,"duration":50,"thread_id":1,"flow_id":77},
      {"name":"nrt_execute","timestamp":120,"duration":10,"thread_id":2,"flow-id":"77"},
      {"name":"other","timestamp":130,"duration":10,"thread_id":2,"flow_id":0}]})");
  ASSERT_TRUE(trace) << to_string(trace.error());
  ASSERT_EQ((*trace)->flows().size(), 1u);
  EXPECT_EQ((*trace)->text((*trace)->slice((*trace)->flows()[0].from).name()), "aten::mm");
}

TEST(SystemProfile, WhatCannotBeReadIsCounted) {
  const auto trace = read_profile(R"({"trace_events":[
      {"name":"a","timestamp":100,"duration":5,"id":1},
      {"name":"b","duration":5},
      {"name":"c","timestamp":110,"duration":5,"id":1,"parent_id":8,"new_field":"x"},
      7],
      "hbm_usage":[{"timestamp":1}], "version": 3})");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(slices_of(**trace).size(), 2u);
  EXPECT_EQ(diagnostic_count(**trace, "row_without_time"), 1);
  EXPECT_EQ(diagnostic_count(**trace, "dangling_parent"), 1);
  EXPECT_EQ(diagnostic_count(**trace, "repeated_event_id"), 1);
  EXPECT_EQ(diagnostic_count(**trace, "unknown_field"), 1);
  EXPECT_EQ(diagnostic_count(**trace, "unknown_list"), 2);
}

TEST(SystemProfile, TheSameTraceWhateverTheOrder) {
  const auto forth = read_profile(R"({"mem_usage":[{"timestamp":5,"usage":1}],"trace_events":[
      {"name":"a","timestamp":3,"duration":5}]})");
  const auto back = read_profile(R"({"trace_events":[
      {"name":"a","timestamp":3,"duration":5}],"mem_usage":[{"timestamp":5,"usage":1}]})");
  ASSERT_TRUE(forth);
  ASSERT_TRUE(back);
  ASSERT_EQ((*forth)->tracks().size(), (*back)->tracks().size());
  for (std::size_t i = 0; i < (*forth)->tracks().size(); ++i) {
    EXPECT_EQ((*forth)->text((*forth)->tracks()[i].name), (*back)->text((*back)->tracks()[i].name));
  }
}

TEST(SystemProfile, RecognisedByContentAndOthersAreErrors) {
  const auto sniff = [](std::string_view text) { return sniff_system_profile(json_file(text)); };
  EXPECT_TRUE(sniff(kProfile));
  EXPECT_TRUE(sniff(R"({"trace_events":[{"name":)")) << "cut off";
  EXPECT_TRUE(sniff(R"({"mem_usage":[],"cpu_util":[]})"));
  EXPECT_FALSE(sniff(R"({"traceEvents":[]})")) << "Chrome's";
  EXPECT_FALSE(sniff(R"({"mem_usage":[]})"));
  expect_refused(read_system_profile, {"", "[]", "{}"});
  expect_refused(read_system_profile, {R"({"trace_events":[{"name":1},)"}, "run.json: byte 28");
  expect_refused(read_system_profile, {R"({"trace_events":[)"}, "run.json: byte 17");
}

}  // namespace
}  // namespace nscope::importers
