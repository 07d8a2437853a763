// Call stacks of sampling profilers: "samples" with "stackFrames", and the profiles of V8.
#include "importers/chrome_json/sampled_stacks.h"

#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_chrome_json/read_trace.h"

#include <string>

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

std::shared_ptr<const Trace> sampled(std::string_view text) {
  const auto trace = read_trace(text);
  EXPECT_TRUE(trace) << to_string(trace.error());
  return trace ? *trace : nullptr;
}

TEST(SampledStacks, SamplesBecomeSlicesOfTheirFrames) {
  const auto trace = sampled(R"({
    "traceEvents": [{"ph":"M","name":"process_name","pid":1,"tid":1,"args":{"name":"p"}}],
    "samples": [
      {"cpu":"-1","name":"","ts":"1000","pid":1,"tid":"2","weight":"1","sf":2},
      {"cpu":"-1","name":"","ts":"2000","pid":1,"tid":"2","weight":"1","sf":3}],
    "stackFrames": {
      "1":{"name":"root","category":"r"}, "2":{"name":"f","category":"r","parent":1},
      "3":{"name":"g","category":"r","parent":1}}})");
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace, "thread 2 samples"),
            "root @0+2000000/0 cat='r'\nf @0+1000000/1 cat='r'\ng @1000000+1000000/1 cat='r'\n");
  EXPECT_EQ(trace->text(trace->track(find_track(*trace, "thread 2 samples")->parent).name), "p");
  EXPECT_EQ(count_of(*trace, "samples_joined"), 2);
  EXPECT_EQ(count_of(*trace, "samples_not_read"), 0);
  EXPECT_EQ(property_of(*trace, "samples.0.ts"), "absent");
  EXPECT_EQ(property_of(*trace, property::kClockOrigin), "1000000");
}

TEST(SampledStacks, EqualStacksAreJoinedUnlessSamplesAreMissingBetweenThem) {
  const auto trace = sampled(R"({"stackFrames": {"a":{"name":"a"}, "b":{"name":"b","parent":"a"}},
    "samples": [
      {"ts":30,"tid":7,"sf":"b"}, {"ts":10,"tid":7,"sf":"b"}, {"ts":20,"tid":7,"sf":"b"},
      {"ts":40,"tid":7,"sf":"a"}, {"ts":500,"tid":7,"sf":"b"}, {"ts":510,"tid":7,"sf":"b"},
      {"ts":10,"tid":8,"sf":"a"}],
    "traceEvents": [{"ph":"X","name":"x","pid":3,"tid":7,"ts":0,"dur":600},
                    {"ph":"M","name":"thread_name","pid":3,"tid":7,"args":{"name":"main"}}]})");
  ASSERT_TRUE(trace);
  // Intervals are 10 us. The samples have no process, but thread 7 is in the file.
  EXPECT_EQ(slices_of(*trace, "main samples"),
            "a @10000+40000/0\nb @10000+30000/1\na @500000+20000/0\nb @500000+20000/1\n");
  EXPECT_EQ(slices_of(*trace, "thread 8 samples"), "a @10000+0/0\n");
}

TEST(SampledStacks, UnknownFramesAreCountedAndCyclesEnd) {
  const auto trace = sampled(R"({"traceEvents": [],
    "stackFrames": {"1":{"name":"x","parent":2}, "2":{"name":"y","parent":1}},
    "samples": [{"ts":1,"tid":1,"sf":1}, {"ts":2,"tid":1,"sf":99}, {"ts":3,"tid":1},
                {"tid":1,"sf":1}, 5, {"ts":"soon","tid":1,"sf":1}]})");
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->slice_count(), 256u);
  EXPECT_EQ(count_of(*trace, "samples_not_read"), 5);
  EXPECT_EQ(count_of(*trace, "stack_too_deep"), 1);
  const auto no_frames = sampled(
      R"({"traceEvents": [], "samples": [{"ts":1,"tid":1,"sf":1},{"ts":2,"tid":1,"sf":1}]})");
  EXPECT_EQ(no_frames->slice_count(), 0u);
  EXPECT_EQ(count_of(*no_frames, "samples_not_read"), 2);
}

