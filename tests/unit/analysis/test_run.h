#pragma once

#include "profiler/trace/build/neuron_tracks.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/vocabulary.h"

#include <memory>
#include <string>
#include <string_view>

namespace nscope::analysis {

/// Builds a run for the analyses. Times are in ticks, by default of 1 ps.
class TestRun {
 public:
  explicit TestRun(std::int64_t ticks_per_ns = 1000, std::int64_t window_ns = 1000)
      : ticks_(ticks_per_ns) {
    out_.time_base({.ticks_per_ns = ticks_per_ns,
                    .window_begin = TraceTime(0),
                    .window_end = TraceTime(window_ns * ticks_per_ns)});
  }

  TestRun(const TestRun&) = delete;
  TestRun& operator=(const TestRun&) = delete;

  /// trn2, `cores` physical cores.
  TestRun& device(int cores) {
    property(property::kPeClock, 2.4e9);
    property(property::kEngineClock, 1.2e9);
    property(property::kPeRows, std::int64_t{128});
    property(property::kPeColumns, std::int64_t{128});
    property(property::kHbmBandwidth, 358e9 * cores);
    property(property::kPhysicalCores, std::int64_t{cores});
    return *this;
  }
  TestRun& property(std::string_view name, PropertyValue value) {
    out_.property(std::string(name), std::move(value));
    return *this;
  }
  TestRun& execution(std::int64_t begin_ns, std::int64_t end_ns) {
    out_.slice(tracks_.executions(), out_.intern("Execution"), at(begin_ns), at(end_ns - begin_ns));
    return *this;
  }
  SliceId instruction(int core, Engine engine, std::string_view opcode, std::int64_t begin_ns,
                      std::int64_t end_ns, std::int64_t wait_ns = 0) {
    return out_.slice(tracks_.engine(core, engine, opcode == "MATMUL"), out_.intern(opcode),
                      at(begin_ns), at(end_ns - begin_ns), at(wait_ns));
  }
  SliceId packet(int core, int ring, std::string_view type, std::int64_t bytes,
                 std::int64_t begin_ns, std::int64_t end_ns) {
    const SliceId slice = out_.slice(tracks_.dma_ring(core, 64, ring), out_.intern(type),
                                     at(begin_ns), at(end_ns - begin_ns));
    out_.arg(slice, out_.intern(key::kTransferSize), bytes);
    out_.arg(slice, out_.intern(key::kQueueType), type);
    return slice;
  }
  void arg(SliceId slice, std::string_view name, std::int64_t value) {
    out_.arg(slice, out_.intern(name), value);
  }
  void arg(SliceId slice, std::string_view name, std::string_view value) {
    out_.arg(slice, out_.intern(name), value);
  }
  TraceWriter& out() { return out_; }
  NeuronTracks& tracks() { return tracks_; }
  TraceTime at(std::int64_t ns) const { return TraceTime(ns * ticks_); }

  std::shared_ptr<const Trace> finish() {
    out_.finish();
    return builder_.finish();
  }

 private:
  std::int64_t ticks_;
  TraceBuilder builder_;
  TraceWriter out_{builder_};
  NeuronTracks tracks_{out_};
};

}  // namespace nscope::analysis
