#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_json/read_json.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

std::shared_ptr<const Trace> read(std::string_view text) {
  auto trace = read_with(read_profile_json, text);
  if (!trace) {
    ADD_FAILURE() << to_string(trace.error());
    return nullptr;
  }
  return *trace;
}

// The keys of a real export, but each list precedes the lists that it refers to.
constexpr std::string_view kSmallRun = R"json({
  "instruction": [
    {"id": 9007199254740993, "timestamp": 100, "duration": 50, "evt_wait_time": 40,
     "label": "TensorMatrix", "subgroup": "Tensor", "opcode": "MATMUL", "subgraph": "sg01",
     "fully_qualified_subgraph": "/sg01", "operands": " src=a  dst=b ", "pc": 7,
     "crc_in": 65535, "crc_out": 12, "elements": 8388608, "hlo_attrs": "[]", "layer": "",
     "predecessors": [{"id": 9007199254740994, "type": "FLOW_DEPENDENCE"}],
     "future_field": 3, "nki_source_location": "k.py:12"},
    {"id": 9007199254740994, "timestamp": 60, "duration": 20, "evt_wait_time": 0,
     "label": "Vector", "subgroup": "Vector", "opcode": "COPY", "subgraph": "sg01",
     "fully_qualified_subgraph": "/sg01", "operands": " "}],
  "dma": [
    {"id": 1, "timestamp": 10, "duration": 30, "dma_engine": "65", "dma_queue": "2",
     "subgroup": "Q2-E65", "subgraph": "sg01", "queue_type": "hardware_dynamic",
     "transfer_size": 4096, "read_size": 4096, "write_size": 2048, "crc": 77,
     "transfer_rate": 1, "variable": "unknown", "source": [["unknown"]], "dest": ["unknown"],
     "is_cc_dma": "no", "op": "", "aggregated": "no", "duplicate": "no", "semaphore_id": "-1",
     "packet_idx": 0, "packet_aggregation_id": 5}],
  "semaphore_update": [
    {"id": "S[24] (qSyncDynamicHW)",
                           "subgraph" : "sg01", "timestamp" : 70, "value" : 1
},
    {"id": "2", "subgraph": "sg01", "timestamp": 80, "value": 3}],
  "ham": [{"timestamp": 0, "duration": 90, "k": 4, "n": 8, "type": 1, "subgraph": "sg01"},
          {"timestamp": 90, "duration": 10, "k": 8, "n": 8, "type": 0, "subgraph": "sg01"}],
  "instruction_usage": [
    {"type": "sb", "timestamp": 65, "usage_avg": 0.25, "partition_0_usage": 0.25,
     "partition_32_usage": 0.5, "subgraph": "sg01"},
    {"type": "psum", "timestamp": 66, "bank_0_usage": 1, "bank_3_usage": 0, "subgraph": "sg01"}],
  "pending_dma": [{"timestamp": 5, "value": 1, "subgraph": "sg01"}],
  "dma_throughput": [{"timestamp": 10, "transfer_rate": 1000, "hbm_transfer_rate": 0,
                      "uses_hbm": "false", "subgraph": "sg01"}],
  "layer_summary": [{"name": "/sg01/attention", "fully_qualified_subgraph": "/sg01", "start": 50,
                     "end": 150, "duration": 100, "tensor_engine_flop_count": 12}],
  "active_time": [{"engine": "tensor", "start_ts": 100, "end_ts": 150, "duration_ns": 50,
                   "subgraph": "sg01", "pcore_idx": 1}],
  "terminology": [{"total_time": "text"}],
  "warnings": [{"category": "Missing Data", "message": "one"},
               {"category": "", "message": "two"}],
  "model_info": [{"sg_name": "sg01", "nd_idx": 0, "nc_idx": 5, "event_count": 4}],
  "nc_mem_usage": [{"nd": 0, "nc": 5, "usage_type": "Weights", "amount_bytes": 640}],
  "neff_node": [{"variable_name": "q", "type": "IN", "size": "256", "shape": "[8 8]"},
                {"variable_name": "o", "type": "OUT", "size": "128", "shape": ""},
                {"variable_name": "", "node": "3", "sg_name": "sg00"}],
  "neff_header": [{"uuid": "abcd", "network_name": "n.neff", "data_size": "10"}],
  "dma_queues_info": [{"q_eng_idx": 79, "q_idx": 2, "q_name": "qSyncDynamicHW",
                       "subgraph": "sg01"}],
  "summary": [{"total_time": 2e-7, "hfu_estimated_percent": 0.5, "instance_type": "trn2.3xlarge",
               "nc_idx": 9, "dma_queue_count": 51}],
  "profile_info": [{"ntff_filename": "/home/u/run.ntff", "profiler_version": "2.28"}],
  "metadata": [{"pe_clock_freq": 2.4, "pe_clock_others": 1.2, "pe_num_rows": 128,
                "pe_num_cols": 64, "hbm_ddr_bandwidth": 716000000000, "num_physical_cores": 2,
                "first_hw_timestamp": 0, "last_hw_timestamp": 200, "ntff_version": 6,
                "is_simulation": false, "data_version": 8}]
})json";

