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

// The keys "demand", "utilisation", "commitments", "spot", "costs", "bundles" and "carbon" of
// `nscope.cost/1`, all of which are optional. Plain data; see docs/economics.md.

struct DemandRequest {
  enum class Unit { kTokensPerSecond, kInstances };
  Unit unit = Unit::kTokensPerSecond;
  DemandCurve curve;
};

/// The origin of the utilisation, the share of paid time in which instances do useful work.
struct UtilisationRequest {
  enum class From {
    kDemand,  ///< the demand curve
    kRun,     ///< busy chip-seconds of the run of each item
    kStated,  ///< a stated value with its source
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
  double spot_instances = 0;  ///< maximum number of Spot instances at a time
  double demand_error = 0.2;  ///< relative change of demand for which the regret is computed
  std::vector<HeldRequest> held;
  std::vector<BlockRequest> blocks;
};

struct SpotRequest {
  std::string work;  ///< label of the item whose instances run the job
  SpotJob job;       ///< without prices and nodes
  Text hazard_source;
  std::optional<double> checkpoint_bytes{};
  double kept = 2;  ///< number of stored checkpoints
  std::optional<double> deadline_hours{};
  int trials = 10'000;
  std::uint64_t seed = 1;
};

/// A cost other than instances.
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
  double quantity = 0;  ///< in the unit of the service
  Text per = tr("month");
};

/// A part of a bundle: instances for a number of hours, or a stated amount.
struct BundlePart {
  std::string label;
  std::string instance;
  double count = 1;
  double hours = 0;
  Purchase purchase;
  std::optional<Usd> per_hour{};  ///< stated price; the price of the book if empty
  std::optional<Usd> amount{};    ///< stated amount
  std::string source;
};
/// Instances that do one job together.
struct BundleRequest {
  std::string label;
  std::string compare_with;  ///< label of another bundle; the first bundle if empty
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

/// Reads the keys above strictly; errors are recorded in `in`.
EconomicsRequest read_economics(StrictObject& in);

}  // namespace nscope::cost
