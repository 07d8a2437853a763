#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_chrome_json/read_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

using testing::HasSubstr;

std::shared_ptr<const Trace> events(std::string_view list) {
  auto trace = read_trace(document(list));
  EXPECT_TRUE(trace) << to_string(trace.error());
  return trace ? *trace : nullptr;
}

TEST(ChromeEvents, CompleteEventsNestOnTheirThread) {
  const auto trace = events(R"(
    {"ph":"X","pid":1,"tid":2,"ts":100.5,"dur":10,"name":"outer","cat":"c","args":{"n":1}},
    {"ph":"X","pid":1,"tid":2,"ts":102,"dur":2.125,"name":"inner"},
    {"ph":"M","pid":1,"name":"process_name","args":{"name":"prog"}},
    {"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"main"}})");
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace, "main"), "outer @0+10000/0 cat='c' n=1\ninner @1500+2125/1\n");
  const Track* const main = find_track(*trace, "main");
  EXPECT_EQ(trace->text(trace->track(main->parent).name), "prog");
  EXPECT_EQ(trace->time_base().ticks_per_ns, 1);
  EXPECT_EQ(property_of(*trace, property::kClockOrigin), "100500");
  EXPECT_EQ(property_of(*trace, property::kSourceFormat), "chrome json");
}

TEST(ChromeEvents, FinerTimesGivePicoseconds) {
  const auto trace = events(R"({"ph":"X","ts":1,"dur":1,"name":"a"},
                               {"ph":"X","ts":2.0005,"dur":0.000001,"name":"b"})");
  EXPECT_EQ(trace->time_base().ticks_per_ns, 1000);
  EXPECT_EQ(slices_of(*trace, "events"), "a @0+1000000/0\nb @1000500+1/0\n");
}

TEST(ChromeEvents, BeginsAndEnds) {
  const auto trace = events(R"(
    {"ph":"E","pid":1,"tid":1,"ts":0},
    {"ph":"B","pid":1,"tid":1,"ts":1,"name":"a","args":{"x":1}},
    {"ph":"B","pid":1,"tid":1,"ts":2,"name":"b"},
    {"ph":"B","pid":1,"tid":1,"ts":3,"name":"c"},
    {"ph":"E","pid":1,"tid":1,"ts":4},
    {"ph":"E","pid":1,"tid":1,"ts":5,"name":"a","args":{"y":2}},
    {"ph":"B","pid":1,"tid":1,"ts":6,"name":"open"},
    {"ph":"i","pid":1,"tid":1,"ts":8,"name":"end","s":"p"})");
  EXPECT_EQ(slices_of(*trace, "thread 1"),
            "a @1000+4000/0 x=1 y=2\nb @2000+3000/1\nc @3000+1000/2\n"
            "open @6000+2000/0\nend @8000+0/0 scope='p'\n");
  EXPECT_EQ(count_of(*trace, "end_without_begin"), 1);
  EXPECT_EQ(count_of(*trace, "begin_without_end"), 1);
  EXPECT_EQ(count_of(*trace, "slice_without_end"), 1);
}

TEST(ChromeEvents, CountersHaveOneTrackPerSeries) {
  const auto trace = events(R"(
    {"ph":"C","pid":1,"ts":1,"name":"mem","args":{"used":5,"free":"2.5"}},
    {"ph":"C","pid":1,"ts":2,"name":"mem","args":{"used":6,"free":true}},
    {"ph":"C","pid":1,"ts":2,"name":"bw","id":3,"args":{"value":1e3}},
    {"ph":"C","pid":1,"ts":3,"name":"bw","args":{"value":"fast"}},
    {"ph":"C","pid":1,"ts":3,"name":"bw"})");
  const auto samples = [&](std::string_view name) {
    const Track* const track = find_track(*trace, name);
    std::string text;
    for (std::size_t i = 0; track != nullptr && i < track->counters.size(); ++i) {
      text += fmt::format("{}:{} ", track->counters.time[i], track->counters.value[i]);
    }
    return text;
  };
  EXPECT_EQ(samples("mem used"), "0:5 1000:6 ");
  EXPECT_EQ(samples("mem free"), "0:2.5 1000:1 ");
  EXPECT_EQ(samples("bw [3]"), "1000:1000 ");
  EXPECT_EQ(count_of(*trace, "counter_not_a_number"), 1);
  EXPECT_EQ(count_of(*trace, "counter_without_value"), 1);
}

