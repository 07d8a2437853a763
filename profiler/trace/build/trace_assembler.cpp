#include "profiler/trace/build/trace_assembler.h"

#include "profiler/trace/build/flow_order.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <utility>

#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>

namespace nscope {

void TraceAssembler::set_flows(FlowColumn flows) {
  trace_->flows_ = std::move(flows);
}

void TraceAssembler::set_sorted_flows(FlowColumn flows, Column<std::uint32_t> by_target) {
  trace_->flows_ = std::move(flows);
  trace_->flows_by_target_ = std::move(by_target);
}

void TraceAssembler::set_name_sums(Column<NameSum> sums) {
  trace_->name_sums_ = std::move(sums);
}

void TraceAssembler::set_storage(std::shared_ptr<const ChunkSource> storage) {
  trace_->storage_ = std::move(storage);
}

void TraceAssembler::sort_flows() {
  trace_->flows_ = sorted_flows(std::move(trace_->flows_));
  trace_->flows_by_target_ = rows_by_target(trace_->flows_);
}

void TraceAssembler::build_pyramids() {
  auto& tracks = trace_->tracks_;
  tbb::parallel_for(std::size_t{0}, tracks.size(), [&](std::size_t index) {
    Track& track = tracks[index];
    track.pyramid.build(track.slices);
    track.counter_pyramid.build(track.counters);
    const std::size_t depths = track.pyramid.lanes().size();
    track.max_depth = static_cast<std::uint16_t>(depths == 0 ? 0 : depths - 1);
  });
}

std::shared_ptr<const Trace> TraceAssembler::finish() {
  tbb::parallel_invoke([this] { sort_flows(); }, [this] { build_pyramids(); });
  const auto& tracks = trace_->tracks_;
  std::int64_t begin = trace_->time_base_.window_begin.value();
  std::int64_t end = trace_->time_base_.window_end.value();
  for (const Track& track : tracks) {
    if (track.slices.size() > 0) {
      begin = std::min(begin, track.slices.start[0]);
      end = std::max(end, track.pyramid.latest_end());
    }
    if (track.counters.size() > 0) {
      begin = std::min(begin, track.counters.time.front());
      end = std::max(end, track.counters.time.back());
    }
  }
  return finish({TraceTime(begin), TraceTime(end)});
}

std::shared_ptr<const Trace> TraceAssembler::finish(Limits limits) {
  std::uint32_t next_slice = 0;
  for (Track& track : trace_->tracks_) {
    track.first_slice = next_slice;
    next_slice += static_cast<std::uint32_t>(track.slices.size());
  }
  trace_->slice_count_ = next_slice;
  trace_->begin_ = limits.begin;
  trace_->end_ = limits.end;
  return std::move(trace_);
}

std::shared_ptr<const Trace> TraceAssembler::with_diagnostics(std::shared_ptr<const Trace> trace,
                                                              const DiagnosticList& more) {
  if (more.empty()) return trace;
  assert(trace.use_count() == 1);
  DiagnosticList all;
  for (const auto& list : {std::span<const Diagnostic>(trace->diagnostics_),
                           std::span<const Diagnostic>(more.entries())}) {
    for (const Diagnostic& d : list) all.add(d.code, d.severity, d.example, d.count);
  }
  // finish() has created it as a Trace that is not const.
  std::const_pointer_cast<Trace>(trace)->diagnostics_ = all.take();
  return trace;
}

}  // namespace nscope
