#pragma once

#include "costmodel/commitments/demand_curve.h"
#include "costmodel/money/date.h"
#include "costmodel/prices/purchase.h"
#include "costmodel/spot/spot_job.h"
#include "profiler/base/json.h"
#include "profiler/base/units.h"

#include <optional>
#include <string>
#include <vector>

namespace nscope::cost {

/// What a scenario asks beyond the price of a token: the members "demand", "utilisation",
/// "commitments", "spot", "costs", "bundles" and "carbon" of `nscope.cost/1`. Plain data; all
/// of it may be missing. Written out in docs/economics.md.
struct DemandRequest {
  enum class Unit { kTokensPerSecond, kInstances };
  Unit unit = Unit::kTokensPerSecond;
  DemandCurve curve;
};

/// Where the share of paid time in which machines do useful work comes from.
struct UtilisationRequest {
  enum class From {
    kDemand,  ///< the demand curve
    kRun,     ///< busy chip-seconds of each item's run
    kStated,  ///< somebody's figure, with its source
  };
  From from = From::kDemand;
  double value = 0;  ///< kStated
  std::string source;
};

struct HeldRequest {
  std::string instance;
  Purchase purchase;
  double instances = 0;
  Day until{};
};
struct BlockRequest {
  double start_hour = 0;
  double hours = 0;
  std::optional<double> most{};
};
struct CommitmentsRequest {
  std::vector<Purchase> options{kRi1Year, kRi3Year};
  double horizon_years = 1;
  double spot_instances = 0;  ///< that spot has at a time
  double demand_error = 0.2;  ///< for the regret
  std::vector<HeldRequest> held;
  std::vector<BlockRequest> blocks;
};

struct SpotRequest {
  std::string work;           ///< label of the item whose instances run it
  SpotJob job;                ///< without prices and nodes
  std::string hazard_source;  ///< in words
  std::optional<double> checkpoint_bytes{};
  double kept = 2;  ///< checkpoints that stay stored
  std::optional<double> deadline_hours{};
  int trials = 10'000;
  std::uint64_t seed = 1;
};

/// A line beside the instances.
struct LineRequest {
  enum class Kind { kCompile, kColdStart, kService };
  Kind kind = Kind::kService;
  std::string label;
  std::string instance;  ///< compile, cold start
  double hours = 0;
  double graphs = 1;
  double runs = 1;
  double nodes = 1;
  std::string service;  ///< "s3_storage", "egress_internet", ...
  double quantity = 0;  ///< in the service's unit
  std::string per = "month";
};

/// One thing to pay for: instances for some hours, or a printed amount.
struct BundlePart {
  std::string label;
  std::string instance;
  double count = 1;
  double hours = 0;
  Purchase purchase;
  std::optional<Usd> per_hour{};  ///< stated; else the book's
  std::optional<Usd> amount{};    ///< printed as such
  std::string source;
};
/// Parts that are bought together: a way to do the whole job.
struct BundleRequest {
  std::string label;
  std::string compare_with;  ///< label of another bundle; empty: the first
  std::vector<BundlePart> parts;
};

struct EconomicsRequest {
  std::optional<DemandRequest> demand{};
  std::optional<UtilisationRequest> utilisation{};
  std::optional<CommitmentsRequest> commitments{};
  std::vector<SpotRequest> spot;
  std::vector<LineRequest> lines;
  std::vector<BundleRequest> bundles;
  std::optional<double> carbon_hours{};
};

/// Reads the members above, strictly; errors go to `in`.
EconomicsRequest read_economics(StrictObject& in);

}  // namespace nscope::cost