// Only members of "args" are series. Other numbers of the event, such as the thread clock, are not.
TEST(ChromeEvents, FieldsOfACounterAreNotSeries) {
  const auto trace = events(R"(
    {"ph":"C","name":"memory","pid":1,"tid":1,"ts":1,"tts":500,"args":{"value":10}},
    {"ph":"C","name":"memory","pid":1,"tid":1,"ts":2,"tts":900,"id":"0xaf54e34c3d7ea7e9",
     "args":{"value":20}},
    {"tdur":7,"ph":"C","name":"cpu","pid":1,"ts":3,"args":{"user":0.5,"system":"1E-1"},"use":99},
    {"ph":"C","name":"text","pid":1,"ts":4,"args":5,"tts":1},
    {"ph":"C","name":"id2","pid":1,"ts":5,"id2":{"local":"0xAB"},"args":{"value":3}},
    {"ph":"C","name":"unit","pid":1,"ts":5,"args":{"value":"5 MB"}})");
  std::string counters;
  for (const Track& track : trace->tracks()) {
    for (std::size_t i = 0; i < track.counters.size(); ++i) {
      counters += fmt::format("{} {}={}\n", trace->text(track.name), track.counters.time[i],
                              track.counters.value[i]);
    }
  }
  EXPECT_EQ(counters,
            "memory 0=10\nmemory [0xaf54e34c3d7ea7e9] 1000=20\ncpu user 2000=0.5\n"
            "cpu system 2000=0.1\nid2 [0xab] 4000=3\n");
  EXPECT_EQ(count_of(*trace, "counter_without_value"), 1);
  EXPECT_EQ(count_of(*trace, "counter_not_a_number"), 1);
}

TEST(ChromeEvents, NumbersMayHaveAnyForm) {
  const auto trace = events(R"(
    {"ph":"X","name":"a","pid":1.0,"tid":"7","ts":1.5e6,"dur":1E-3},
    {"ph":"X","name":"b","pid":1,"tid":7,"ts":"1500001","dur":"2.5e+1"},
    {"ph":"X","name":"c","pid":1,"tid":7.0,"ts":-1.0E1,"dur":0.5e1},
    {"ph":"X","name":"d","pid":"1","tid":7e0,"ts":1500100,"dur":7e-06})");
  EXPECT_EQ(trace->time_base().ticks_per_ns, 1000);
  EXPECT_EQ(slices_of(*trace, "thread 7"),
            "c @0+5000000/0\na @1500010000000+1000/0\nb @1500011000000+25000000/0\n"
            "d @1500110000000+7/0\n");
  const auto large = events(R"(
    {"ph":"X","name":"a","tid":1,"ts":1769000000123456.789,"dur":9007199254740.993},
    {"ph":"X","name":"b","tid":1,"ts":1.769000000123457789e15,"dur":1})");
  EXPECT_EQ(slices_of(*large, "thread 1"), "a @0+9007199254740993/0\nb @1000+1000/1\n");
}

