#pragma once

#include "costmodel/checks/guards.h"
#include "costmodel/economics/ranking.h"
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
#include <utility>
#include <vector>

namespace nscope::cost {

/// A value with the range that results from the error band of the throughput.
template <class T>
struct Banded {
  T value{};
  std::optional<T> low{};
  std::optional<T> high{};
};

/// A run that processes the tokens of the scenario.
struct RunCost {
  double tokens = 0.0;
  double hours = 0.0;
  Usd usd;
};

/// The load of a month, if only busy time is paid or if instances are always on.
struct MonthCost {
  Usd metered;
  Dedicated dedicated;  ///< in whole groups of the item's instances
};

/// The results of a priced cell of the matrix. Amounts are for all instances of the row.
struct CostFigures {
  Usd per_hour;
  Banded<double> tokens_per_usd;
  Banded<Usd> usd_per_million;
  std::optional<RunCost> run{};
  std::optional<MonthCost> month{};
  std::optional<int> price_age_days{};  ///< empty for a price without a date
  bool stale = false;                   ///< see is_stale()
  /// Whether the cell can be the cheapest while another one can: its price is_current(), or the
  /// scenario has no other purchase option.
  bool may_lead = true;

  Purchase purchase{};

  /// Whether these figures are the cheaper ones: those that may lead first, then the lower cost,
  /// and at equal cost the purchase that binds less.
  bool is_cheaper_than(const CostFigures& other) const;
};

struct CostCell {
  PriceState price;                      ///< of one instance-hour
  std::optional<CostFigures> figures{};  ///< empty without a price or throughput, or out of range
};

/// One item in one region. An item with latency limits has a second row without limits.
struct CostRow {
  std::size_t work = 0;  ///< index into the scenario's work
  std::string region;
  bool full_load = false;       ///< the throughput is that without the item's limits
  bool disqualified = false;    ///< a guard found that the figures are impossible
  std::vector<CostCell> cells;  ///< one per option of the scenario

  /// Whether the row can be the cheapest.
  bool may_win() const { return !disqualified && !full_load; }
};

/// The certainty that an item is the cheapest. Ordered; the least certain of all comparisons
/// counts.
enum class Margin {
  kAlone,    ///< no other item has a price and a throughput
  kClear,    ///< cheaper than each other item with a probability of at least 95 %
  kNoBand,   ///< cheaper, but a throughput has no error band
  kOverlap,  ///< less probable for another item, or both are equal
};
std::string_view to_string(Margin margin);

/// The cell with the most tokens per dollar. It may lead, unless no cell may.
struct Winner {
  std::size_t row = 0;
  std::size_t option = 0;  ///< index into the scenario's options
  Margin margin = Margin::kClear;
  /// The best cell of the next best item, and the probability that the winner is cheaper, see
  /// probability_cheaper(); empty without another item, or without a band of both.
  std::optional<std::pair<std::size_t, std::size_t>> next{};  ///< row and option
  std::optional<double> probability{};
  std::optional<ProbabilityRange> range{};  ///< if only bounds are known, see probability_range()
};

/// The cell of an item whose limits no load meets.
inline constexpr Phrase kLimitsMissed = phrase("limits missed");
/// The cell of an item whose costs are not in the range of Usd.
inline constexpr Phrase kCostOutOfRange = phrase("out of range");

/// The evaluation of a scenario.
struct CostMatrix {
  Scenario scenario;  ///< with all throughputs
  Day as_of{};
  std::vector<CostRow> rows;  ///< by item and region
  std::vector<Finding> findings;
  std::vector<std::optional<Winner>> best_of_option;
  std::optional<Winner> best;
  /// The cheapest cell that may not lead, if it is cheaper than the best one: row and option.
  std::optional<std::pair<std::size_t, std::size_t>> cheaper_but_stale;
  int priced = 0;  ///< number of cells with figures, without those at full load
  int stale = 0;   ///< number of these with a stale price
  ScenarioEconomics economics;

  const WorkEstimate& work_of(const CostRow& row) const { return scenario.work[row.work].estimate; }
  /// The throughput of the row; null if no load meets the item's limits.
  const Throughput* throughput_of(const CostRow& row) const;
  /// The label of the item; "..., full load" for the row without its limits.
  Text label_of(const CostRow& row) const;
  /// Why the cell has no figures: the state of its price, or that no load meets the limits.
  /// Empty if it has figures.
  Phrase missing_of(const CostRow& row, const CostCell& cell) const;
  /// Whether an item has latency limits.
  bool has_limits() const;
  /// Whether a cell has figures, including those at full load.
  bool has_figures() const;
};

/// Prices every item in every region with every option on the day of the scenario (`today` if it
/// states none) and runs the guards. A price stated with an item replaces the on-demand price of
/// the book. Pure; any thread. Errors: kInvalidArgument if a throughput is still pending; kNotFound
/// for unknown regions, instances and models, with similar names; kInvalidArgument for a stated
/// price with a date in the future.
Result<CostMatrix> cost_matrix(const catalog::Catalog& catalog, const PriceBook& book,
                               const Scenario& scenario, Day today);
/// The same with progress and cancellation, because commitments and Spot jobs can take seconds.
/// Errors: also kCancelled.
Result<CostMatrix> cost_matrix(const catalog::Catalog& catalog, const PriceBook& book,
                               const Scenario& scenario, Day today, TaskControl& control);

/// Findings about items without a price, different purchase options, the age of prices, and the
/// utilisation. Part of cost_matrix(); requires all other members of the matrix.
std::vector<Finding> use_guard(const CostMatrix& matrix, const PriceBook& book);

}  // namespace nscope::cost
