#pragma once

#include "profiler/trace/columns/trace_batch.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <string_view>

namespace nscope {

/// The diagnostic that building a trace counts anew each time: one who copies a trace
/// leaves it out.
inline constexpr std::string_view kRecountedDiagnostic = "overlapping_slices";

/// Collects batches of one producer and makes the finished trace: sorts,
/// computes nesting and lanes, closes open slices at the end of all events and of the
/// window, resolves ids, and counts whatever it had to repair in the trace's
/// diagnostics. One thread.
class TraceBuilder final : public TraceSink {
 public:
  TraceBuilder();
  ~TraceBuilder() override;

  bool push(TraceBatch&& batch) override;

  /// Slices so far, for progress displays.
  std::size_t slice_count() const;

  /// A trace of everything pushed so far; the builder goes on collecting. For
  /// live views. Costs a copy.
  std::shared_ptr<const Trace> snapshot() const;

  /// The finished trace. The builder is empty afterwards.
  std::shared_ptr<const Trace> finish();

 private:
  struct Pending;
  std::unique_ptr<Pending> pending_;
};

}  // namespace nscope
