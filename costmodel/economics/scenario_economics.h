#pragma once

#include "costmodel/commitments/commitment_mix.h"
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

/// The item's own price where it states one (on demand), else the book's.
PriceState price_of(const PriceBook& book, const WorkEstimate& work, std::string_view region,
                    const Purchase& option, Day day);

/// How busy the machines of an item are, and what a token costs then, on demand in the first
/// region.
struct UtilisationPanel {
  std::string label;
  double utilisation = 0;
  std::string how;  ///< what it is the share of, with the figures
  std::string source;
  Provenance provenance = Provenance::kAssumed;
  std::optional<Usd> usd_per_million{};  ///< empty: no price
  std::string missing;                   ///< why there is no utilisation: the rest is empty then
};

/// The best commitment mix of an item against the demand, in the first region.
struct CommitmentPanel {
  std::string label;
  std::string instance;
  CommitmentProblem problem;
  CommitmentMix mix;
  std::vector<MixRegret> regret;    ///< with less and with more demand
  std::vector<CoverageStep> sweep;  ///< of the cheapest offer
  std::optional<std::size_t> swept{};
  std::vector<std::string> notes;          ///< offers without a price, estimates
  std::vector<std::string> price_sources;  ///< of on-demand and of every offer that has a price
  std::string missing;                     ///< why there is no mix
};

/// A job on spot.
struct SpotPanel {
  std::string label;
  SpotJob job;
  std::string hazard_source;
  std::string price_source;
  SpotExpectation expected;
  SpotBreakEven break_even;
  SpotTrials trials;
  std::optional<double> daly{};  ///< hours, where nothing was saved by a notice
  std::optional<double> young{};
  std::vector<CostLine> lines;  ///< storage of checkpoints and requests
  std::string missing;
};

struct BundleLine {
  std::string bundle;
  std::string part;  ///< empty: the total
  std::optional<Usd> amount{};
  std::optional<double> to_base{};  ///< of totals: amount / that of the bundle compared with
  std::string arithmetic;
  std::string source;
  double count = 0;               ///< of a part that is rented: instances
  double hours = 0;               ///< each
  std::optional<Usd> per_hour{};  ///< of one instance; empty: unknown, or stated as an amount
  std::string compared_with{};    ///< of totals: the other bundle
};

struct CarbonLine {
  std::string label;
  std::variant<Emissions, UnknownEmissions> value;
};

/// What a scenario asks beyond the matrix.
struct ScenarioEconomics {
  std::vector<UtilisationPanel> utilisation;
  std::vector<CommitmentPanel> commitments;
  std::vector<SpotPanel> spot;
  std::vector<CostLine> lines;
  std::vector<BundleLine> bundles;
  std::vector<CarbonLine> carbon;

  bool empty() const;
};

/// Computes what the scenario asks for; what has no price says so in its place. The throughputs
/// must be filled. Deterministic. Errors: kNotFound where "spot" names no item, those of the
/// formulas naming the panel, kCancelled.
Result<ScenarioEconomics> scenario_economics(const catalog::Catalog& catalog, const PriceBook& book,
                                             const Scenario& scenario, Day day,
                                             TaskControl& control);

/// The busy share of chip time in a run: busy chip-seconds / (chips x hours). Empty where
/// the work does not know both.
std::optional<double> busy_share(const WorkEstimate& work, int chips);

/// A heading and a table for each part that is not empty.
struct EconomicsSection {
  std::string id;  ///< key in JSON
  std::string title;
  Table table;
};
std::vector<EconomicsSection> economics_sections(const ScenarioEconomics& economics);

}  // namespace nscope::cost