TEST(ProfileJson, InstructionsKeepEverything) {
  const auto trace = read(kSmallRun);
  ASSERT_TRUE(trace);
  const Track* matmul = find_track(*trace, "TensorE matmul");
  ASSERT_NE(matmul, nullptr);
  EXPECT_EQ(trace->text(trace->track(matmul->parent).name), "NeuronCore 1 (nc 5)");
  ASSERT_EQ(matmul->slices.size(), 1u);
  EXPECT_EQ(matmul->slices.start[0], 100);
  EXPECT_EQ(matmul->slices.duration[0], 50);
  EXPECT_EQ(matmul->slices.wait[0], 40);
  EXPECT_EQ(trace->text(matmul->slices.name[0]), "MATMUL");
  const SliceId slice = Trace::slice_id(*matmul, 0);
  EXPECT_EQ(arg_text(*trace, slice, "operands"), "src=a dst=b");
  EXPECT_EQ(arg_text(*trace, slice, "elements"), "8388608");
  EXPECT_EQ(arg_text(*trace, slice, "crc_in"), "absent") << "65535 means that there is no checksum";
  EXPECT_EQ(arg_text(*trace, slice, "crc_out"), "12");
  EXPECT_EQ(arg_text(*trace, slice, "source_location"), "k.py:12");
  EXPECT_EQ(arg_text(*trace, slice, "source_kind"), "nki");
  EXPECT_EQ(arg_text(*trace, slice, "future_field"), "3");
  for (const auto* repeated : {"subgroup", "fully_qualified_subgraph", "hlo_attrs", "layer"}) {
    EXPECT_EQ(arg_text(*trace, slice, repeated), "absent") << repeated;
  }
  const Diagnostic* unknown = find_diagnostic(*trace, "unknown_field");
  ASSERT_NE(unknown, nullptr);
  EXPECT_EQ(unknown->count, 1);
  EXPECT_NE(unknown->example.english().find("list 'instruction', row 1 (byte"), std::string::npos);
}

TEST(ProfileJson, PredecessorsMayComeLaterAndUseAll64Bits) {
  const auto trace = read(kSmallRun);
  ASSERT_TRUE(trace);
  // The two ids differ in a bit that a double cannot represent.
  ASSERT_EQ(trace->flows().size(), 1u);
  const Flow& flow = trace->flows()[0];
  EXPECT_EQ(trace->text(flow.kind), "FLOW_DEPENDENCE");
  EXPECT_EQ(trace->text(trace->slice(flow.from).name()), "COPY");
  EXPECT_EQ(trace->text(trace->slice(flow.to).name()), "MATMUL");
}

TEST(ProfileJson, DmaPacketsLieOnTheirRing) {
  const auto trace = read(kSmallRun);
  ASSERT_TRUE(trace);
  const Track* ring = find_track(*trace, "Q2-E65");
  ASSERT_NE(ring, nullptr);
  EXPECT_EQ(ring->core, 1);
  const SliceId slice = Trace::slice_id(*ring, 0);
  EXPECT_EQ(trace->text(ring->slices.name[0]), "hardware_dynamic");
  EXPECT_EQ(arg_text(*trace, slice, "transfer_size"), "4096");
  EXPECT_EQ(arg_text(*trace, slice, "queue_name"), "qSyncDynamicHW") << "listed for engine 79";
  EXPECT_EQ(arg_text(*trace, slice, "read_size"), "absent") << "equal to transfer_size";
  EXPECT_EQ(arg_text(*trace, slice, "write_size"), "2048");
  EXPECT_EQ(arg_text(*trace, slice, "variable"), "absent") << "'unknown' carries no information";
  EXPECT_EQ(arg_text(*trace, slice, "is_cc_dma"), "absent");
}

