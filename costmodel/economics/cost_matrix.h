#pragma once

#include "costmodel/checks/guards.h"
#include "costmodel/economics/scenario_economics.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/prices/price_book.h"
#include "costmodel/scenario/scenario.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// A figure with the band that the throughput's band gives it.
template <class T>
struct Banded {
  T value{};
  std::optional<T> low{};
  std::optional<T> high{};
};

/// One run of the scenario's tokens.
struct RunCost {
  double tokens = 0.0;
  double hours = 0.0;
  Usd usd;
};

/// A month's load: paid for busy time only, or by instances that stay on.
struct MonthCost {
  Usd metered;
  Dedicated dedicated;  ///< counts whole groups of the item's instances
};

/// What a priced cell of the matrix says. Money is for all instances of the row.
struct CostFigures {
  Usd per_hour;
  Banded<double> tokens_per_usd;
  Banded<Usd> usd_per_million;
  std::optional<RunCost> run{};
  std::optional<MonthCost> month{};
  std::optional<int> price_age_days{};  ///< empty for a stated price without a date
  bool stale = false;                   ///< price older than twelve months
};

struct CostCell {
  PriceState price;                      ///< of one instance-hour
  std::optional<CostFigures> figures{};  ///< empty where there is no price
};

/// One work item in one region. An item with latency limits has a second row without them.
struct CostRow {
  std::size_t work = 0;  ///< index into the scenario's work
  std::string region;
  bool full_load = false;       ///< of the throughput without the item's limits: it cannot win
  bool disqualified = false;    ///< a guard found it impossible: it cannot win
  std::vector<CostCell> cells;  ///< one per option of the scenario

  bool may_win() const { return !disqualified && !full_load; }
};

/// How safe a first place is. Ordered: the worst of all comparisons counts.
enum class Margin {
  kClear,    ///< no other item's band reaches the winner's
  kNoBand,   ///< ahead, but a throughput without an error band is compared
  kOverlap,  ///< the band of another item reaches the winner's, or they are equal
};
std::string_view to_string(Margin margin);

/// The most tokens per dollar.
struct Winner {
  std::size_t row = 0;
  std::size_t option = 0;  ///< index into the scenario's options
  Margin margin = Margin::kClear;
};

/// In place of the figures of an item that no load keeps within its limits.
inline constexpr std::string_view kLimitsMissed = "limits missed";

/// The answer to a scenario, with everything needed to defend it.
struct CostMatrix {
  Scenario scenario;  ///< as asked, all throughputs filled
  Day as_of{};
  std::vector<CostRow> rows;  ///< items in order, regions within
  std::vector<Finding> findings;
  std::vector<std::optional<Winner>> best_of_option;
  std::optional<Winner> best;
  int priced = 0;  ///< cells with figures; those at full load have the same prices again
  int stale = 0;   ///< of these, with a price older than twelve months
  ScenarioEconomics economics;

  const WorkEstimate& work_of(const CostRow& row) const { return scenario.work[row.work].estimate; }
  /// The throughput that the row prices; null where no load is within the item's limits.
  const Throughput* throughput_of(const CostRow& row) const;
  /// The item's label; "..., full load" of the row without its limits.
  std::string label_of(const CostRow& row) const;
  /// Why the cell has no figures, in a word: its price, or that nothing is within the limits.
  std::string_view missing_of(const CostRow& row, const CostCell& cell) const;
  /// Whether any item has latency limits.
  bool has_limits() const;
  /// Whether any cell has figures, be it at full load.
  bool has_figures() const;
};

/// Prices every item in every region under every option as of the scenario's
/// day (or `today` where it names none) and runs the guards. A price stated with
/// an item replaces the book's on-demand price. Pure; any thread. Errors:
/// kInvalidArgument where an item still waits for its throughput, kNotFound for
/// unknown regions, instances and models (with the closest names).
Result<CostMatrix> cost_matrix(const catalog::Catalog& catalog, const PriceBook& book,
                               const Scenario& scenario, Day today);
/// The same, for work that is watched: commitments and jobs on spot can take seconds. Errors: also
/// kCancelled.
Result<CostMatrix> cost_matrix(const catalog::Catalog& catalog, const PriceBook& book,
                               const Scenario& scenario, Day today, TaskControl& control);

/// Whether the sides are bought alike, how old the prices are, and whether anybody says how
/// busy the machines are. Part of cost_matrix(); needs all its other members.
std::vector<Finding> use_guard(const CostMatrix& matrix);

}  // namespace nscope::cost