TEST(ChromeEvents, AsyncSpansGetRowsOfTheirOwn) {
  const auto trace = events(R"(
    {"ph":"b","pid":1,"tid":1,"ts":1,"id":1,"cat":"net","name":"load"},
    {"ph":"b","pid":1,"tid":2,"ts":2,"id":2,"cat":"net","name":"load"},
    {"ph":"b","pid":1,"tid":1,"ts":3,"id":1,"cat":"net","name":"dns","args":{"host":"h"}},
    {"ph":"n","pid":1,"tid":1,"ts":4,"id":"0x1","cat":"net","name":"hit"},
    {"ph":"e","pid":1,"tid":1,"ts":5,"id":1,"cat":"net","name":"dns"},
    {"ph":"e","pid":1,"tid":9,"ts":6,"id":1,"cat":"net","name":"load","args":{"ok":1}},
    {"ph":"e","pid":1,"tid":2,"ts":7,"id":2,"cat":"net","name":"load"},
    {"ph":"e","pid":2,"tid":2,"ts":7,"id":1,"cat":"net","name":"load"},
    {"ph":"S","pid":1,"tid":2,"ts":8,"id":1,"cat":"old","name":"load"},
    {"ph":"T","pid":1,"tid":2,"ts":9,"id":1,"cat":"old","name":"load","args":{"step":"x"}},
    {"ph":"F","pid":1,"tid":2,"ts":10,"id":1,"cat":"old","name":"load"},
    {"ph":"N","pid":1,"tid":2,"ts":11,"id":1,"name":"Obj"},
    {"ph":"O","pid":1,"tid":2,"ts":12,"id":1,"name":"Obj","args":{"snapshot":{"v":1}}},
    {"ph":"D","pid":1,"tid":2,"ts":13,"id":1,"name":"Obj"})");
  EXPECT_EQ(slices_of(*trace, "load"),
            "load @0+5000/0 cat='net' ok=1\ndns @2000+2000/1 cat='net' host='h'\n"
            "hit @3000+0/2 cat='net'\nload @7000+2000/0 cat='old'\nload @8000+0/1 cat='old' "
            "step='x'\n");
  EXPECT_EQ(slices_of(*trace, "load (2)"), "load @1000+5000/0 cat='net'\n");
  EXPECT_EQ(slices_of(*trace, "Obj"), "Obj @10000+2000/0\nObj @11000+0/1 snapshot.v=1\n");
  EXPECT_EQ(count_of(*trace, "async_end_without_begin"), 1);
}

TEST(ChromeEvents, FlowsBindToSlices) {
  const auto trace = events(R"(
    {"ph":"X","pid":1,"tid":1,"ts":0,"dur":100,"name":"A"},
    {"ph":"X","pid":1,"tid":1,"ts":10,"dur":10,"name":"A1"},
    {"ph":"X","pid":2,"tid":1,"ts":50,"dur":10,"name":"B"},
    {"ph":"X","pid":2,"tid":1,"ts":70,"dur":10,"name":"B2"},
    {"ph":"s","pid":1,"tid":1,"ts":12,"id":1,"cat":"c","name":"inner"},
    {"ph":"f","pid":2,"tid":1,"ts":52,"id":1,"cat":"c","name":"inner","bp":"e"},
    {"ph":"s","pid":1,"tid":1,"ts":20,"id":2,"cat":"c","name":"outer"},
    {"ph":"t","pid":2,"tid":1,"ts":55,"id":2,"cat":"c","name":"outer"},
    {"ph":"f","pid":2,"tid":1,"ts":56,"id":2,"cat":"c","name":"outer"},
    {"ph":"s","pid":1,"tid":1,"ts":20,"id":2,"cat":"other","name":"alone"},
    {"ph":"f","pid":2,"tid":1,"ts":52,"id":7,"name":"orphan","bp":"e"},
    {"ph":"s","pid":9,"tid":9,"ts":52,"id":8,"name":"nowhere"},
    {"ph":"s","pid":1,"tid":1,"ts":52,"name":"no id"})");
  EXPECT_EQ(flows_of(*trace), "A -> B (outer)\nA1 -> B (inner)\nB -> B2 (outer)\n");
  EXPECT_EQ(count_of(*trace, "flow_without_start"), 1);
  EXPECT_EQ(count_of(*trace, "flow_without_slice"), 1);
  EXPECT_EQ(count_of(*trace, "flow_without_id"), 1);
}

TEST(ChromeEvents, AFlowMayHaveSeveralEndsAndClocksMayBeOff) {
  const auto trace = events(R"(
    {"ph":"f","pid":2,"tid":1,"ts":4,"id":1,"name":"ac2g","bp":"e"},
    {"ph":"X","pid":2,"tid":1,"ts":4,"dur":2,"name":"k1"},
    {"ph":"X","pid":2,"tid":1,"ts":9,"dur":0,"name":"k2"},
    {"ph":"f","pid":2,"tid":1,"ts":9,"id":1,"name":"ac2g","bp":"e"},
    {"ph":"s","pid":1,"tid":1,"ts":5,"id":1,"name":"ac2g"},
    {"ph":"X","pid":1,"tid":1,"ts":5,"dur":2,"name":"launch"})");
  EXPECT_EQ(flows_of(*trace), "launch -> k1 (ac2g)\nlaunch -> k2 (ac2g)\n");
}

