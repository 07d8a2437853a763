#pragma once

#include "costmodel/commitments/commitment_mix.h"
#include "costmodel/economics/base_price.h"
#include "costmodel/economics/running_costs.h"
#include "costmodel/prices/price_book.h"
#include "costmodel/scenario/scenario.h"
#include "costmodel/spot/spot_job.h"
#include "profiler/base/tables/table.h"
#include "simcore/catalog/catalog.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// The utilisation of an item and the resulting cost of tokens with its BasePrice in the first
/// region.
struct UtilisationPanel {
  std::string label;
  double utilisation = 0;
  Text how;  ///< the calculation
  Text source;
  Provenance provenance = Provenance::kAssumed;
  std::optional<Usd> usd_per_million{};  ///< empty without a price
  Purchase option{};                     ///< of the price
  Text price;                            ///< the price with its source, or why it is unknown
  Text missing;                          ///< why the utilisation is unknown; empty if it is known
  /// Utilisation of a fleet that follows the demand from hour to hour; empty without a demand.
  std::optional<double> following{};

  /// Whether the utilisation is known and possible, so that idle time raises the cost of tokens.
  bool has_idle_time() const { return missing.empty() && utilisation > 0 && utilisation < 1; }
};

/// The cheapest commitment mix for the demand of an item, in the first region.
struct CommitmentPanel {
  std::string label;
  std::string instance;
  Purchase base{};  ///< of hours without a commitment, see BasePrice
  CommitmentProblem problem;
  CommitmentMix mix;
  std::vector<MixRegret> regret;    ///< with less and with more demand
  std::vector<CoverageStep> sweep;  ///< of the cheapest offer
  std::optional<std::size_t> swept{};
  std::vector<Text> notes;          ///< offers without a price, estimates
  std::vector<Text> price_sources;  ///< of on-demand and of all offers with a price
  Text missing;                     ///< why there is no mix; empty if there is one
};

/// A job on Spot.
struct SpotPanel {
  std::string label;
  SpotJob job;
  Purchase base{};  ///< that Spot is compared with, see BasePrice
  Text hazard_source;
  Text price_source;
  SpotExpectation expected;
  SpotBreakEven break_even;
  SpotTrials trials;
  std::optional<double> daly{};  ///< interval of the formula in hours; empty without reclaims
  std::optional<double> young{};
  std::vector<CostLine> lines;  ///< storage of checkpoints, and requests
  Text missing;                 ///< why the cost is unknown; empty if it is known
};

/// A part of a bundle, or its total.
struct BundleLine {
  std::string bundle;
  std::string part;  ///< empty for the total
  std::optional<Usd> amount{};
  std::optional<double> to_base{};  ///< of a total: amount / amount of the other bundle
  Text arithmetic;
  Text source;                    ///< or why the amount is unknown
  double count = 0;               ///< instances of a part
  double hours = 0;               ///< of each instance
  std::optional<Usd> per_hour{};  ///< of one instance; empty if unknown or if `amount` is stated
  std::string compared_with{};    ///< of a total: the other bundle
};

struct CarbonLine {
  std::string label;
  std::variant<Emissions, UnknownEmissions> value;
};

/// The results for the optional keys of a scenario.
struct ScenarioEconomics {
  std::vector<UtilisationPanel> utilisation;
  std::vector<CommitmentPanel> commitments;
  std::vector<SpotPanel> spot;
  std::vector<CostLine> lines;
  std::vector<BundleLine> bundles;
  std::vector<CarbonLine> carbon;

  bool empty() const;
};

/// Evaluates the optional keys of the scenario. Parts without a price state this. The throughputs
/// must be known. Deterministic. Errors: kNotFound if "spot" names an unknown item; those of the
/// formulas, naming the part; kCancelled.
Result<ScenarioEconomics> scenario_economics(const catalog::Catalog& catalog, const PriceBook& book,
                                             const Scenario& scenario, Day day,
                                             TaskControl& control);

/// The utilisation of the chips in a run: busy chip-seconds / (chips x hours). Empty if the work
/// does not have both.
std::optional<double> busy_share(const WorkEstimate& work, int chips);

/// A heading and a table for each part that is not empty.
struct EconomicsSection {
  std::string id;  ///< key in JSON
  Text title;
  Table table;
};
std::vector<EconomicsSection> economics_sections(const ScenarioEconomics& economics);

}  // namespace nscope::cost
