// Traces of PyTorch and related profilers: launches by external ids, and stated clocks.
#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_chrome_json/read_trace.h"

#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

/// The flows of a trace with these events.
std::string launches(std::string_view list) {
  const auto trace = read_trace(document(list));
  EXPECT_TRUE(trace) << to_string(trace.error());
  return trace ? flows_of(**trace) : "";
}

TEST(ExternalIds, ConnectCallsAndWorkWithoutCorrelation) {
  EXPECT_EQ(launches(R"(
    {"ph":"X","cat":"cuda_runtime","name":"hipLaunchKernel","pid":42,"tid":42,"ts":100,"dur":5,
     "args":{"External id":131}},
    {"ph":"X","cat":"kernel","name":"Cijk","pid":0,"tid":2,"ts":130,"dur":50,
     "args":{"External id":131,"stream":2}},
    {"ph":"X","cat":"cuda_runtime","name":"hipMemcpyWithStream","pid":42,"tid":42,"ts":200,"dur":40,
     "args":{"External id":140}},
    {"ph":"X","cat":"gpu_memcpy","name":"CopyHostToDevice","pid":0,"tid":2,"ts":210,"dur":32,
     "args":{"External id":140,"stream":2}},
    {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":42,"tid":42,"ts":95,"dur":20,
     "args":{"External id":131}})"),
            "hipLaunchKernel -> Cijk (ac2g)\nhipMemcpyWithStream -> CopyHostToDevice (ac2g)\n");
}

TEST(ExternalIds, OneOperatorMayMakeSeveralCallsInAnyOrderOfTheFile) {
  EXPECT_EQ(launches(R"(
    {"ph":"X","cat":"kernel","name":"k2","pid":0,"tid":2,"ts":60,"dur":5,"args":{"external id":7}},
    {"ph":"X","cat":"kernel","name":"k1","pid":0,"tid":2,"ts":50,"dur":5,"args":{"External ID":7}},
    {"ph":"X","cat":"gpu_memset","name":"set","pid":0,"tid":2,"ts":40,"dur":5,
     "args":{"external_id":7}},
    {"ph":"X","cat":"hip_runtime","name":"hipExtModuleLaunchKernel2","pid":1,"tid":1,"ts":12,"dur":1,
     "args":{"External id":7}},
    {"ph":"X","cat":"hip_runtime","name":"hipLaunchKernel1","pid":1,"tid":1,"ts":10,"dur":1,
     "args":{"External id":7}},
    {"ph":"X","cat":"hip_runtime","name":"hipStreamSynchronize","pid":1,"tid":1,"ts":11,"dur":1,
     "args":{"External id":7}},
    {"ph":"X","cat":"hip_runtime","name":"hipMemsetAsync","pid":1,"tid":1,"ts":9,"dur":1,
     "args":{"External id":7}},
    {"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":1,"ts":8,"dur":20,"args":{"External id":7}})"),
            "hipMemsetAsync -> set (ac2g)\nhipLaunchKernel1 -> k1 (ac2g)\n"
            "hipExtModuleLaunchKernel2 -> k2 (ac2g)\n");
}

TEST(ExternalIds, OneCallMayStartSeveralKernelsAndACopyMayBeAKernel) {
  EXPECT_EQ(launches(R"(
    {"ph":"X","cat":"cuda_runtime","name":"hipGraphLaunch","pid":1,"tid":1,"ts":1,"dur":1,
     "args":{"External id":1,"correlation":0}},
    {"ph":"X","cat":"kernel","name":"a","pid":0,"tid":2,"ts":5,"dur":1,
     "args":{"External id":1,"correlation":0}},
    {"ph":"X","cat":"kernel","name":"b","pid":0,"tid":2,"ts":7,"dur":1,"args":{"External id":1}},
    {"ph":"X","cat":"cuda_runtime","name":"hipMemcpyAsync","pid":1,"tid":1,"ts":20,"dur":1,
     "args":{"External id":2}},
    {"ph":"X","cat":"kernel","name":"copyBuffer","pid":0,"tid":2,"ts":25,"dur":1,
     "args":{"External id":2}})"),
            "hipGraphLaunch -> a (ac2g)\nhipGraphLaunch -> b (ac2g)\n"
            "hipMemcpyAsync -> copyBuffer (ac2g)\n");
}

