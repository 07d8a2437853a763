#pragma once

#include "profiler/trace/columns/trace_batch.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <string_view>

namespace nscope {

/// The diagnostic that is recounted whenever a trace is built. Code that copies a trace must
/// leave it out.
inline constexpr std::string_view kRecountedDiagnostic = "overlapping_slices";

/// Collects batches of one producer and builds the finished trace: sorts,
/// computes nesting and lanes, closes open slices at the end of all events and of the
/// window, resolves ids, makes texts valid UTF-8, and counts its repairs in the diagnostics of
/// the trace. One thread.
class TraceBuilder final : public TraceSink {
 public:
  TraceBuilder();
  ~TraceBuilder() override;

  bool push(TraceBatch&& batch) override;
  bool takes_tables() const override { return true; }

  /// Number of slices so far, for progress displays.
  std::size_t slice_count() const;

  /// A trace of all batches so far, for live views. The builder continues to collect. Copies
  /// all data.
  std::shared_ptr<const Trace> snapshot() const;

  /// The finished trace. The builder is empty afterwards.
  std::shared_ptr<const Trace> finish();

 private:
  struct Pending;
  std::unique_ptr<Pending> pending_;
};

}  // namespace nscope