TEST(ProfileJson, CountersAndIntervals) {
  const auto trace = read(kSmallRun);
  ASSERT_TRUE(trace);
  const Track* named = find_track(*trace, "S[24] (qSyncDynamicHW)");
  ASSERT_NE(named, nullptr);
  EXPECT_THAT(named->counters.value, testing::ElementsAre(1.0));
  ASSERT_NE(find_track(*trace, "S[2]"), nullptr);
  ASSERT_NE(find_track(*trace, "SBUF"), nullptr);
  EXPECT_THAT(find_track(*trace, "SBUF")->counters.value, testing::ElementsAre(0.25));
  EXPECT_THAT(find_track(*trace, "PSUM bank 0")->counters.value, testing::ElementsAre(1.0));
  EXPECT_THAT(find_track(*trace, "PSUM bank 3")->counters.value, testing::ElementsAre(0.0));
  EXPECT_EQ(find_track(*trace, "PSUM bank 1"), nullptr) << "a missing value is not zero";
  EXPECT_EQ(find_track(*trace, "HBM bandwidth"), nullptr) << "0 without DGE data is unknown";
  EXPECT_EQ(find_diagnostic(*trace, "sbuf_quarters_averaged")->count, 1);
  const Track* throttle = find_track(*trace, "Throttling");
  ASSERT_EQ(throttle->slices.size(), 2u);
  EXPECT_EQ(trace->text(throttle->slices.name[0]), "clock limited to 4/8");
  EXPECT_EQ(trace->text(throttle->slices.name[1]), "full clock");
  const Track* layers = find_track(*trace, "Layers (core 1)");
  ASSERT_EQ(layers->slices.size(), 1u);
  EXPECT_EQ(arg_text(*trace, Trace::slice_id(*layers, 0), "tensor_engine_flop_count"), "12");
}

TEST(ProfileJson, PropertiesMetricsAndWindow) {
  const auto trace = read(kSmallRun);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->time_base().ticks_per_ns, 1);
  EXPECT_EQ(trace->time_base().window_end.value(), 200);
  EXPECT_EQ(trace->property_number(property::kPeClock), 2.4e9);
  EXPECT_EQ(trace->property_number(property::kEngineClock), 1.2e9);
  EXPECT_EQ(trace->property_number(property::kHbmBandwidth), 716e9);
  EXPECT_EQ(trace->property_number(property::kPeColumns), 64);
  EXPECT_EQ(trace->property_number("core1.hbm_usage.Weights"), 640);
  EXPECT_EQ(trace->property_number("tensor_bytes.q"), 256);
  EXPECT_EQ(trace->property_number(property::kInputBytes), 256);
  EXPECT_EQ(trace->property_number(property::kDmaQueueCount), 51);
  EXPECT_EQ(trace->property_text(property::kInstanceType), "trn2.3xlarge");
  EXPECT_EQ(trace->property_text(property::kGeneration), "v3");
  EXPECT_EQ(trace->property_text("profile.ntff_file"), "run.ntff");
  EXPECT_EQ(trace->property_text("capture_warning.1"), "Missing Data: one");
  EXPECT_EQ(trace->property_text("capture_warning.2"), "two");
  EXPECT_EQ(find_diagnostic(*trace, "capture_warning")->count, 2);
  EXPECT_EQ(find_diagnostic(*trace, "active_time_not_imported")->count, 1);
  EXPECT_EQ(find_diagnostic(*trace, "text_list_not_imported")->count, 1);
  ASSERT_EQ(trace->metrics().size(), 4u);
  EXPECT_EQ(trace->metrics()[0].name, "total_time");
  EXPECT_EQ(trace->metrics()[0].unit, "s");
  EXPECT_EQ(trace->metrics()[0].provenance, Provenance::kImported);
}