TEST(ExternalIds, AreNotUsedIfTheFileConnectsItsEvents) {
  const std::string call =
      R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":1,"dur":1,)";
  const std::string kernel =
      R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":2,"ts":5,"dur":1,)";
  EXPECT_EQ(launches(call + R"("args":{"External id":1,"correlation":5}},)" + kernel +
                     R"("args":{"External id":1,"correlation":5}})"),
            "cudaLaunchKernel -> k (ac2g)\n");  // by the correlation number, not by the external id
  EXPECT_EQ(launches(call + R"("args":{"External id":1,"correlation":5}},)" + kernel +
                     R"("args":{"External id":1,"correlation":6}})"),
            "");
  EXPECT_EQ(launches(call + R"("args":{"External id":1}},)" + kernel +
                     R"("args":{"External id":1}},
    {"ph":"s","id":9,"pid":1,"tid":1,"ts":1,"cat":"ac2g","name":"ac2g"},
    {"ph":"f","id":9,"pid":0,"tid":2,"ts":5,"cat":"ac2g","name":"ac2g","bp":"e"})"),
            "cudaLaunchKernel -> k (ac2g)\n");
  // Neither the same number of another kind of event, nor an id without a call.
  EXPECT_EQ(launches(kernel + R"("args":{"External id":1}},
    {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":9,
     "args":{"External id":1}})"),
            "");
}

std::string clock_of(std::string_view members) {
  const auto trace = read_trace(fmt::format(
      R"({{"traceEvents":[{{"ph":"X","name":"a","pid":9,"tid":9,"ts":9000.0,"dur":1}}],{}}})",
      members));
  EXPECT_TRUE(trace) << to_string(trace.error());
  if (!trace) return "";
  return property_of(**trace, property::kClock) + " " +
         property_of(**trace, property::kClockOrigin);
}

TEST(StatedClock, IsThatOfTheWriter) {
  EXPECT_EQ(clock_of(R"("viztracer_metadata":{"version":"1.1.1","overflow":false,
                        "baseTimeNanoseconds":1768999999999000000})"),
            "unix 1769000000008000000");
  EXPECT_EQ(clock_of(R"("displayTimeUnit":"us","baseTimeNanoseconds":1769000000000000000)"),
            "unix 1769000000009000000");
  EXPECT_EQ(clock_of(R"("viztracer_metadata":{"baseTimeNanoseconds":"1769000000000000000"})"),
            "unix 1769000000009000000");
  EXPECT_EQ(clock_of(R"("baseTimeNanoseconds":1.769e18)"), "unix 1769000000009000000");
}

TEST(StatedClock, IsUnknownWithoutABaseTime) {
  EXPECT_EQ(clock_of(R"("viztracer_metadata":{"version":"0.15.0","overflow":false})"),
            "absent 9000000");
  EXPECT_EQ(clock_of(R"("viztracer_metadata":[1])"), "absent 9000000");
  EXPECT_EQ(clock_of(R"("viztracer_metadata":{"baseTimeNanoseconds":{"a":1}})"), "absent 9000000");
  EXPECT_EQ(clock_of(R"("viztracer_metadata":{"baseTimeNanoseconds":12345})"), "absent 9012345");
  EXPECT_EQ(clock_of(R"("baseTimeNanoseconds":99999999999999999999999)"), "absent 9000000");
}

