#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/vocabulary.h"
#include "simcore/engine/compile_cache/compile_plan.h"
#include "tests/unit/sim/fleets.h"
#include "tests/unit/sim/text_matchers.h"

#include <chrono>
#include <functional>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// The states of the events on a track, in order.
std::vector<std::string> states(const Trace& trace, std::string_view row) {
  std::vector<std::string> found;
  for (const Track& track : trace.tracks()) {
    if (trace.text(track.name) != row) continue;
    for (std::uint32_t i = 0; i < track.slices.size(); ++i) {
      const auto state =
          trace.arg(SliceId(track.first_slice + i), trace.strings().find(key::kCacheState));
      found.emplace_back(state ? trace.text(std::get<StringId>(*state)) : "none");
    }
  }
  return found;
}

TEST(CompileKey, EveryPartMatters) {
  const std::string flags = canonical_flags("trn1", 2, "--auto-cast=none");
  const CompileKey key = compile_key("graph", flags, "2.23");
  EXPECT_EQ(key, compile_key("graph", flags, "2.23"));
  EXPECT_NE(key, compile_key("Graph", flags, "2.23"));
  EXPECT_NE(key, compile_key("graph", flags, "2.24"));
  EXPECT_NE(key, compile_key("graph", canonical_flags("trn1", 1, "--auto-cast=none"), "2.23"));
  EXPECT_NE(key, compile_key("graph", canonical_flags("trn2", 2, "--auto-cast=none"), "2.23"));
  EXPECT_NE(key, compile_key("graph", canonical_flags("trn1", 2, ""), "2.23"));
  // The order of the flags does not matter.
  EXPECT_EQ(canonical_flags("trn1", 2, " --b  --a "), canonical_flags("trn1", 2, "--a --b --a"));
  EXPECT_THAT(key.module(), testing::MatchesRegex("MODULE_[0-9]+\\+[0-9a-f]{8}"));
}

TEST(CompileCache, AColdInstanceCompilesAndAWarmOneDoesNot) {
  const CompileResult cold = run(one_graph());
  EXPECT_NEAR(value(cold, "time_to_first_step_p50"), 600, 0.01);
  EXPECT_EQ(cold.counts.compiled, 1);
  EXPECT_EQ(cold.counts.hits, 0);

  CompileScenario warm = one_graph();
  warm.earlier = EarlierRun{};
  const CompileResult hit = run(warm);
  EXPECT_LT(value(hit, "time_to_first_step_p50"), 0.1);
  EXPECT_EQ(hit.counts.compilations, 0);
  EXPECT_EQ(hit.counts.hits, 1);

  for (const EarlierRun& other : {EarlierRun{.compiler_version = "2.9"}, EarlierRun{.flags = "--x"},
                                  EarlierRun{.optlevel = 1}}) {
    warm.earlier = other;
    EXPECT_EQ(run(warm).counts.compiled, 1);
  }
}

TEST(CompileCache, SharedCacheMakesOneCompilationForTheFleet) {
  const CompileResult own = [] {
    CompileScenario scenario = shared(50);
    scenario.store = CacheStore::kLocal;
    return run(scenario);
  }();
  EXPECT_EQ(own.counts.compilations, 50);
  EXPECT_EQ(own.counts.waited, 0);
  const CompileResult together = run(shared(50));
  EXPECT_EQ(together.counts.compilations, 1);
  EXPECT_EQ(together.counts.waited, 49);
  // 600 s and the upload; the other instances poll every 10 s.
  EXPECT_NEAR(value(together, "time_to_first_step_p90"), 610.1, 1e-6);
  EXPECT_NEAR(value(together, "instance_hours_stalled"), (600.1 + 49 * 610.1) / 3600, 1e-6);
}

