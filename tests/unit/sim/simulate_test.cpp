#include "simcore/engine/simulation/simulate.h"

#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/vocabulary.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/simulation/prediction.h"
#include "simcore/engine/workload/workload.h"
#include "tests/unit/sim/estimated.h"
#include "tests/unit/sim/simulated.h"

#include <cmath>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

Workload small() {
  return {.model = "llama-3-8b",
          .instance = "inf2.48xlarge",
          .tensor_parallel = 24,
          .batch = 1,
          .input_tokens = 120,
          .output_tokens = 20,
          .sequence_length = 512};
}

const Track& track_of(const Trace& trace, TrackKind kind, int core = -1,
                      Engine engine = Engine::kNone) {
  for (const Track& track : trace.tracks()) {
    if (track.kind == kind && (core < 0 || track.core == core) &&
        (engine == Engine::kNone || track.engine == engine)) {
      return track;
    }
  }
  ADD_FAILURE() << "no track of kind " << to_string(kind);
  return trace.tracks().front();
}

double busy_seconds(const Trace& trace, const Track& track) {
  double sum = 0;
  for (const std::int64_t duration : track.slices.duration) {
    sum += trace.to_seconds(TraceTime(duration));
  }
  return sum;
}

TEST(Simulate, TraceAndClosedFormAgree) {
  const auto estimated = estimate_of(small());
  ASSERT_TRUE(estimated);
  const Simulated shown = simulated(small());
  const Trace& trace = *shown.trace;
  const Track& executions = track_of(trace, TrackKind::kExecution);
  ASSERT_EQ(executions.slices.size(), 20u);  // the prefill and 19 decode steps
  // First token: from the launch on the host to the end of the prefill.
  const Track& host = track_of(trace, TrackKind::kHost);
  const double ttft = trace.to_seconds(executions.slices.end(0) - host.slices.begin(0));
  EXPECT_NEAR(ttft / estimated->find("ttft_p50")->value, 1.0, 1e-3);
  // Every further token takes the time from the end of one execution to the end of the next.
  std::vector<double> steps;
  for (std::size_t row = 1; row < executions.slices.size(); ++row) {
    steps.push_back(trace.to_seconds(executions.slices.end(row) - executions.slices.end(row - 1)));
  }
  double sum = 0;
  for (const double step : steps) sum += step;
  EXPECT_NEAR(sum / 19 / estimated->find("tpot_mean")->value, 1.0, 1e-3);
  std::sort(steps.begin(), steps.end());
  EXPECT_NEAR(steps[9] / estimated->find("tpot_p50")->value, 1.0, 1e-3);
  // The trace contains the same metrics.
  ASSERT_EQ(trace.metrics().size(), estimated->metrics.size());
  for (std::size_t i = 0; i < estimated->metrics.size(); ++i) {
    EXPECT_EQ(trace.metrics()[i].name, estimated->metrics[i].name);
    EXPECT_EQ(trace.metrics()[i].value, estimated->metrics[i].value);
    EXPECT_EQ(trace.metrics()[i].low, estimated->metrics[i].low);
  }
}

TEST(Simulate, BusyTimesAddUpToTheClosedForm) {
  const auto calibration = load_calibration();
  ASSERT_TRUE(calibration);
  const auto prepared = prepare_run(catalogue(), small(), calibration->parameters);
  ASSERT_TRUE(prepared);
  const StaticBatchTimes times =
      time_static_batch(std::get<StaticBatch>(prepared->work), calibration->parameters);
  const Simulated shown = simulated(small());
  const auto total = [&](Unit unit) {
    double sum = times.prefill.work[unit];
    for (const StaticBatchTimes::Steps& steps : times.decode) {
      sum += steps.count * steps.totals.work[unit];
    }
    return sum;
  };
  const std::map<Unit, Engine> engines{{Unit::kTensor, Engine::kTensor},
                                       {Unit::kVector, Engine::kVector},
                                       {Unit::kScalar, Engine::kScalar}};
  for (const int core : {0, 1}) {
    for (const auto& [unit, engine] : engines) {
      const Track& track = track_of(*shown.trace, TrackKind::kEngine, core, engine);
      EXPECT_NEAR(busy_seconds(*shown.trace, track) / total(unit), 1.0, 1e-4) << to_string(unit);
    }
    const Track& dma = track_of(*shown.trace, TrackKind::kDmaQueue, core);
    EXPECT_NEAR(busy_seconds(*shown.trace, dma) / total(Unit::kDma), 1.0, 1e-4);
    double collectives = times.prefill.collective_seconds;
    for (const StaticBatchTimes::Steps& steps : times.decode) {
      collectives += steps.count * steps.totals.collective_seconds;
    }
    const Track& cc = track_of(*shown.trace, TrackKind::kCollective, core);
    EXPECT_NEAR(busy_seconds(*shown.trace, cc) / collectives, 1.0, 1e-4);
  }
}