TEST(Kineto, NamesOfTheFirstVersions) {
  // PyTorch 1.8 to 1.11: one track for each kind of work of a stream, as today.
  const auto trace = read_trace(
      R"({"schemaVersion":1,"computeProperties":[{"id":0,"name":"Tesla V100"}],"traceEvents":[
    {"ph":"X","cat":"Operator","name":"aten::mm","pid":24572,"tid":"24572",
     "ts":1621401187225112,"dur":197,"args":{"Device":24572,"External id":41}},
    {"ph":"X","cat":"Runtime","name":"cudaLaunchKernel","pid":24572,"tid":"24572",
     "ts":1621401187225120,"dur":7,"args":{"External id":41,"correlation":335}},
    {"ph":"X","cat":"Kernel","name":"sgemm","pid":0,"tid":"stream 7","ts":1621401187225140,"dur":50,
     "args":{"device":0,"stream":7,"External id":41,"correlation":335}},
    {"ph":"X","cat":"Kernel","name":"ncclKernel_AllReduce","pid":0,"tid":"stream 7",
     "ts":1621401187225190,"dur":50,"args":{"device":0,"stream":7,"correlation":336}},
    {"ph":"X","cat":"Memcpy","name":"Memcpy HtoD","pid":0,"tid":"stream 7",
     "ts":1621401187225250,"dur":5,"args":{"device":0,"stream":7,"correlation":337}}]})");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(property_of(**trace, property::kSourceFormat), "kineto json");
  EXPECT_EQ(property_of(**trace, property::kClock), "unix");
  EXPECT_EQ(property_of(**trace, "computeProperties.0.name"), "Tesla V100");
  std::map<std::string, TrackKind> kinds;
  for (const Track& track : (*trace)->tracks()) {
    for (const StringId name : track.slices.name) {
      kinds[std::string((*trace)->text(name))] = track.kind;
    }
  }
  EXPECT_EQ(kinds["aten::mm"], kinds["cudaLaunchKernel"]);
  EXPECT_NE(kinds["sgemm"], kinds["aten::mm"]);
  EXPECT_EQ(kinds["ncclKernel_AllReduce"], TrackKind::kCollective);
  EXPECT_NE(kinds["Memcpy HtoD"], kinds["sgemm"]);
  EXPECT_NE(find_track(**trace, "stream 7"), nullptr);
}

/// "track kind: names" of each track with slices.
std::string works(const Trace& trace) {
  std::string text;
  for (const Track& track : trace.tracks()) {
    if (track.slices.size() == 0) continue;
    text += fmt::format("{} / {} {}:", trace.text(trace.track(track.parent).name),
                        trace.text(track.name), to_string(track.kind));
    for (const StringId name : track.slices.name) text += fmt::format(" {}", trace.text(name));
    text += '\n';
  }
  return text;
}

std::string works_of(std::string_view list) {
  const auto trace = read_trace(document(list));
  EXPECT_TRUE(trace) << to_string(trace.error());
  return trace ? works(**trace) : "";
}

TEST(DeviceLines, AreThoseOfTensorFlowAndJax) {
  constexpr std::string_view kList = R"list(
    {"ph":"M","pid":1,"name":"process_name","args":{"name":"/device:GPU:0"}},
    {"ph":"M","pid":1,"tid":13,"name":"thread_name","args":{"name":"Stream #13(Compute)"}},
    {"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"XLA Ops"}},
    {"ph":"M","pid":701,"name":"process_name","args":{"name":"/host:CPU"}},
    {"ph":"M","pid":701,"tid":9,"name":"thread_name","args":{"name":"python"}},
    {"ph":"X","pid":1,"tid":13,"ts":5.25,"dur":2,"name":"fusion","args":{"correlation_id":"23"}},
    {"ph":"X","pid":1,"tid":13,"ts":8,"dur":4,"name":"ncclDevKernel_AllReduce"},
    {"ph":"X","pid":1,"tid":13,"ts":1,"dur":1,"name":"MemcpyH2D","args":{"correlation_id":24}},
    {"ph":"X","pid":1,"tid":2,"ts":5.25,"dur":2,"name":"fusion.1"},
    {"ph":"X","pid":701,"tid":9,"ts":1,"dur":3,"name":"cuLaunchKernel",
     "args":{"correlation_id":"23"}},{})list";
  EXPECT_EQ(works_of(kList),
            "GPU 0 / stream 13 engine: fusion\n"
            "GPU 0 / stream 13 collectives collective: ncclDevKernel_AllReduce\n"
            "GPU 0 / stream 13 copies dma_queue: MemcpyH2D\n"
            "GPU 0 / XLA Ops layer: fusion.1\n"
            "CPU / python host: cuLaunchKernel\n");
  EXPECT_EQ(launches(kList), "cuLaunchKernel -> fusion (ac2g)\n");
  EXPECT_EQ(works_of(R"list(
    {"ph":"M","pid":3,"name":"process_name","args":{"name":"/device:NEURON:1"}},
    {"ph":"M","pid":3,"tid":1,"name":"thread_name","args":{"name":"Steps"}},
    {"ph":"M","pid":3,"tid":3,"name":"thread_name","args":{"name":"XLA Ops"}},
    {"ph":"X","pid":3,"tid":1,"ts":0,"dur":30,"name":"0"},
    {"ph":"X","pid":3,"tid":3,"ts":1,"dur":9,"name":"dot.1"},
    {"ph":"X","pid":3,"tid":3,"ts":11,"dur":9,"name":"all-reduce.2"})list"),
            "NEURON 1 / Steps layer: 0\n"
            "NEURON 1 / XLA Ops engine: dot.1\n"
            "NEURON 1 / XLA Ops collectives collective: all-reduce.2\n");
}