TEST(ProfileJson, ActiveTimeIsShownWhereThereAreNoInstructions) {
  const auto trace = read(R"({"active_time": [{"engine": "tensor", "start_ts": 1, "end_ts": 3,
                               "duration_ns": 2, "subgraph": "sg00", "pcore_idx": 0}]})");
  ASSERT_TRUE(trace);
  const Track* tensor = find_track(*trace, "TensorE");
  ASSERT_NE(tensor, nullptr);
  EXPECT_EQ(trace->text(tensor->slices.name[0]), "active");
  EXPECT_EQ(tensor->slice_kind, SliceKind::kOther) << "an interval is not an instruction";
}

TEST(ProfileJson, PicosecondsAreRecognisedByTheLengthOfTheRun) {
  const auto trace = read(R"({"instruction": [{"id": 1, "timestamp": 1000000, "duration": 500000,
      "label": "Sync", "opcode": "NOP", "subgraph": "sg00"}],
      "summary": [{"total_time": 2e-6}]})");
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->time_base().ticks_per_ns, 1000);
  EXPECT_EQ(trace->to_ns(trace->time_base().window_end), 2000);
  EXPECT_NE(find_diagnostic(*trace, "times_in_picoseconds"), nullptr);
  EXPECT_EQ(trace->to_ns(find_track(*trace, "SyncE")->slices.begin(0)), 1000);
}

TEST(ProfileJson, UnknownListsBecomeTracksOrAreCounted) {
  const auto trace = read(R"({"instruction": [], "cc_stream": [
      {"timestamp": 5, "duration": 2, "name": "all_reduce", "bytes": 64, "nested": {"a": [1]}},
      {"timestamp": 9, "op": "barrier"}],
      "stack_frame_function_name": [{"id": 1, "name": "f"}], "version": 3})");
  ASSERT_TRUE(trace);
  const Track* track = find_track(*trace, "cc_stream");
  ASSERT_NE(track, nullptr);
  EXPECT_EQ(track->kind, TrackKind::kOther);
  ASSERT_EQ(track->slices.size(), 2u);
  EXPECT_EQ(trace->text(track->slices.name[0]), "all_reduce");
  EXPECT_EQ(trace->text(track->slices.name[1]), "barrier");
  EXPECT_EQ(arg_text(*trace, Trace::slice_id(*track, 0), "bytes"), "64");
  EXPECT_EQ(arg_text(*trace, Trace::slice_id(*track, 0), "nested"), R"({"a":[1]})");
  EXPECT_EQ(find_diagnostic(*trace, "unknown_list")->count, 3);
  EXPECT_EQ(find_diagnostic(*trace, "unknown_member")->count, 1);
}

// Some versions write numbers as texts.
TEST(ProfileJson, ReadsAmountsThatAreTexts) {
  const auto trace = read(R"({
    "instruction": [{"timestamp": 5, "duration": 2, "subgraph": "sg00", "label": "Sync",
                     "hbm_read_bytes": "4096", "psum_read_sbuf_write_bytes": "7", "pc": 3}],
    "dma": [{"timestamp": 5, "duration": 2, "subgraph": "sg00", "dma_engine": "65",
             "dma_queue": "2", "transfer_size": "512"}]})");
  ASSERT_TRUE(trace);
  std::map<std::string, std::int64_t> numbers;
  for (std::uint32_t i = 0; i < trace->slice_count(); ++i) {
    for (const std::string_view name :
         {key::kHbmReadBytes, key::kPsumReadSbufWriteBytes, key::kTransferSize}) {
      numbers[std::string(name)] += trace->arg_integer(SliceId(i), trace->strings().find(name));
    }
  }
  EXPECT_EQ(numbers[std::string(key::kHbmReadBytes)], 4096);
  EXPECT_EQ(numbers[std::string(key::kPsumReadSbufWriteBytes)], 7);
  EXPECT_EQ(numbers[std::string(key::kTransferSize)], 512);
  EXPECT_EQ(find_diagnostic(*trace, "wrong_field_type"), nullptr);
}

struct BadRow {
  std::string_view rows;
  std::string_view code;
  std::int64_t count;
  std::string_view example;  ///< part of it
};

