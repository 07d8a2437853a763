#include "tests/support/round_trip_cases.h"

#include "profiler/trace/build/neuron_tracks.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/vocabulary.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/simulation/simulate.h"
#include "simcore/engine/workload/workload.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace nscope {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kOddValues[] = {0.0, -0.0, 1.5, 1e300, -3.0, 9'007'199'254'740'993.0, kInfinity};

/// A matrix multiplication with properties of all kinds, and what depends on it.
void add_slices(TraceWriter& out, NeuronTracks& tracks) {
  const TrackId tensor = tracks.engine(1, Engine::kTensor);
  const TrackId queue = tracks.dma_ring(1, 64, 2);
  const StringId name = out.intern("MATMUL");
  const SliceId first =
      out.slice(tensor, name, TraceTime(-2'500), TraceTime(1'999), TraceTime(333));
  out.arg(first, out.intern("opcode"), "mat\"mul\\\n\t \xC3\xA9");
  out.arg(first, out.intern("operands"), "matmul\nover two lines");
  out.arg(first, out.intern("elements"), std::int64_t{-9'007'199'254'740'993});
  out.arg(first, out.intern("bytes"), std::int64_t{-9'000'000'000'000});
  out.arg(first, out.intern("least"), std::numeric_limits<std::int64_t>::min());
  out.arg(first, out.intern("rate"), 0.1);
  out.arg(first, out.intern("whole"), 3.0);
  out.arg(first, out.intern("large"), 1e300);
  out.arg(first, out.intern("endless"), -kInfinity);
  out.arg(first, out.intern("_wait"), "mine");
  out.arg(first, out.intern("_own"), kInfinity);
  out.arg(first, out.intern("a.b"), std::int64_t{1});
  out.arg(first, out.intern(""), "empty key");
  out.arg(first, out.intern("opcode"), "twice");
  const SliceId second = out.slice(tensor, name, TraceTime(1'001), TraceTime(998));
  const SliceId mark = out.slice(tensor, out.intern(""), TraceTime(1'999), TraceTime(0));
  // Overlapping packets of a queue, two of them alike.
  const SliceId packet = out.slice(queue, out.intern("DMA"), TraceTime(100), TraceTime(5'000));
  out.slice(queue, out.intern("DMA a"), TraceTime(200), TraceTime(5'000));
  out.slice(queue, out.intern("DMA b"), TraceTime(200), TraceTime(5'000));
  out.slice(queue, out.intern("DMA c"), TraceTime(200), TraceTime(0));
  out.slice(queue, out.intern("DMA d"), TraceTime(5'100), TraceTime(1));
  out.flow(first, second, out.intern("semaphore"));
  out.flow(first, packet, out.intern("dma_trigger"));
  out.flow(first, packet, out.intern("ordered"));
  out.flow(packet, second, out.intern("semaphore"));
  out.flow(packet, mark, out.intern("semaphore"));
  out.flow(second, first, out.intern("points back"));
  out.flow(mark, mark, out.intern("itself"));
}

void add_counters(TraceWriter& out, NeuronTracks& tracks) {
  const TrackId usage = tracks.sbuf_usage(1);
  for (std::size_t i = 0; i < std::size(kOddValues); ++i) {
    out.counter(usage, TraceTime(static_cast<std::int64_t>(777 * i)), kOddValues[i]);
  }
  // Out of order, and several at one time.
  const TrackId crowded = out.track({.name = "crowded", .kind = TrackKind::kCounter});
  for (const double value : kOddValues) {
    const auto time = static_cast<std::int64_t>(100 * std::min(9.0, std::abs(value)));
    out.counter(crowded, TraceTime(time), value);
  }
  const TrackId both = out.track({.name = "both", .kind = TrackKind::kOther, .unit = "W"});
  out.slice(both, out.intern("MATMUL"), TraceTime(0), TraceTime(10));
  out.counter(both, TraceTime(5), 7.0);
  // Two counters of one name in one process.
  for (int i = 0; i < 2; ++i) {
    const TrackId twin = out.track(
        {.name = "twin", .kind = TrackKind::kCounter, .parent = tracks.core(1), .core = 1});
    out.counter(twin, TraceTime(i), i);
  }
}

void add_facts(TraceWriter& out) {
  out.property("text", std::string("a\tb"));
  out.property("integer", std::int64_t{-5});
  out.property("real", 2.0);
  out.property("fraction", 2.5);
  out.property("endless", kInfinity);
  out.property(std::string(property::kClock), std::string("unix"));
  out.property(std::string(property::kClockOrigin), std::int64_t{1'700'000'000'000'000'000});
  out.metric({.name = "mfu",
              .value = 0.5,
              .unit = "share",
              .provenance = Provenance::kSimulated,
              .low = 0.25,
              .high = {},
              .note = tr("assumed")});
  out.diagnose("strange", Severity::kError, tr("first one"), 12);
}

}  // namespace

std::shared_ptr<const Trace> made(const std::function<void(TraceWriter&)>& fill) {
  TraceBuilder builder;
  TraceWriter out(builder);
  fill(out);
  EXPECT_TRUE(out.finish());
  return builder.finish();
}

std::shared_ptr<const Trace> rich_trace(std::int64_t ticks_per_ns) {
  return made([&](TraceWriter& out) {
    out.time_base({.ticks_per_ns = ticks_per_ns,
                   .window_begin = TraceTime(5),
                   .window_end = TraceTime(77'777)});
    NeuronTracks tracks(out);
    add_slices(out, tracks);
    add_counters(out, tracks);
    add_facts(out);
  });
}

std::shared_ptr<const Trace> call_stack_trace() {
  auto trace = made([](TraceWriter& out) {
    const TrackId host = out.track({.name = "Host",
                                    .kind = TrackKind::kHost,
                                    .slice_kind = SliceKind::kHost,
                                    .layout = TrackLayout::kNested});
    const auto add = [&](const char* name, std::int64_t start, std::int64_t duration) {
      out.slice(host, out.intern(name), TraceTime(start), TraceTime(duration));
    };
    add("main", 0, 100);
    add("same as main", 0, 100);
    add("child", 10, 20);
    add("overlaps child", 25, 20);
    add("mark", 25, 0);
    add("outlives main", 90, 30);
    add("after", 120, 5);
    add("also after", 120, 5);
  });
  EXPECT_EQ(trace->diagnostics().size(), 1u);  // overlapping_slices: said once, not twice
  return trace;
}

std::shared_ptr<const Trace> empty_trace() {
  return made([](TraceWriter& out) {
    out.track({.name = "nothing here"});
    out.property("text", std::string("x"));
  });
}

std::shared_ptr<const Trace> random_trace(unsigned round) {
  std::mt19937 random(7 + round);
  const auto below = [&](int limit) {
    return static_cast<std::int64_t>(std::uniform_int_distribution(0, limit - 1)(random));
  };
  return made([&](TraceWriter& out) {
    out.time_base({.ticks_per_ns = round % 2 == 0 ? 1 : 1000});
    std::vector<TrackId> tracks;
    for (int i = 0; i < 5; ++i) {
      const std::string name = "T" + std::to_string(i / 2);
      tracks.push_back(
          out.track({.name = name,
                     .kind = i < 2 ? TrackKind::kGroup : TrackKind::kOther,
                     .parent = i < 2 ? TrackId() : tracks[static_cast<std::size_t>(below(i))],
                     .layout = below(2) == 0 ? TrackLayout::kFlat : TrackLayout::kNested}));
    }
    std::vector<SliceId> slices;
    for (int i = 0; i < 400; ++i) {
      const TrackId track = tracks[static_cast<std::size_t>(below(5))];
      slices.push_back(out.slice(track, out.intern("s" + std::to_string(below(9))),
                                 TraceTime(below(3'000) - 500), TraceTime(below(4) * below(300)),
                                 TraceTime(below(3))));
      for (std::int64_t n = below(3); n > 0; --n) {
        out.arg(slices.back(), out.intern("k" + std::to_string(below(3))), below(1'000));
      }
      out.counter(track, TraceTime(below(3'000)), static_cast<double>(below(100)) / 4);
    }
    for (int i = 0; i < 200; ++i) {
      const SliceId from = slices[static_cast<std::size_t>(below(400))];
      const SliceId to = slices[static_cast<std::size_t>(below(400))];
      const StringId kind = out.intern("f" + std::to_string(below(3)));
      out.flow(from, to, kind);
    }
  });
}

std::shared_ptr<const Trace> simulated_trace() {
  const auto catalog = catalog::Catalog::load();
  TraceBuilder builder;
  if (!catalog) {
    ADD_FAILURE() << to_string(catalog.error());
    return builder.finish();
  }
  TaskControl control;
  const sim::Workload workload{.model = "llama-3-8b",
                               .instance = "inf2.48xlarge",
                               .tensor_parallel = 24,
                               .batch = 1,
                               .input_tokens = 120,
                               .output_tokens = 20,
                               .sequence_length = 512};
  EXPECT_TRUE(sim::simulate(*catalog, workload, builder, control));
  auto trace = builder.finish();
  EXPECT_GT(trace->slice_count(), 1'000u);
  return trace;
}

}  // namespace nscope