TEST(DeviceLines, AreThoseOfOtherProfilers) {
  EXPECT_EQ(works_of(R"list(
    {"args":{"name":"1 COPY"},"ph":"M","pid":1,"name":"process_name"},
    {"args":{"name":"2 GPU0"},"ph":"M","pid":6,"name":"process_name"},
    {"args":{"name":"3 GPUs"},"ph":"M","pid":7,"name":"process_name"},
    {"ts":"1030","dur":"50","ph":"X","pid":"6","tid":"0","name":"axpy"},
    {"ts":"1010","dur":"5","ph":"X","pid":"1","tid":"0","name":"hcMemcpyHostToDevice"},
    {"ts":"1000","dur":"5","ph":"X","pid":"7","tid":"0","name":"other"})list"),
            "2 GPU0 / stream 0 engine: axpy\n"
            "1 COPY / stream 0 copies dma_queue: hcMemcpyHostToDevice\n"
            "3 GPUs / thread 0 other: other\n");
  EXPECT_EQ(works_of(R"list(
    {"ph":"M","name":"process_name","pid":9,"args":{"name":"DEVICE<h>[0000:3a:00.0]"}},
    {"ph":"X","tid":5,"pid":5,"name":"zeCommandListAppendLaunchKernel","cat":"cpu_op","ts":1,
     "dur":3},
    {"ph":"X","tid":3,"pid":9,"name":"Gemm[SIMD32]","cat":"gpu_op","ts":11,"dur":30},
    {"ph":"X","tid":3,"pid":9,"name":"zeCommandListAppendMemoryCopy(M2D)","cat":"gpu_op","ts":50,
     "dur":3})list"),
            "Process 5 / thread 5 host: zeCommandListAppendLaunchKernel\n"
            "DEVICE<h>[0000:3a:00.0] / stream 3 engine: Gemm[SIMD32]\n"
            "DEVICE<h>[0000:3a:00.0] / stream 3 copies dma_queue: "
            "zeCommandListAppendMemoryCopy(M2D)\n");
  EXPECT_EQ(works_of(R"list(
    {"ph":"M","name":"process_name","pid":9,"args":{"name":"Ascend Hardware"}},
    {"ph":"X","name":"aten::mm","pid":2,"tid":2,"ts":"1.23","dur":55.1,"cat":"cpu_op"},
    {"ph":"X","name":"MatMulV2","pid":9,"tid":2,"ts":"100.12","dur":20.5},
    {"ph":"X","name":"hcom_allReduce_","pid":9,"tid":2,"ts":"130","dur":20.5},
    {"ph":"X","name":"EVENT_WAIT","pid":9,"tid":2,"ts":"125","dur":2})list"),
            "Process 2 / thread 2 host: aten::mm\n"
            "Ascend Hardware / stream 2 engine: MatMulV2\n"
            "Ascend Hardware / stream 2 collectives collective: hcom_allReduce_\n"
            "Ascend Hardware / stream 2 synchronisation other: EVENT_WAIT\n");
}

TEST(DeviceLines, AreThoseOfPyTorchBeforeKineto) {
  constexpr std::string_view kList = R"(
    {"name":"add","ph":"X","ts":101.524,"dur":34.49,"tid":1,"pid":"CPU functions","args":{}},
    {"name":"add","ph":"s","ts":101.524,"tid":1,"pid":"CPU functions","id":0,"cat":"cpu_to_cuda"},
    {"name":"vec_kernel","ph":"f","ts":190,"tid":0,"pid":"CUDA functions","id":0,
     "cat":"cpu_to_cuda"},
    {"name":"vec_kernel","ph":"X","ts":190,"dur":13,"tid":0,"pid":"CUDA functions","args":{}})";
  EXPECT_EQ(works_of(kList),
            "Process CPU functions / thread 1 other: add\n"
            "CUDA functions / stream 0 engine: vec_kernel\n");
  EXPECT_EQ(launches(kList), "add -> vec_kernel (vec_kernel)\n");
  // The streams of a timeline of TensorFlow 1 are there twice.
  EXPECT_EQ(works_of(R"(
    {"ph":"M","pid":1,"name":"process_name","args":{"name":"/device:GPU:0/stream:all Compute"}},
    {"ph":"X","pid":1,"tid":0,"ts":1,"dur":1,"name":"MatMul"})"),
            "/device:GPU:0/stream:all Compute / thread 0 other: MatMul\n");
}

