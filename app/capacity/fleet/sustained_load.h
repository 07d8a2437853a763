#pragma once

#include "app/capacity/fleet/plan_fleet.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nscope::capacity {

/// A load with its range in the 90 % error band of the simulator.
struct BandedLoad {
  double output_tokens_per_second = 0;  ///< of all instances
  /// [slow, fast]: the load if every execution is as slow or as fast as the ends of the band. Empty
  /// without an error band, or if no rate meets the limits at this end.
  std::array<std::optional<double>, 2> band{};
};

/// The largest load at which the instances meet the limits.
struct LoadWithin {
  Configuration configuration;
  int replicas = 0;  ///< on all instances
  double requests_per_second = 0;
  /// Share of the replica time of a mean request in which its prompt is processed, in full batches.
  double prefill_share = 0;
  BandedLoad load;
  std::vector<LatencyFigures> figures{};  ///< at that load
  bool banded = false;                    ///< there is an error band from measured servers
  std::vector<Text> outside_domain{};
  Text no_band{};  ///< why there is no error band although there are measurements
};

/// The largest load without limits: all batch slots are full and requests queue.
struct FullLoad {
  Configuration configuration;
  BandedLoad load;
};

/// The sustained load of a number of instances of one type. Plain data.
struct SustainedLoad {
  std::optional<LoadWithin> within{};
  Text why_not{};  ///< why no rate meets the limits
  std::optional<Rule> rule{};
  std::optional<FullLoad> full{};  ///< empty if no configuration can be built
  int configurations = 0;
  int simulations = 0;
};

/// Finds the configuration of `instance` with the highest rate of the request's traffic that meets
/// the limits, evaluated like the fleets of a plan, and the configuration with the highest
/// throughput at full load. The rate of the request is ignored. `tensor_parallel`: the only degree
/// to try; 0 for all. No settings are relaxed. More instances never hold less load for each of
/// them, except replicas of several instances. Uses all cores; the result depends on the arguments
/// and the seed only. Errors: those of check_model(); kNotFound for the instance; kInvalidArgument
/// for a request without limits; kCancelled.
Result<SustainedLoad> sustained_load(const catalog::Catalog& catalog, const PlanRequest& request,
                                     const std::string& instance, int instances,
                                     int tensor_parallel, std::uint64_t seed, TaskControl& control);

/// Output tokens/s of one replica whose batch slots are always full. Errors: kCancelled and those
/// of the simulation.
Result<double> saturated_tokens_per_second(const Server& server, const PlanRequest& request,
                                           std::uint64_t seed, const TaskControl& control);

}  // namespace nscope::capacity