TEST(CompileCache, LateInstancesHit) {
  CompileScenario scenario = shared(3);
  scenario.start_spread = 2000;  // the second starts at 1000 s
  const CompileResult result = run(scenario);
  EXPECT_EQ(result.counts.compiled, 1);
  EXPECT_EQ(result.counts.hits, 2);
  EXPECT_EQ(result.counts.waited, 0);
}

TEST(CompileCache, ProcessesOfAnInstanceWaitForOneOfThem) {
  CompileScenario scenario = one_graph();
  scenario.processes = 32;
  const CompileResult result = run(scenario);
  EXPECT_EQ(result.counts.lookups, 32);
  EXPECT_EQ(result.counts.compiled, 1);
  EXPECT_EQ(result.counts.waited, 31);
  EXPECT_GE(value(result, "time_to_first_step_p50"), 600);
  EXPECT_LE(value(result, "time_to_first_step_p50"), 600 + kPoll + 0.1);
}

TEST(CompileCache, SharedFileSystemSharesItsBandwidth) {
  CompileScenario scenario = shared(101);
  scenario.store = CacheStore::kEfs;
  scenario.earlier = EarlierRun{};
  scenario.graphs[0].neff_bytes = 3e9;  // one second of the whole file system
  EXPECT_NEAR(value(run(scenario), "time_to_first_step_p50"), 101.02, 1e-6);
  scenario.store = CacheStore::kS3;  // 500 MB/s each
  EXPECT_NEAR(value(run(scenario), "time_to_first_step_p50"), 6.1, 1e-6);
}

TEST(StaleLock, BlocksForEverUnlessSomethingEndsIt) {
  CompileScenario scenario = shared(4);
  scenario.stale_locks = 1;
  const CompileResult stuck = run(scenario);
  EXPECT_EQ(value(stuck, "instances_stuck"), 4);
  EXPECT_EQ(stuck.counts.waited, 4);
  EXPECT_EQ(stuck.counts.compilations, 0);
  EXPECT_EQ(stuck.find("time_to_first_step_p50"), nullptr);
  EXPECT_EQ(stuck.find("instance_hours_stalled"), nullptr) << "it has no end, so no hours";
}

TEST(StaleLock, EndsWhenItIsCleared) {
  CompileScenario scenario = shared(4);
  scenario.stale_locks = 1;
  scenario.clear_locks = 1234;
  const CompileResult cleared = run(scenario);
  EXPECT_EQ(cleared.counts.compilations, 1);
  EXPECT_EQ(cleared.counts.takeovers, 0);
  // Found at 1240 s, when all instances poll; one of them compiles.
  EXPECT_NEAR(value(cleared, "time_to_first_step_p50"), 1240 + 610.1, 1e-6);
}

TEST(StaleLock, IsTakenOverAfterTheTimeout) {
  CompileScenario scenario = shared(4);
  scenario.stale_locks = 1;
  scenario.lock_timeout = 900;
  const CompileResult result = run(scenario);
  EXPECT_EQ(result.counts.takeovers, 1);
  EXPECT_EQ(result.counts.compilations, 1);
  EXPECT_NEAR(value(result, "time_to_first_step_p50"), 900 + 610.1, 1e-6);
}

TEST(LockTimeout, ShorterThanTheCompilationRepeatsIt) {
  CompileScenario scenario = shared(4);
  scenario.lock_timeout = 250;  // at 250 and 500 s of 600
  const CompileResult result = run(scenario);
  EXPECT_EQ(result.counts.takeovers, 2);
  EXPECT_EQ(result.counts.compilations, 3);
  EXPECT_EQ(result.counts.compiled, 3);
  EXPECT_EQ(result.counts.waited, 1);
}

TEST(Failure, IsCachedAndEndsTheOthersToo) {
  CompileScenario scenario = shared(5);
  scenario.failure_probability = 1;
  const CompileResult result = run(scenario);
  EXPECT_EQ(result.counts.compilations, 1);
  EXPECT_EQ(result.counts.failed, 1);
  EXPECT_EQ(result.counts.waited, 4);
  EXPECT_EQ(value(result, "instances_failed"), 5);
  EXPECT_EQ(result.find("time_to_first_step_p50"), nullptr);
  EXPECT_EQ(result.unavailable.at(0).first, "time_to_first_step_p50");
}