TEST(Kineto, EventsOfAStreamThatAreNoWork) {
  const auto trace = read_trace(document(R"(
    {"name":"process_labels","ph":"M","ts":1,"pid":0,"tid":0,"args":{"labels":"GPU 0"}},
    {"name":"process_labels","ph":"M","ts":1,"pid":31,"tid":0,"args":{"labels":"CPU"}},
    {"name":"thread_name","ph":"M","ts":1,"pid":0,"tid":7,"args":{"name":"Device 0"}},
    {"name":"thread_name","ph":"M","ts":1,"pid":0,"tid":7,"args":{"name":"stream 7 "}},
    {"ph":"X","cat":"cpu_op","name":"op","pid":31,"tid":31,"ts":1,"dur":9},
    {"ph":"X","cat":"cuda_runtime","name":"cudaGetDevice","pid":31,"tid":31,"ts":2,"dur":1},
    {"ph":"f","id":11,"pid":31,"tid":31,"ts":2,"cat":"ac2g","name":"ac2g","bp":"e"},
    {"ph":"X","cat":"cuda_event","name":"Event Record","pid":0,"tid":7,"ts":5,"dur":1})"));
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(works(**trace),
            "CPU / thread 31 host: op cudaGetDevice\n"
            "GPU 0 / stream 7 synchronisation other: Event Record\n");
  EXPECT_EQ(count_of(**trace, "host_thread_on_gpu"), 0);
  ASSERT_EQ(count_of(**trace, "flow_without_start"), 1);  // PyTorch ends flows at most calls
  for (const Diagnostic& diagnostic : (*trace)->diagnostics()) {
    EXPECT_EQ(diagnostic.severity, Severity::kInfo) << diagnostic.code;
  }
}

TEST(Kineto, KernelsOfAGraphAreConnectedByTheirCorrelation) {
  // PyTorch on ROCm: flows end at each kernel of a graph, but none starts at its launch.
  const auto trace = read_trace(document(R"(
    {"ph":"X","cat":"cuda_runtime","name":"hipGraphLaunch","pid":1,"tid":1,"ts":1,"dur":4,
     "args":{"External id":2,"correlation":505}},
    {"ph":"X","cat":"cuda_runtime","name":"hipLaunchKernel","pid":1,"tid":1,"ts":6,"dur":2,
     "args":{"External id":3,"correlation":506}},
    {"ph":"s","id":506,"pid":1,"tid":1,"ts":6,"cat":"ac2g","name":"ac2g"},
    {"ph":"X","cat":"kernel","name":"a","pid":0,"tid":2,"ts":11,"dur":1,
     "args":{"correlation":505}},
    {"ph":"f","id":505,"pid":0,"tid":2,"ts":11,"cat":"ac2g","name":"ac2g","bp":"e"},
    {"ph":"X","cat":"gpu_memcpy","name":"b","pid":0,"tid":2,"ts":13,"dur":1,
     "args":{"correlation":505}},
    {"ph":"X","cat":"kernel","name":"c","pid":0,"tid":2,"ts":15,"dur":1,
     "args":{"correlation":506}},
    {"ph":"f","id":506,"pid":0,"tid":2,"ts":15,"cat":"ac2g","name":"ac2g","bp":"e"},
    {"ph":"X","cat":"kernel","name":"d","pid":0,"tid":2,"ts":17,"dur":1,
     "args":{"correlation":0}})"));
  ASSERT_TRUE(trace) << to_string(trace.error());
  std::string flows = flows_of(**trace);
  for (const std::string_view flow :
       {"hipGraphLaunch -> a (ac2g)\n", "hipGraphLaunch -> b (ac2g)\n",
        "hipLaunchKernel -> c (ac2g)\n"}) {
    const std::size_t at = flows.find(flow);
    ASSERT_NE(at, std::string::npos) << flow;
    flows.erase(at, flow.size());
  }
  EXPECT_EQ(flows, "");
  EXPECT_EQ(count_of(**trace, "launch_by_correlation"), 2);
}

TEST(Kineto, FlowsOfMergedRanksStayInTheirRank) {
  std::string list;
  for (const int rank : {0, 1}) {
    list += fmt::format(R"(
    {{"ph":"X","cat":"cuda_runtime","name":"launch{0}","pid":"[TP0{0}] 31","tid":31,"ts":1{0},
      "dur":5}},
    {{"ph":"s","id":3,"pid":"[TP0{0}] 31","tid":31,"ts":1{0},"cat":"ac2g","name":"ac2g"}},
    {{"ph":"X","cat":"kernel","name":"kernel{0}","pid":"[TP0{0}] 0","tid":7,"ts":4{0},"dur":5}},
    {{"ph":"f","id":3,"pid":"[TP0{0}] 0","tid":7,"ts":4{0},"cat":"ac2g","name":"ac2g",
      "bp":"e"}},)",
                        rank);
  }
  EXPECT_THAT(launches(list + "{}"), testing::HasSubstr("launch0 -> kernel0 (ac2g)"));
  EXPECT_THAT(launches(list + "{}"), testing::HasSubstr("launch1 -> kernel1 (ac2g)"));
  for (const int rank : {0, 1}) {
    for (const auto& [pid, label] : {std::pair("31", "CPU"), std::pair("0", "GPU 0")}) {
      list += fmt::format(
          R"({{"name":"process_labels","ph":"M","pid":"[TP0{0}] {1}","args":{{"labels":"{2}"}}}},
             {{"name":"process_name","ph":"M","pid":"[TP0{0}] {1}","args":{{"name":"python"}}}},)",
          rank, pid, label);
    }
    // A thread of the host that the profiler could not assign.
    list += fmt::format(R"({{"ph":"X","cat":"python_function","name":"f{0}","pid":"[TP0{0}] 0",
                            "tid":9,"ts":1,"dur":1}},)",
                        rank);
  }
  EXPECT_EQ(works_of(list + "{}"),
            "[TP00] CPU (python) / thread 31 host: launch0\n"
            "[TP00] CPU (python) / thread 9 host: f0\n"
            "[TP00] GPU 0 (python) / stream 7 engine: kernel0\n"
            "[TP01] CPU (python) / thread 31 host: launch1\n"
            "[TP01] CPU (python) / thread 9 host: f1\n"
            "[TP01] GPU 0 (python) / stream 7 engine: kernel1\n");
}

