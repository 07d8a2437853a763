#pragma once

#include "profiler/base/json.h"

#include <string>
#include <string_view>

namespace nscope::sim {

/// The place from which a starting process reads the weights.
enum class WeightStorage {
  kEbs,        ///< an EBS volume of the type gp3 with its baseline throughput
  kLocalDisk,  ///< NVMe of the instance
  kPageCache,  ///< memory of the host: the files were read before
  kS3,         ///< objects in the region of the instance
};
std::string_view to_string(WeightStorage storage);  ///< "ebs", "local-disk", "page-cache", "s3"

/// How a model is compiled and loaded before its first request. Plain data.
struct StartSetup {
  WeightStorage storage = WeightStorage::kEbs;
  double bandwidth = 0;  ///< B/s of the storage; 0: that of its kind
  /// The checkpoint was divided and stored for each rank when the model was compiled. If not, every
  /// start divides it.
  bool presharded = false;
  int buckets = 0;  ///< compiled lengths of prefill and of decode each; 0: those that run
  std::string compile_host{};  ///< instance type that compiles; empty: the one that runs the model

  bool operator==(const StartSetup&) const = default;
};

/// Reads the members of an object. Errors are reported through it.
StartSetup read_start(StrictObject& in);
/// Only the members that differ from their defaults.
Json to_json(const StartSetup& setup);

}  // namespace nscope::sim
