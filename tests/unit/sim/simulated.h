#pragma once

#include "profiler/trace/build/trace_builder.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/simulation/simulate.h"
#include "simcore/engine/workload/workload.h"
#include "tests/unit/sim/catalogue.h"

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include <gtest/gtest.h>

namespace nscope::sim {

struct Simulated {
  SimulationResult result;
  std::shared_ptr<const Trace> trace;
};

inline Simulated simulated(const Workload& workload) {
  TraceBuilder builder;
  TaskControl control;
  auto result = simulate(catalogue(), workload, builder, control);
  EXPECT_TRUE(result) << to_string(result.error());
  return {result ? std::move(*result) : SimulationResult(), builder.finish()};
}

/// The sum of an argument over all slices of a core.
inline double sum_of(const Trace& trace, int core, std::string_view name) {
  double sum = 0;
  for (const Track& track : trace.tracks()) {
    if (track.core != core) continue;
    for (const ArgColumn& column : track.args) {
      if (trace.text(column.key) != name) continue;
      for (std::size_t i = 0; i < column.size(); ++i) {
        const ArgValue value = column.value(i);
        if (const auto* real = std::get_if<double>(&value)) sum += *real;
        if (const auto* whole = std::get_if<std::int64_t>(&value)) {
          sum += static_cast<double>(*whole);
        }
      }
    }
  }
  return sum;
}

}  // namespace nscope::sim