TEST(ChromeEvents, SlicesNameTheirFlowsThemselves) {
  const auto trace = events(R"(
    {"ph":"X","pid":1,"tid":1,"ts":0,"dur":5,"name":"a","cat":"ipc","bind_id":"0x10","flow_out":true},
    {"ph":"B","pid":1,"tid":2,"ts":10,"name":"b","cat":"ipc","bind_id":16,"flow_in":true,"flow_out":true},
    {"ph":"E","pid":1,"tid":2,"ts":12},
    {"ph":"X","pid":1,"tid":3,"ts":20,"dur":5,"name":"c","cat":"ipc","bind_id":"0x10","flow_in":true},
    {"ph":"X","pid":1,"tid":4,"ts":21,"dur":5,"name":"d","cat":"ipc","bind_id":"0x10","flow_in":true})");
  EXPECT_EQ(flows_of(*trace), "a -> b (ipc)\nb -> c (ipc)\nb -> d (ipc)\n");
}

TEST(ChromeEvents, NothingIsDroppedSilently) {
  const auto trace = events(R"(
    {"ph":"v","ts":1,"name":"dump"}, {"ph":"V","ts":1}, {"ph":"c","ts":1}, {"ph":"(","ts":1},
    {"ph":"Z","ts":1}, {"name":"no phase","ts":1}, {"ph":"X","name":"no time"}, 5,
    {"ph":"X","ts":5,"name":"no end"}, {"ph":"X","ts":6,"dur":-1},
    {"ph":"X","ts":9e15,"dur":1}, {"ph":"i","ts":[]})");
  EXPECT_EQ(count_of(*trace, "memory_dump"), 2);
  EXPECT_EQ(count_of(*trace, "clock_sync"), 1);
  EXPECT_EQ(count_of(*trace, "context_event"), 1);
  EXPECT_EQ(count_of(*trace, "unknown_phase"), 2);
  EXPECT_EQ(count_of(*trace, "event_without_time"), 2);
  EXPECT_EQ(count_of(*trace, "complete_without_duration"), 1);
  EXPECT_EQ(count_of(*trace, "negative_duration"), 1);
  EXPECT_EQ(count_of(*trace, "time_out_of_range"), 1);
  EXPECT_EQ(count_of(*trace, "not_an_event"), 1);
  EXPECT_EQ(count_of(*trace, "bad_field"), 1);
}

constexpr std::string_view kKineto = R"({
  "schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "NVIDIA H100", "numSms": 132}],
  "distributedInfo": {"backend": "nccl", "rank": 3, "world_size": 8, "pg": [[0, 1]]},
  "traceEvents": [
  {"ph":"M","name":"process_name","pid":77,"tid":0,"args":{"name":"python3"}},
  {"ph":"M","name":"process_labels","pid":77,"tid":0,"args":{"labels":"CPU"}},
  {"ph":"M","name":"process_sort_index","pid":77,"tid":0,"args":{"sort_index":5}},
  {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":77,"tid":77,"ts":1000.5,"dur":9,
   "args":{"External id":2,"Input Dims":[[2, 3], []]}},
  {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":77,"tid":77,"ts":1002,"dur":3,
   "args":{"correlation":5}},
  {"ph":"s","id":5,"pid":77,"tid":77,"ts":1002,"cat":"ac2g","name":"ac2g"},
  {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":1010,"dur":4,"args":{"stream":7}},
  {"ph":"f","id":5,"pid":0,"tid":7,"ts":1010,"cat":"ac2g","name":"ac2g","bp":"e"},
  {"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce","pid":0,"tid":7,"ts":1020,"dur":4},
  {"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD","pid":0,"tid":7,"ts":1030,"dur":4},
  {"ph":"X","cat":"gpu_user_annotation","name":"step","pid":0,"tid":7,"ts":1010,"dur":30},
  {"ph":"X","cat":"cuda_sync","name":"Stream Sync","pid":0,"tid":7,"ts":1005,"dur":20}
  ], "baseTimeNanoseconds": 1700000000000000000})";