TEST(Failure, IsFoundAgainAfterARestartUnlessItIsRetried) {
  CompileScenario scenario = shared(5);
  scenario.failure_probability = 1;
  scenario.restarts = 1;
  const CompileResult remembered = run(scenario);
  EXPECT_EQ(remembered.counts.compilations, 1);
  EXPECT_EQ(remembered.counts.cached_failures, 5);
  scenario.retry_failed = true;
  EXPECT_EQ(run(scenario).counts.cached_failures, 0);
  EXPECT_GT(run(scenario).counts.compilations, 2);
}

TEST(Failure, RetriesAreMoreCompilations) {
  CompileScenario scenario = one_graph();
  scenario.failure_probability = 1;
  scenario.retries = 3;
  const CompileResult result = run(scenario);
  EXPECT_EQ(result.counts.compilations, 4);
  EXPECT_EQ(result.counts.failures, 4);
  EXPECT_EQ(result.counts.failed, 1);
  // With a probability of one half, each of many graphs succeeds within a few attempts.
  scenario.failure_probability = 0.5;
  scenario.retries = 60;
  scenario.graphs[0].count = 200;
  const CompileResult lucky = run(scenario);
  EXPECT_EQ(lucky.counts.compiled, 200);
  EXPECT_NEAR(static_cast<double>(lucky.counts.failures), 200, 60);
}

TEST(Shapes, EachLengthIsAGraphWithoutPadding) {
  const CompileResult churn = run(lengths({5, 6, 7, 5, 6, 7, 300}, {}));
  EXPECT_EQ(churn.graphs, 1u + 4u);
  EXPECT_EQ(churn.counts.compilations, 5);
  EXPECT_NEAR(value(churn, "padding_share"), 0, 1e-12);
  // The fixed graph and the first length are compiled before the first step, the others between
  // steps.
  EXPECT_NEAR(value(churn, "time_to_first_step_p50"), 700, 0.1);
  EXPECT_NEAR(value(churn, "instance_hours"), (600 + 4 * 100 + 7) / 3600.0, 1e-4);
}

TEST(Shapes, BucketsBoundTheGraphs) {
  const CompileResult padded = run(lengths({5, 6, 7, 5, 6, 7, 300}, {8, 512}));
  EXPECT_EQ(padded.graphs, 1u + 2u);
  EXPECT_NEAR(value(padded, "padding_share"), 1 - 336.0 / (6 * 8 + 512), 1e-12);
  CompileScenario many = lengths({}, {128, 256, 512, 1024});
  many.lengths->median = 300;
  many.lengths->sigma = 1;
  many.lengths->maximum = 1024;
  many.lengths->steps = 5000;
  EXPECT_LE(run(many).graphs, 1u + 4u);
  many.lengths->buckets = {};
  EXPECT_GT(run(many).graphs, 500u);
}

TEST(Shapes, WarmUpCompilesAllBucketsFirst) {
  CompileScenario scenario = lengths({5, 5}, {8, 16, 32});
  EXPECT_NEAR(value(run(scenario), "time_to_first_step_p50"), 700, 0.1);
  scenario.lengths->warm_up = true;
  EXPECT_NEAR(value(run(scenario), "time_to_first_step_p50"), 900, 0.1);
}

TEST(Shapes, LengthsAboveTheLargestBucketAreSkipped) {
  const CompileResult result = run(lengths({5, 99}, {8}));
  EXPECT_THAT(result.notes, testing::Contains(TextWith("1 length above the largest bucket")));
  EXPECT_THAT(refusal(lengths({99}, {8})), HasSubstr("all lengths exceed the largest bucket"));
}

