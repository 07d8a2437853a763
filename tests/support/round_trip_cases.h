#pragma once

#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace nscope {

// Traces that a format which holds all of a trace must give back as they are.

std::shared_ptr<const Trace> made(const std::function<void(TraceWriter&)>& fill);

/// One of everything: kinds, overlaps, equal starts, odd texts, exact numbers.
/// It has seven flows.
std::shared_ptr<const Trace> rich_trace(std::int64_t ticks_per_ns);

/// Nested slices, of equal extent too, and one that outlives its parent: that is
/// its one diagnostic, which a copy must not have twice.
std::shared_ptr<const Trace> call_stack_trace();

std::shared_ptr<const Trace> empty_trace();

/// The same trace for the same round; even rounds have one tick per ns, odd ones 1000.
/// Some flows lead from a slice to itself.
std::shared_ptr<const Trace> random_trace(unsigned round);

/// A short prediction for llama-3-8b.
std::shared_ptr<const Trace> simulated_trace();

}  // namespace nscope
