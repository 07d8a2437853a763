#pragma once

#include "profiler/trace/build/neuron_tracks.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/vocabulary.h"

#include <memory>

namespace nscope {

/// A small run with all kinds of data: two engines, a DMA ring, counters,
/// flows, event properties, a metric, a property and a diagnostic. Times are in ps.
inline std::shared_ptr<const Trace> make_sample_trace() {
  TraceBuilder builder;
  TraceWriter out(builder, 3);  // small batches, because the order across batches matters
  NeuronTracks tracks(out);
  out.time_base(
      {.ticks_per_ns = 1000, .window_begin = TraceTime(0), .window_end = TraceTime(50'000)});
  out.property(std::string(property::kInstanceType), std::string("trn2.3xlarge"));
  out.property(std::string(property::kPhysicalCores), std::int64_t{1});
  out.metric({.name = "total_time", .value = 5e-8, .unit = "s", .low = 4e-8});

  const auto tensor = tracks.engine(0, Engine::kTensor);
  const auto vector = tracks.engine(0, Engine::kVector);
  const auto ring = tracks.dma_ring(0, 64, 3);
  const auto load = out.slice(tensor, out.intern("LDWEIGHTS"), TraceTime(10'999), TraceTime(1'001),
                              TraceTime(500));
  const auto copy = out.slice(vector, out.intern("COPY"), TraceTime(20'000), TraceTime(4'000));
  const auto packet =
      out.slice(ring, out.intern("hardware_dynamic"), TraceTime(-200), TraceTime(900));
  out.arg(load, out.intern(key::kPc), std::int64_t{17});
  out.arg(load, out.intern(key::kOperands), "src=bfloat16@0x0");
  out.arg(packet, out.intern(key::kTransferSize), std::int64_t{4096});
  out.arg(packet, out.intern("rate"), 1.5);
  out.flow(load, copy, out.intern(flow_kind::kSemaphore));
  out.flow(packet, load, out.intern(flow_kind::kDmaTrigger));
  const auto sbuf = tracks.sbuf_usage(0);
  out.counter(sbuf, TraceTime(30'000), 0.25);
  out.counter(sbuf, TraceTime(10'000), 0.5);
  out.diagnose("unknown_opcode", Severity::kWarning, tr("{} at pc {}", "0x95", 3));
  out.diagnose("unknown_opcode", Severity::kWarning, tr("{} at pc {}", "0x96", 4));
  out.finish();
  return builder.finish();
}

inline const Track& track_named(const Trace& trace, std::string_view name) {
  for (const Track& track : trace.tracks()) {
    if (trace.text(track.name) == name) return track;
  }
  throw std::runtime_error("no such track");
}

}  // namespace nscope