TEST(AheadOfTime, WorkersCompileSideBySide) {
  CompileScenario scenario = shared(10);
  scenario.graphs[0].count = 8;
  scenario.mode = CompileMode::kAot;
  scenario.workers = 4;
  const CompileResult result = run(scenario);
  EXPECT_EQ(result.counts.compilations, 8);
  // All lookups of the fleet are hits.
  EXPECT_EQ(result.counts.hits, 80);
  EXPECT_EQ(result.counts.waited, 0);
  // Extraction of eight graphs, then two rounds; each compilation has enough vCPUs.
  EXPECT_NEAR(value(result, "ahead_of_time_compile_time"), 8 * 5 + 2 * 600 + 2 * 0.1, 1e-6);
  // Only one host is paid during this time instead of ten.
  EXPECT_LT(value(result, "instance_hours_stalled"), 0.36);
  const CompileResult jit = [&] {
    CompileScenario blocking = scenario;
    blocking.mode = CompileMode::kJit;
    return run(blocking);
  }();
  EXPECT_GT(value(jit, "instance_hours_stalled"), 10 * 8 * 600 / 3600.0);
}

TEST(AheadOfTime, MeetsOnlyWhatTheTrialRunUses) {
  std::vector<int> values;
  for (int i = 1; i <= 40; ++i) values.push_back(i);
  CompileScenario scenario = lengths(values, {});
  scenario.mode = CompileMode::kAot;
  scenario.workers = 4;
  scenario.trial_steps = 15;
  const CompileResult result = run(scenario);
  EXPECT_EQ(result.counts.hits, 1 + 15);
  EXPECT_EQ(result.counts.compilations, 1 + 40);
}

TEST(AheadOfTime, HostMemoryLimitsTheWorkers) {
  CompileScenario scenario = one_graph();
  scenario.instance = "trn1.2xlarge";  // 32 GiB
  scenario.graphs = {{.name = "step", .parameters = 7e9, .count = 6}};
  scenario.mode = CompileMode::kAot;
  scenario.workers = 6;
  const CompileResult result = run(scenario);
  EXPECT_EQ(result.workers, 3);  // 11 GB each
  EXPECT_THAT(result.notes, testing::Contains(TextWith("parallel compilations is 3 instead of 6")));
  scenario.graphs[0].parameters = 70e9;
  EXPECT_THAT(refusal(scenario), HasSubstr("compile on a larger host"));
}

TEST(CompileCache, OnlyModelledTimesHaveABand) {
  CompileScenario scenario = one_graph();
  EXPECT_FALSE(run(scenario).find("time_to_first_step_p50")->low);
  scenario.graphs = {{.name = "step", .model = "llama-2-70b"}};
  const CompileResult result = run(scenario);
  const Metric* const time = result.find("time_to_first_step_p50");
  EXPECT_LT(*time->low / time->value, 0.7);
  EXPECT_GT(*time->high / time->value, 1.5);
  EXPECT_EQ(time->provenance, Provenance::kSimulated);
  EXPECT_THAT(time->note.english(), HasSubstr("rough"));
}

TEST(CompileCache, KeepsItsDiskOrNot) {
  CompileScenario scenario = one_graph();
  scenario.instances = 3;
  scenario.restarts = 2;
  EXPECT_EQ(run(scenario).counts.compilations, 3);
  EXPECT_LT(value(run(scenario), "restart_time_to_first_step_p50"), 0.1);
  scenario.keep_disk = false;
  EXPECT_EQ(run(scenario).counts.compilations, 9);
}