TEST(Kineto, PathsOfWindowsAreKept) {
  const auto trace = read_trace(
      R"({"schemaVersion":1,"traceEvents":[{"ph":"X","cat":"python_function","pid":1,"tid":1,"ts":1,
          "dur":1,"name":"torch\cuda\__init__.py(219): _lazy_init"}],
          "traceName":"C:\Users\me\a.json","ok":"a\\b"})");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(slices_of(**trace, "thread 1"),
            "torch\\cuda\\__init__.py(219): _lazy_init @0+1000/0 cat='python_function'\n");
  EXPECT_EQ(property_of(**trace, "traceName"), "C:\\Users\\me\\a.json");
  EXPECT_EQ(property_of(**trace, "ok"), "a\\b");
  EXPECT_EQ(count_of(**trace, "member_left_out"), 0);
}

TEST(StatedClock, OfCompilersAndBuilds) {
  EXPECT_EQ(clock_of(R"("beginningOfTime":1769000000000000)"), "unix 1769000000009000000");
  EXPECT_EQ(clock_of(R"("otherData":{"bazel_version":"7","profile_start_ts":1769000000000})"),
            "unix 1769000000009000000");
  EXPECT_EQ(clock_of(R"("beginningOfTime":9e18)"), "absent 9000000");
  EXPECT_EQ(clock_of(R"("otherData":{"profile_start_ts":"x"})"), "absent 9000000");
}

}  // namespace
}  // namespace nscope::importers
