#pragma once

#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"
#include "tests/unit/sim/built_in.h"
#include "tests/unit/sim/catalogue.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::sim {

inline PreparedRun prepared(const Workload& workload) {
  auto run = prepare_run(catalogue(), workload, parameters());
  EXPECT_TRUE(run) << to_string(run.error());
  return std::move(*run);
}

inline const TrainingStep& step_of(const PreparedRun& run) {
  return std::get<TrainingStep>(run.work);
}

/// The training setup of a workload.
inline TrainingSetup& training_of(Workload& workload) {
  return std::get<TrainingSetup>(workload.kind);
}
inline const TrainingSetup& training_of(const Workload& workload) {
  return std::get<TrainingSetup>(workload.kind);
}

inline std::string refusal(const Workload& workload) {
  const auto run = prepare_run(catalogue(), workload, parameters());
  return run ? "accepted" : run.error().message.english();
}

inline TrainingTimes times_of(const Workload& workload) {
  return time_training(step_of(prepared(workload)), parameters());
}

inline double flops(const std::vector<Operator>& operators) {
  double sum = 0;
  for (const Operator& op : operators) sum += op.work.flops;
  return sum;
}

inline const catalog::Model& model(const char* id) {
  return **catalogue().model(id);
}

}  // namespace nscope::sim