/// In every scenario, each first lookup has one outcome, and the counts of a fleet add up.
TEST(CompileCache, EveryLookupHasOneOutcome) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CompileScenario scenario = lengths({}, {});
    scenario.seed = seed;
    scenario.instances = 1 + static_cast<int>(seed % 7);
    scenario.processes = 1 + static_cast<int>(seed % 3);
    scenario.store = seed % 2 == 0 ? CacheStore::kS3 : CacheStore::kLocal;
    scenario.start_spread = seed % 5 == 0 ? 700 : 0;
    scenario.failure_probability = seed % 4 == 0 ? 0.3 : 0;
    scenario.retries = static_cast<int>(seed % 3);
    scenario.retry_failed = seed % 8 == 0;
    scenario.restarts = static_cast<int>(seed % 2);
    if (seed % 3 == 0) scenario.lock_timeout = 60;
    if (seed % 6 == 1) scenario.stale_locks = 1;
    if (seed % 12 == 1) scenario.clear_locks = 500;
    scenario.mode = seed % 4 < 2 ? CompileMode::kJit : CompileMode::kAot;
    scenario.lengths->median = 100;
    scenario.lengths->sigma = 0.3;
    scenario.lengths->maximum = 1000;
    scenario.lengths->steps = 60;
    scenario.lengths->streams = scenario.instances > 3 ? 2 : 1;
    const CompileResult result = run(scenario);  // checks the sum
    const CacheCounts& c = result.counts;
    EXPECT_EQ(c.compilations, c.compiled + c.failures) << seed;
    EXPECT_LE(c.failed, c.failures) << seed;
    int instances = 0;
    for (const InstanceOutcome& each : result.starts[0].instances) {
      instances += each.count;
      EXPECT_GE(each.stalled, 0) << seed;
    }
    EXPECT_EQ(instances, scenario.instances) << seed;
  }
}

TEST(CompileCache, WritesTheEventsOfTheFormats) {
  CompileScenario scenario = shared(8);
  TraceBuilder builder;
  TaskControl control;
  ASSERT_TRUE(simulate_compile_cache(catalogue(), scenario, &builder, control));
  const auto trace = builder.finish();
  EXPECT_THAT(states(*trace, "Instance 0"), ElementsAre("miss"));
  EXPECT_THAT(states(*trace, "Instance 1"), ElementsAre("locked", "hit"));
  EXPECT_THAT(states(*trace, "Instance 4"), ElementsAre()) << "four of eight are shown";
}

/// Everything that a sink receives as text.
class TextSink final : public TraceSink {
 public:
  bool push(TraceBatch&& batch) override {
    for (const auto& text : batch.strings) text_ += text + "\n";
    for (const auto& s : batch.slices) {
      text_ += std::to_string(s.start.value()) + " " + std::to_string(s.duration.value()) + "\n";
    }
    for (const auto& m : batch.metrics) text_ += m.name + " " + std::to_string(m.value) + "\n";
    return true;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

TEST(CompileCache, RepeatsExactly) {
  CompileScenario scenario = lengths({}, {});
  scenario.instances = 20;
  scenario.store = CacheStore::kS3;
  scenario.failure_probability = 0.1;
  scenario.retries = 5;
  scenario.lengths->median = 100;
  scenario.lengths->sigma = 0.5;
  scenario.lengths->maximum = 1000;
  scenario.lengths->steps = 200;
  scenario.lengths->streams = 4;
  const auto text = [&] {
    TextSink sink;
    TaskControl control;
    EXPECT_TRUE(simulate_compile_cache(catalogue(), scenario, &sink, control));
    return sink.text();
  };
  const std::string first = text();
  EXPECT_EQ(first, text());
  scenario.seed = 2;
  EXPECT_NE(first, text());
}

TEST(CompileCache, AThousandInstancesAndTenThousandGraphsAreQuick) {
  CompileScenario scenario = shared(1000);
  scenario.graphs[0].count = 10'000;
  scenario.graphs[0].seconds = 20;
  const auto begin = std::chrono::steady_clock::now();
  const CompileResult result = run(scenario);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(result.counts.lookups, 10'000'000);
  EXPECT_EQ(result.counts.compilations, 10'000);
  EXPECT_LT(took.count(), 5) << "a bound for busy machines; it takes well under one";
}

}  // namespace
}  // namespace nscope::sim
