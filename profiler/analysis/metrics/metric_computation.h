#pragma once

#include "profiler/analysis/metrics/run_totals.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/analysis/metrics/summary_builder.h"
#include "profiler/trace/trace.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace nscope::analysis {

inline constexpr Phrase kNoInstructions = phrase("the run contains no instructions");
inline constexpr Phrase kNoEngineClock = phrase("the engine clock is unknown");

/// The properties of the device that the capture states. Unknown ones are nullopt.
struct DeviceFigures {
  std::optional<double> peak_flops;  ///< of one core, per second
  std::optional<double> engine_clock;
  std::optional<double> hbm_bandwidth;  ///< of the profiled cores together
  double cores = 0.0;                   ///< 0: unknown

  explicit DeviceFigures(const Trace& trace);

  /// The number of cores whose properties are read. It is limited, because a broken file can
  /// state any number.
  int core_count() const { return static_cast<int>(std::clamp(cores, 0.0, 1024.0)); }
};

/// Computes the metrics of one summary from the totals of a run, group by group. The
/// formulas are in metric_definitions.cpp. The referenced objects must outlive it.
struct MetricComputation {
  const Trace& trace;
  const Scope& scope;
  const RunTotals& totals;
  DeviceFigures device;
  SummaryBuilder& out;
  double seconds;  ///< length of the analysed range, T in the formulas
  double ticks_per_second;

  void overall();
  void engines();
  void counts();
  void work();   ///< FLOPs, bytes and utilisation
  void sizes();  ///< sizes of the model's tensors
  void dma();
  void collectives();
  void throttling();
  void not_in_captures();

 private:
  double to_seconds(double ticks) const { return ticks / ticks_per_second; }
  double to_seconds(const IntervalUnion& busy) const {
    return to_seconds(static_cast<double>(busy.length()));
  }
  void unavailable(std::initializer_list<std::string_view> names, const Text& reason) {
    for (const std::string_view name : names) out.unavailable(name, reason);
  }
  std::optional<double> bandwidth() const;
  void compute_utilisation(double flops, double useful_flops, double cores);
  void memory_utilisation(double useful_flops, double hbm_bytes, double cores);
  void min_read(double bandwidth);
  void adjusted_flops();
  void spills();
  void dma_transfers();
  void dma_unavailable();
  void dma_kind(std::string_view kind, const DmaTotals& of, const DmaTotals& all);
};

}  // namespace nscope::analysis