TEST(Kineto, RowsSayWhatTheirEventsAre) {
  auto read = read_trace(kKineto);
  ASSERT_TRUE(read) << to_string(read.error());
  const Trace& trace = **read;
  const auto describe = [&](std::string_view name) {
    const Track* const track = find_track(trace, name);
    if (track == nullptr) return std::string("absent");
    return fmt::format("{} / {} ({}, {}): {}", trace.text(trace.track(track->parent).name), name,
                       to_string(track->kind), to_string(track->slice_kind), track->slices.size());
  };
  EXPECT_EQ(describe("thread 77"), "CPU (python3) / thread 77 (host, host): 2");
  EXPECT_EQ(describe("stream 7"), "GPU 0 / stream 7 (engine, operator): 1");
  EXPECT_EQ(describe("stream 7 collectives"),
            "GPU 0 / stream 7 collectives (collective, collective): 1");
  EXPECT_EQ(describe("stream 7 copies"), "GPU 0 / stream 7 copies (dma_queue, dma): 1");
  EXPECT_EQ(describe("stream 7 annotations"), "GPU 0 / stream 7 annotations (layer, layer): 1");
  EXPECT_EQ(describe("stream 7 synchronisation"),
            "GPU 0 / stream 7 synchronisation (other, other): 1");
  EXPECT_EQ(flows_of(trace), "cudaLaunchKernel -> gemm (ac2g)\n");
  EXPECT_THAT(slices_of(trace, "thread 77"),
              HasSubstr("aten::mm @0+9000/0 cat='cpu_op' External id=2 Input Dims='[[2, 3], []]'"));
}

TEST(Kineto, HostThreadsAreNotShownOnAGpu) {
  const auto trace = events(R"(
  {"ph":"M","name":"process_name","pid":77,"tid":0,"args":{"name":"python3"}},
  {"ph":"M","name":"process_labels","pid":77,"tid":0,"args":{"labels":"CPU"}},
  {"ph":"M","name":"process_name","pid":0,"tid":0,"args":{"name":"python3"}},
  {"ph":"M","name":"process_labels","pid":0,"tid":0,"args":{"labels":"GPU 0"}},
  {"ph":"X","cat":"python_function","name":"wait","pid":0,"tid":0,"ts":1,"dur":5,"args":{}},
  {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":2,"dur":2,"args":{}},
  {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":77,"tid":1,"ts":1,"dur":1,"args":{}})");
  ASSERT_TRUE(trace);
  const auto group_of = [&](std::string_view track) {
    return trace->text(trace->track(find_track(*trace, track)->parent).name);
  };
  EXPECT_EQ(group_of("thread 0"), "CPU (python3)");
  EXPECT_EQ(group_of("thread 1"), "CPU (python3)");
  EXPECT_EQ(group_of("stream 7"), "GPU 0 (python3)");
  EXPECT_EQ(count_of(*trace, "host_thread_on_gpu"), 1);
}

TEST(Kineto, FactsBecomeProperties) {
  auto read = read_trace(kKineto);
  ASSERT_TRUE(read) << to_string(read.error());
  const Trace& trace = **read;
  EXPECT_EQ(property_of(trace, property::kSourceFormat), "kineto json");
  EXPECT_EQ(property_of(trace, "deviceProperties.0.name"), "NVIDIA H100");
  EXPECT_EQ(property_of(trace, "deviceProperties.0.numSms"), "132");
  EXPECT_EQ(property_of(trace, "distributedInfo.pg"), "[[0,1]]");
  EXPECT_EQ(property_of(trace, "rank"), "3");
  EXPECT_EQ(property_of(trace, property::kClock), "unix");
  EXPECT_EQ(property_of(trace, property::kClockOrigin), "1700000000001000500");
}

// Chrome writes the names of tracks after their events. They must be found in a file of many
// blocks.
TEST(ChromeEvents, NamesMayComeLast) {
  std::string text = "[";
  for (int i = 0; i < 60'000; ++i) {
    text += fmt::format(
        "{{\"ph\":\"X\",\"pid\":1,\"tid\":{},\"ts\":{},\"dur\":1,\"name\":\"e\"}},\n", i % 3, i);
  }
  text += R"({"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"last"}}])";
  ASSERT_GT(text.size(), 3'000'000u);
  const auto trace = read_trace(text);
  ASSERT_TRUE(trace);
  ASSERT_NE(find_track(**trace, "last"), nullptr);
  EXPECT_EQ(find_track(**trace, "last")->slices.size(), 20'000u);
  EXPECT_EQ((*trace)->slice_count(), 60'000u);
  EXPECT_EQ(count_of(**trace, "late_name"), 0);
}

TEST(ChromeEvents, NumbersThatOnlyCWrites) {
  const auto trace = events(R"(
    {"ph":"C","pid":1,"ts":"1","name":"cpu","args":{"user":nan,"system":-nan(ind),"idle":inf}},
    {"ph":"C","pid":1,"ts":2,"name":"cpu","args":{"user":"+1.5","idle":-INF}},
    {"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":"k","args":{"blocks":inf,"warps":NAN,"n":2}})");
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace, "thread 1"), "k @0+1000/0 blocks=inf warps=nan n=2\n");
  const Track* const user = find_track(*trace, "cpu user");
  ASSERT_TRUE(user);
  ASSERT_EQ(user->counters.size(), 2u);
  EXPECT_EQ(user->counters.value[1], 1.5);
  EXPECT_EQ(find_track(*trace, "cpu idle")->counters.size(), 2u);
  EXPECT_EQ(count_of(*trace, "counter_not_a_number"), 0);
  EXPECT_FALSE(read_trace(document("{\"ph\":\"X\",\"ts\":1,\"args\":{\"a\":nan(\n)}}")));
  EXPECT_FALSE(read_trace(document(R"({"ph":"X","ts":1,"args":{"a":nano}})")));
}