TEST(ProfileJson, BadRowsAreCountedWithTheirPlace) {
  for (const BadRow& bad : {
           BadRow{R"("instruction": [1, {"timestamp": 1}])", "row_not_an_object", 1,
                  "list 'instruction', row 1 (byte 17)"},
           BadRow{R"("instruction": [{"timestamp": 1.5, "subgraph": "sg00"}])", "wrong_field_type",
                  1, "'timestamp' must be a whole number, not a fractional number"},
           BadRow{R"("instruction": [{"subgraph": "sg00"}])", "row_without_time", 1, "row 1"},
           BadRow{R"("dma": [{"timestamp": 9000000000000000000, "duration": 9000000000000000000}])",
                  "row_without_time", 1, "row 1"},
           BadRow{R"("instruction": [{"timestamp": 5, "duration": -1, "subgraph": "sg00",
                     "label": "Sync"}])",
                  "negative_duration", 1, "duration -1 was set to 0"},
           BadRow{R"("instruction": [{"timestamp": 5, "subgraph": "sg00", "label": "Quantum"}])",
                  "unknown_engine", 1, "label 'Quantum'"},
           BadRow{R"("instruction": [{"timestamp": 5, "subgraph": "core7", "label": "Sync"}])",
                  "unknown_subgraph", 1, "'core7' is not a subgraph"},
           BadRow{R"("instruction": [{"id": 3, "timestamp": 5, "subgraph": "sg00", "label": "Sync"},
                     {"id": 3, "timestamp": 6, "subgraph": "sg00", "label": "Sync"}])",
                  "duplicate_instruction_id", 1, "duplicate id 3"},
           BadRow{R"("instruction": [{"id": 3, "timestamp": 5, "subgraph": "sg00", "label": "Sync",
                     "predecessors": [{"id": 4, "type": "ORDERED"}, {"id": 5}, 6]}])",
                  "dangling_predecessor", 2, "id 4"},
           BadRow{R"("dma": [{"timestamp": 5, "subgraph": "sg00", "dma_engine": "x",
                     "dma_queue": "1"}])",
                  "unknown_dma_ring", 1, "engine or queue is missing"},
           BadRow{R"("semaphore_update": [{"timestamp": 5, "id": "S[x]", "value": 1,
                     "subgraph": "sg00"}])",
                  "unknown_semaphore", 1, "row 1"},
           BadRow{R"("metadata": [{"pe_clock_freq": 2.4}, {"pe_clock_freq": 1}])", "further_record",
                  1, "row 2"},
           BadRow{R"("summary": [{"total_time": [1]}])", "wrong_field_type", 1, "'total_time'"},
           BadRow{R"("instruction": [{"timestamp": 5, "subgraph": "sg00", "label": "Sync",
                     "hbm_read_bytes": "many", "elements": {}}])",
                  "wrong_field_type", 2, "'elements' must be a whole number"},
           BadRow{R"("dma": [{"timestamp": 5, "subgraph": "sg00", "transfer_size": "4 KB"}])",
                  "wrong_field_type", 1, "'transfer_size' must be a whole number"},
       }) {
    const auto trace = read(fmt::format("{{{}}}", bad.rows));
    ASSERT_TRUE(trace) << bad.rows;
    const Diagnostic* found = find_diagnostic(*trace, bad.code);
    ASSERT_NE(found, nullptr) << bad.rows;
    EXPECT_EQ(found->count, bad.count) << bad.rows;
    const std::string example = found->example.english();
    EXPECT_NE(example.find(bad.example), std::string::npos) << example;
  }
}

TEST(ProfileJson, TimesThatCannotBeAreCounted) {
  const auto trace = read(R"({
    "metadata": [{"first_hw_timestamp": -9000000000000000000,
                  "last_hw_timestamp": 9000000000000000000}],
    "instruction": [{"timestamp": 5, "duration": 2, "subgraph": "sg00", "label": "Sync",
                     "evt_wait_time": 9000000000000000000}]})");
  ASSERT_TRUE(trace);
  const Diagnostic* const window = find_diagnostic(*trace, "impossible_window");
  ASSERT_NE(window, nullptr);
  EXPECT_EQ(window->count, 2);
  EXPECT_EQ(trace->time_base().window_end.value(), 7) << "to the last event";
  const Diagnostic* const wait = find_diagnostic(*trace, "negative_duration");
  ASSERT_NE(wait, nullptr);
  EXPECT_NE(wait->example.english().find("'evt_wait_time' 9000000000000000000 was set to 0"),
            std::string::npos);
}

