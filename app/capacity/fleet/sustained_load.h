#pragma once

#include "app/capacity/fleet/plan_fleet.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nscope::capacity {

/// A load with what the 90 % error band of the simulator makes of it.
struct BandedLoad {
  double output_tokens_per_second = 0;  ///< of all instances
  /// [slow, fast]: the same where every execution is as slow or fast as the band's ends say. Empty
  /// ends: there is no band, or (slow) no rate holds the limits there.
  std::array<std::optional<double>, 2> band{};
};

/// The largest load that so many instances of one type serve within limits.
struct LoadWithin {
  Configuration configuration;
  int replicas = 0;  ///< of all instances
  double requests_per_second = 0;
  BandedLoad load;
  std::vector<LatencyFigures> figures{};  ///< at that load
  bool banded = false;                    ///< measured servers tell how far off the simulator is
  std::vector<std::string> outside_domain{};
};

/// The largest load without limits: every slot is full and requests wait.
struct FullLoad {
  Configuration configuration;
  BandedLoad load;
};

/// What the instances of one type sustain. Plain data.
struct SustainedLoad {
  std::optional<LoadWithin> within{};
  std::string why_not{};  ///< why no rate is within the limits, with numbers
  std::optional<Rule> rule{};
  std::optional<FullLoad> full{};  ///< empty: nothing can be built
  int configurations = 0;
  int simulations = 0;
};

/// Finds the configuration of `instance` that sustains the highest rate of the request's traffic
/// within its limits, judged as fleets of a plan are, and the one that makes the most tokens at
/// full load. The request's rate does not matter; `tensor_parallel`: only this degree, 0: any.
/// Nothing is relaxed. Uses all cores; depends on the arguments and the seed alone. Errors:
/// kNotFound for model and instance; kInvalidArgument for a model that does not generate or has
/// too few positions, and for a request without limits; kCancelled.
Result<SustainedLoad> sustained_load(const catalog::Catalog& catalog, const PlanRequest& request,
                                     const std::string& instance, int instances,
                                     int tensor_parallel, std::uint64_t seed, TaskControl& control);

/// Output tokens/s of one replica whose slots are full all the time. Errors: kCancelled and those
/// of the simulation.
Result<double> saturated_tokens_per_second(const Server& server, const PlanRequest& request,
                                           std::uint64_t seed, const TaskControl& control);

}  // namespace nscope::capacity