TEST(Simulate, StatesItsWork) {
  const auto calibration = load_calibration();
  ASSERT_TRUE(calibration);
  const auto prepared = prepare_run(catalogue(), small(), calibration->parameters);
  ASSERT_TRUE(prepared);
  const StaticBatchTimes times =
      time_static_batch(std::get<StaticBatch>(prepared->work), calibration->parameters);
  double flops = times.prefill.work.flops;
  double read = times.prefill.work.read_bytes;
  double moved = times.prefill.work.read_bytes + times.prefill.work.write_bytes;
  for (const StaticBatchTimes::Steps& steps : times.decode) {
    flops += steps.count * steps.totals.work.flops;
    read += steps.count * steps.totals.work.read_bytes;
    moved += steps.count * (steps.totals.work.read_bytes + steps.totals.work.write_bytes);
  }
  const Simulated shown = simulated(small());
  const Trace& trace = *shown.trace;
  EXPECT_NEAR(sum_of(trace, 0, "flops") / flops, 1.0, 1e-9);
  EXPECT_NEAR(sum_of(trace, 0, "hbm_read_bytes") / read, 1.0, 1e-6);
  EXPECT_NEAR(sum_of(trace, 0, "transfer_size") / moved, 1.0, 1e-6);
}

TEST(Simulate, DetailAtTheEndsOfEveryBucket) {
  const Simulated shown = simulated(small());
  const Trace& trace = *shown.trace;
  const Track& executions = track_of(trace, TrackKind::kExecution);
  const StringId folded = trace.strings().find("folded");
  const StringId bucket = trace.strings().find("bucket");
  std::string pattern;
  std::set<std::int64_t> buckets;
  for (std::size_t row = 0; row < executions.slices.size(); ++row) {
    const SliceId slice = Trace::slice_id(executions, row);
    pattern += trace.arg_integer(slice, folded) == 1 ? 'f' : 'd';
    buckets.insert(trace.arg_integer(slice, bucket));
  }
  // Positions 121 to 127 use the bucket of 128, and 128 to 139 the bucket of 256.
  EXPECT_EQ(pattern,
            "d"
            "dfffffd"
            "dffffffffffd");
  EXPECT_EQ(buckets, (std::set<std::int64_t>{128, 256}));
  std::map<std::string, std::int64_t> diagnostics;
  for (const Diagnostic& entry : trace.diagnostics()) diagnostics[entry.code] = entry.count;
  EXPECT_EQ(diagnostics["folded_steps"], 15);
  EXPECT_EQ(diagnostics["symmetric_ranks_not_shown"], 22);
  for (const auto& [code, count] : diagnostics) {
    EXPECT_TRUE(code == "folded_steps" || code == "symmetric_ranks_not_shown")
        << code << ": the builder had to repair " << count;
  }
}

TEST(Simulate, ShowsLayersCollectivesLinksAndDependencies) {
  const Simulated shown = simulated(small());
  const Trace& trace = *shown.trace;
  std::set<std::string> layers;
  const Track& layer_track = track_of(trace, TrackKind::kLayer, 0);
  for (std::size_t row = 0; row < layer_track.slices.size(); ++row) {
    if (layer_track.slices.depth[row] == 0) {
      layers.insert(std::string(trace.text(layer_track.slices.name[row])));
    }
  }
  EXPECT_EQ(layers.size(), 34u);  // 32 layers, embedding and head
  EXPECT_TRUE(layers.contains("layer 31"));
  const Track& cc = track_of(trace, TrackKind::kCollective, 1);
  const SliceId first = Trace::slice_id(cc, 1);
  EXPECT_EQ(trace.text(trace.slice(first).name()), "attention_all_reduce");
  EXPECT_EQ(trace.arg_integer(first, trace.strings().find(key::kRanks)), 24);
  EXPECT_EQ(trace.arg_integer(first, trace.strings().find(key::kBytes)), 128 * 4096 * 2);
  EXPECT_FALSE(trace.flows().empty());
  EXPECT_FALSE(trace.flows_to(first).empty());
  int links = 0;
  for (const Track& track : trace.tracks()) {
    const std::string name(trace.text(track.name));
    if (!name.starts_with("chip ")) continue;
    ++links;
    EXPECT_FALSE(track.counters.value.empty());
    for (const double rate : track.counters.value) {
      EXPECT_GE(rate, 0);
      EXPECT_LT(rate, 103.1e9) << name;  // 96 GiB/s a link
    }
  }
  EXPECT_EQ(links, 2);  // ranks 0 and 1 share a chip, which has two neighbours
}

TEST(Simulate, TransfersRunAheadOfTheirOperatorsOneAfterTheOther) {
  const Simulated shown = simulated(small());
  const Trace& trace = *shown.trace;
  const Track& dma = track_of(trace, TrackKind::kDmaQueue, 0);
  const Track& cc = track_of(trace, TrackKind::kCollective, 0);
  ASSERT_GT(dma.slices.size(), 100u);
  int during_collectives = 0;
  std::size_t next = 0;
  for (std::size_t row = 1; row < dma.slices.size(); ++row) {
    EXPECT_TRUE(TraceTime(dma.slices.start[row]) >= dma.slices.end(row - 1)) << row;
    while (next < cc.slices.size() && cc.slices.end(next) <= TraceTime(dma.slices.start[row]))
      ++next;
    if (next < cc.slices.size() &&
        TraceTime(cc.slices.start[next]) < TraceTime(dma.slices.start[row])) {
      ++during_collectives;
    }
  }
  EXPECT_GT(during_collectives, 30);  // weights are read during the all-reduce
}

