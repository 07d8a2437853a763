#pragma once

#include "profiler/trace/build/neuron_tracks.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/vocabulary.h"

#include <memory>
#include <string_view>

namespace nscope::gui {

/// A run of 1,000 ns on one core: VectorE has 10 events of 50 ns, one every
/// 100 ns from 0, each after the first with 30 ns of waiting; TensorE has one
/// of 400 ns from 200; a DMA ring two from 0 and 100; SBUF rises 0.25, 0.5 at
/// 300 and 600 ns. Flows: first DMA -> TensorE -> the VectorE event at 700.
inline std::shared_ptr<const Trace> make_run() {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  out.time_base({.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = TraceTime(1000)});
  out.property(std::string(property::kInstanceType), std::string("trn2.3xlarge"));
  out.property(std::string(property::kProvenance), std::string("measured"));
  const auto tensor = tracks.engine(0, Engine::kTensor);
  const auto vector = tracks.engine(0, Engine::kVector);
  const auto ring = tracks.dma_ring(0, 64, 3);
  const auto matmul = out.slice(tensor, out.intern("MATMUL"), TraceTime(200), TraceTime(400));
  out.arg(matmul, out.intern(key::kElements), std::int64_t{8'388'608});
  out.arg(matmul, out.intern("odd_key"), "odd value");
  SliceId late;
  for (int i = 0; i < 10; ++i) {
    const auto slice = out.slice(vector, out.intern(i % 2 == 0 ? "COPY" : "TENSOR_REDUCE"),
                                 TraceTime(i * 100), TraceTime(50), TraceTime(i == 0 ? 0 : 30));
    if (i == 7) late = slice;
  }
  const auto packet = out.slice(ring, out.intern("hardware_dynamic"), TraceTime(0), TraceTime(90));
  out.slice(ring, out.intern("hardware_dynamic"), TraceTime(100), TraceTime(90));
  out.arg(packet, out.intern(key::kTransferSize), std::int64_t{4096});
  out.flow(packet, matmul, out.intern(flow_kind::kSemaphore));
  out.flow(matmul, late, out.intern(flow_kind::kSemaphore));
  const auto sbuf = tracks.sbuf_usage(0);
  out.counter(sbuf, TraceTime(300), 0.25);
  out.counter(sbuf, TraceTime(600), 0.5);
  const auto semaphore = tracks.semaphore(0, 5, "qSync");
  out.counter(semaphore, TraceTime(10), 1.0);
  out.diagnose("unknown_opcode", Severity::kWarning, Text::verbatim("0x95 at pc 3"));
  out.finish();
  return builder.finish();
}

inline const Track* track_named(const Trace& trace, std::string_view name) {
  for (const Track& track : trace.tracks()) {
    if (trace.text(track.name) == name) return &track;
  }
  return nullptr;
}

}  // namespace nscope::gui
