// Traces of PyTorch and related profilers: launches by external ids, and stated clocks.
#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_chrome_json/read_trace.h"

#include <map>
#include <string>

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

}  // namespace
}  // namespace nscope::importers