TEST(Simulate, DescribesItself) {
  const Simulated shown = simulated(small());
  const Trace& trace = *shown.trace;
  EXPECT_EQ(trace.property_text(property::kSourceFormat), "simulation");
  EXPECT_EQ(trace.property_text(property::kProvenance), "simulated");
  EXPECT_EQ(trace.property_text(property::kInstanceType), "inf2.48xlarge");
  EXPECT_EQ(trace.property_text(property::kDevice), "inferentia2");
  EXPECT_EQ(trace.property_number(property::kPeClock), 2.8e9);
  EXPECT_EQ(trace.property_number(property::kHbmBandwidth), 820e9);  // of the two cores shown
  EXPECT_EQ(trace.time_base().ticks_per_ns, 1000);
  const auto json = parse_json(trace.property_text(property::kWorkload), "workload");
  ASSERT_TRUE(json);
  const auto workload = workload_from_json(*json, "workload");
  ASSERT_TRUE(workload) << to_string(workload.error());
  EXPECT_EQ(to_json(*workload), to_json(small()));
}

/// Everything that a sink receives as text.
class TextSink final : public TraceSink {
 public:
  bool push(TraceBatch&& batch) override {
    for (const std::string& text : batch.strings) text_ += text + "\n";
    for (const TraceBatch::Slice& slice : batch.slices) {
      text_ += std::to_string(slice.track.value) + " " + std::to_string(slice.start.value()) + " " +
               std::to_string(slice.duration.value()) + "\n";
    }
    for (const TraceBatch::Counter& counter : batch.counters) {
      text_ += std::to_string(counter.time.value()) + " " + std::to_string(counter.value) + "\n";
    }
    for (const TraceBatch::Flow& flow : batch.flows) {
      text_ += std::to_string(flow.from.value) + " " + std::to_string(flow.to.value) + "\n";
    }
    return --left_ > 0;
  }
  explicit TextSink(int batches = 1 << 30) : left_(batches) {}
  const std::string& text() const { return text_; }

 private:
  int left_;
  std::string text_;
};

TEST(Simulate, SameInputSameTrace) {
  TaskControl control;
  TextSink first;
  TextSink second;
  ASSERT_TRUE(simulate(catalogue(), small(), first, control));
  ASSERT_TRUE(simulate(catalogue(), small(), second, control));
  EXPECT_GT(first.text().size(), 10000u);
  EXPECT_EQ(first.text(), second.text());
}

TEST(Simulate, StopsWhenCancelledOrTheSinkIsGone) {
  TaskControl control;
  control.request_cancel();
  TextSink sink;
  const auto result = simulate(catalogue(), small(), sink, control);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kCancelled);
  TaskControl patient;
  TextSink gone(1);
  const auto refused = simulate(catalogue(), small(), gone, patient);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kCancelled);
}

TEST(Simulate, ThousandsOfStepsStayBounded) {
  Workload workload = small();
  workload.input_tokens = 128;
  workload.output_tokens = 8000;
  workload.sequence_length = 8192;
  const Simulated shown = simulated(workload);
  EXPECT_EQ(track_of(*shown.trace, TrackKind::kExecution).slices.size(), 8000u);
  EXPECT_LT(shown.trace->slice_count(), 300000u);
}

TEST(Simulate, RefusesATraceWithoutEnd) {
  Workload workload = small();
  workload.model = "llama-3.2-1b";
  workload.output_tokens = 300'000;
  workload.sequence_length = 400'000;
  TaskControl control;
  TextSink sink;
  ASSERT_TRUE(estimate_of(workload));
  const auto result = simulate(catalogue(), workload, sink, control);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kInvalidArgument);
  EXPECT_TRUE(sink.text().empty());
}

TEST(Simulate, OneCoreHasNoCollectives) {
  Workload workload = small();
  workload.instance = "inf2.xlarge";
  workload.model = "llama-3.2-1b";
  workload.tensor_parallel = 1;
  const Simulated shown = simulated(workload);
  for (const Track& track : shown.trace->tracks()) {
    EXPECT_NE(track.kind, TrackKind::kCollective);
    EXPECT_FALSE(shown.trace->text(track.name).starts_with("chip "));
  }
}

TEST(Simulate, LogicalCoresOfTrainium2) {
  Workload workload = small();
  workload.instance = "trn2.48xlarge";
  workload.tensor_parallel = 4;
  const Simulated shown = simulated(workload);
  std::set<int> cores;
  for (const Track& track : shown.trace->tracks()) {
    if (track.kind == TrackKind::kCore) cores.insert(track.core);
  }
  EXPECT_EQ(cores, (std::set<int>{0, 2}));  // the first physical core of each logical core
  EXPECT_EQ(shown.trace->property_number(property::kPhysicalCores), 4);
  EXPECT_TRUE(shown.result.outside_domain.empty());  // measured since 2026
}

}  // namespace
}  // namespace nscope::sim