TEST(ProfileJson, HbmBandwidthEndsWithItsTransfers) {
  const auto trace = read(R"({"dma_throughput": [
    {"timestamp": 1, "transfer_rate": 5, "hbm_transfer_rate": 0, "uses_hbm": "false",
     "subgraph": "sg00"},
    {"timestamp": 2, "transfer_rate": 9, "hbm_transfer_rate": 7, "uses_hbm": "true",
     "subgraph": "sg00"},
    {"timestamp": 3, "transfer_rate": 0, "hbm_transfer_rate": 0, "uses_hbm": "false",
     "subgraph": "sg00"}]})");
  ASSERT_TRUE(trace);
  const Track* const track = find_track(*trace, "HBM bandwidth");
  ASSERT_NE(track, nullptr);
  ASSERT_EQ(track->counters.size(), 2u) << "the bandwidth before the first transfer is unknown";
  EXPECT_EQ(track->counters.time[1], 3);
  EXPECT_EQ(track->counters.value[1], 0.0);
}

TEST(ProfileJson, BrokenJsonIsAnErrorWithItsByte) {
  const auto no_json =
      read_with(read_profile_json, R"({"instruction": [{"timestamp": 1}, {"timestamp": }]})");
  ASSERT_FALSE(no_json);
  EXPECT_EQ(no_json.error().code, ErrorCode::kBadInput);
  EXPECT_EQ(no_json.error().where.english(), "run.json: byte 35");
  EXPECT_NE(no_json.error().message.english().find("row 2 of 'instruction' is not valid JSON"),
            std::string::npos);
  const auto cut = read_with(read_profile_json, R"({"dma": [{"timestamp": 1}, {"timest)");
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().where.english(), "run.json: byte 35");
  EXPECT_NE(
      cut.error().message.english().find("inside a string (in 'dma', which starts at byte 8)"),
      std::string::npos);
}

TEST(ProfileJson, TextThatBreaksLinesOrTerminalsIsCleaned) {
  const auto trace = read(
      "{\"instruction\": [{\"timestamp\": 1, \"label\": \"Sync\", \"subgraph\": \"sg00\","
      "\"opcode\": \"A\\nB\\u001b[0m\"}]}");
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->text(find_track(*trace, "SyncE")->slices.name[0]), "A B [0m");
}

TEST(ProfileJson, RecognisedByContent) {
  const auto sniff = [](std::string_view text) { return sniff_profile_json(json_file(text)); };
  EXPECT_TRUE(sniff(kSmallRun));
  EXPECT_TRUE(sniff(R"({"some_new_list": [{"a": 1}], "dma": [)")) << "even if it is truncated";
  EXPECT_FALSE(sniff(R"({"traceEvents": [{"ph": "X"}]})"));
  EXPECT_FALSE(sniff(R"({"metadata": [{"x": 1}], "warnings": []})"))
      << "these names are too common";
  EXPECT_FALSE(sniff(R"({"instruction": [1, 2]})"));
  EXPECT_FALSE(sniff(R"([{"instruction": []}])"));
  EXPECT_FALSE(sniff(""));
  const ByteSource file = json_file(kSmallRun);
  const auto detected = detect(file);
  ASSERT_TRUE(detected);
  EXPECT_EQ((*detected)->id, "neuron-profile-json");
}

TEST(ProfileJson, CancelStopsSoon) {
  std::string text = R"({"semaphore_update": [)";
  for (int i = 0; i < 400'000; ++i) {
    text += fmt::format(R"({}{{"timestamp":{},"id":"2","value":1,"subgraph":"sg00"}})",
                        i == 0 ? "" : ",", i);
  }
  text += "]}";
  const ByteSource file = json_file(text);
  // On a busy machine the reader may finish before the thread that cancels it runs.
  constexpr int kTries = 20;
  for (int i = 0; i < kTries; ++i) {
    TraceBuilder builder;
    TaskControl control;
    std::thread canceller([&] {
      while (control.fraction() <= 0.1) std::this_thread::yield();
      control.request_cancel();
    });
    const auto read = read_profile_json({file, nullptr}, builder, control);
    canceller.join();
    if (read) continue;
    EXPECT_EQ(read.error().code, ErrorCode::kCancelled);
    return;
  }
  FAIL() << "was never cancelled";
}

}  // namespace
}  // namespace nscope::importers