TEST(ChromeEvents, GlobalIdsConnectProcesses) {
  const auto trace = events(R"(
    {"ph":"b","pid":1,"tid":1,"ts":0,"cat":"c","name":"load","id2":{"global":"0x5"}},
    {"ph":"b","pid":1,"tid":1,"ts":1,"cat":"c","name":"own","id2":{"local":"0x6"}},
    {"ph":"b","pid":2,"tid":1,"ts":2,"cat":"c","name":"own","id2":{"local":"0x6"}},
    {"ph":"e","pid":2,"tid":1,"ts":3,"cat":"c","name":"own","id2":{"local":"0x6"}},
    {"ph":"e","pid":1,"tid":1,"ts":8,"cat":"c","name":"own","id2":{"local":"0x6"}},
    {"ph":"e","pid":2,"tid":9,"ts":9,"cat":"c","name":"load","id2":{"global":5}})");
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace, "load"), "load @0+9000/0 cat='c'\n");
  EXPECT_EQ(slices_of(*trace, "own"), "own @1000+7000/0 cat='c'\n");
  EXPECT_EQ(count_of(*trace, "async_end_without_begin"), 0);
  EXPECT_EQ(count_of(*trace, "slice_without_end"), 0);
}

TEST(ChromeEvents, AsynchronousEndsBelongToTheirName) {
  // Two requests with the same id that overlap without nesting.
  const auto trace = events(R"(
    {"ph":"S","pid":1,"tid":1,"ts":0,"cat":"c","name":"read","id":1},
    {"ph":"S","pid":1,"tid":1,"ts":1,"cat":"c","name":"parse","id":1},
    {"ph":"F","pid":1,"tid":1,"ts":4,"cat":"c","name":"read","id":1},
    {"ph":"F","pid":1,"tid":1,"ts":9,"cat":"c","name":"parse","id":1})");
  ASSERT_TRUE(trace);
  const std::string slices = slices_of(*trace, "read");
  EXPECT_THAT(slices, HasSubstr("read @0+4000/"));
  EXPECT_THAT(slices, HasSubstr("parse @1000+8000/"));
}

TEST(ChromeEvents, FieldsBesideTheArgumentsOfMetadataAreNoNames) {
  const auto trace = events(R"(
    {"args":{"name":"0 CPU HIP API"},"ph":"M","pid":2,"name":"process_name","sort_index":7},
    {"ph":"X","pid":2,"tid":3,"ts":1,"dur":1,"name":"hipMalloc"})");
  ASSERT_TRUE(trace);
  const Track* const thread = find_track(*trace, "thread 3");
  ASSERT_TRUE(thread);
  EXPECT_EQ(trace->text(trace->track(thread->parent).name), "0 CPU HIP API");
}

}  // namespace
}  // namespace nscope::importers