TEST(SampledStacks, ProfilesOfV8AreReadInChunks) {
  const auto trace = sampled(R"x([
    {"ph":"P","name":"Profile","cat":"disabled-by-default-v8.cpu_profiler","id":"0x2","pid":5,
     "tid":9,"ts":100,"args":{"data":{"startTime":100}}},
    {"ph":"P","name":"ProfileChunk","cat":"disabled-by-default-v8.cpu_profiler","id":"0x2","pid":5,
     "tid":77,"ts":140,"args":{"data":{"cpuProfile":{
       "nodes":[{"id":1,"callFrame":{"functionName":"(root)","scriptId":0}},
                {"id":2,"parent":1,"callFrame":{"functionName":"run","url":"app.js","lineNumber":9}},
                {"id":3,"parent":2,"callFrame":{"functionName":""}}],
       "samples":[2,3]},"timeDeltas":[10,10]}}},
    {"ph":"P","name":"ProfileChunk","cat":"disabled-by-default-v8.cpu_profiler","id":"0x2","pid":5,
     "tid":77,"ts":190,"args":{"data":{"cpuProfile":{
       "nodes":[{"id":4,"parent":1,"callFrame":{"functionName":"(idle)"}}],"samples":[3,4]},
       "timeDeltas":[10,10]}}}])x");
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace, "thread 9 samples"),
            "(root) @0+40000/0\nrun @0+30000/1 source_location='app.js:10'\n"
            "(anonymous) @10000+20000/2\n(idle) @30000+10000/1\n");
  EXPECT_EQ(property_of(*trace, property::kClockOrigin), "110000");
  EXPECT_EQ(trace->slice_count(), 4u);  // the parts of the profile are not events
}

TEST(SampledStacks, AWholeProfileOfV8IsOneEvent) {
  const auto trace = sampled(R"([
    {"ph":"I","name":"CpuProfile","cat":"devtools","pid":1,"tid":2,"ts":1,"args":{"data":{
      "cpuProfile":{"startTime":1000,"endTime":1030,"samples":[2,1],"timeDeltas":[0,10],
      "nodes":[{"id":1,"children":[2],"callFrame":{"functionName":"main"}},
               {"id":2,"callFrame":{"functionName":"f"}}]}}}}, {"ph":"I","name":"Profile","ts":1}])");
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace, "thread 2 samples"), "main @999000+20000/0\nf @999000+10000/1\n");
  EXPECT_EQ(slices_of(*trace, "events"), "Profile @0+0/0\n");  // an event of another program
}

TEST(SampledStacks, ProfilesWithoutAStartOrNodesAreCounted) {
  const auto trace = sampled(R"([
    {"ph":"P","name":"ProfileChunk","id":1,"pid":5,"tid":7,"ts":140,"args":{"data":{"cpuProfile":{
       "samples":[2,3]},"timeDeltas":[10,10]}}},
    {"ph":"P","name":"Profile","id":2,"pid":5,"tid":9,"ts":100,"args":{"data":{"startTime":1}}},
    {"ph":"P","name":"ProfileChunk","id":2,"pid":5,"tid":7,"ts":140,"args":{"data":{"cpuProfile":{
       "samples":[2,[3],null]},"timeDeltas":[10,"x"]}}}])");
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->slice_count(), 0u);
  EXPECT_EQ(count_of(*trace, "samples_not_read"), 5);
}

TEST(SampledStacks, SampleEventsReferToFrames) {
  const auto trace = sampled(R"({"traceEvents": [
    {"ph":"P","name":"cycles","pid":1,"tid":1,"ts":0,"sf":"2"},
    {"ph":"P","name":"cycles","pid":1,"tid":1,"ts":10,"sf":2}],
    "stackFrames": {"1":{"name":"a"}, "2":{"name":"b","parent":1}}})");
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace, "thread 1 samples"), "a @0+20000/0\nb @0+20000/1\n");
}

// Deep stacks without common frames would make gigabytes of slices from a small file.
TEST(SampledStacks, TheNumberOfSlicesIsLimited) {
  std::string frames = R"("0":{"name":"r"})";
  for (int side : {1, 2}) {
    for (int i = 0; i < 200; ++i) {
      frames += fmt::format(R"(,"{0}.{1}":{{"name":"f","parent":"{2}"}})", side, i,
                            i == 0 ? std::string("0") : fmt::format("{}.{}", side, i - 1));
    }
  }
  std::string samples;
  constexpr int kSamples = 20'000;
  for (int i = 0; i < kSamples; ++i) {
    samples +=
        fmt::format(R"({}{{"ts":{},"tid":1,"sf":"{}.199"}})", i == 0 ? "" : ",", i, 1 + i % 2);
  }
  const auto trace = sampled(
      fmt::format(R"({{"traceEvents":[],"stackFrames":{{{}}},"samples":[{}]}})", frames, samples));
  ASSERT_TRUE(trace);
  EXPECT_LE(trace->slice_count(), SampledStacks::kMaxSlices);
  EXPECT_GT(count_of(*trace, "samples_not_read"), 0);
}

}  // namespace
}  // namespace nscope::importers
