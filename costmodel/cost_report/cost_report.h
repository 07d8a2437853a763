#pragma once

#include "costmodel/economics/cost_matrix.h"
#include "profiler/base/json.h"
#include "profiler/base/tables/table.h"

#include <optional>
#include <string>

namespace nscope::cost {

/// Millions of tokens per dollar: a row per item and region, followed by a row at full load for
/// items with latency limits; a column per purchase option. Cells without figures state the
/// reason.
Table overview_table(const CostMatrix& matrix);

/// A row per item, region and option with price, date, source, age, throughput, tokens per dollar
/// and cost per million tokens with their error bands; also the costs of the run and of the month
/// if the scenario states them.
Table detail_table(const CostMatrix& matrix);

/// Whether a cell has the cost of a run.
bool has_run(const CostMatrix& matrix);

/// The findings of the guards: errors first, then in the order of the items. Items with the same
/// finding are in one row.
std::vector<Finding> listed_findings(const CostMatrix& matrix);
/// listed_findings() as a table.
Table findings_table(const CostMatrix& matrix);

/// Comparison of the regions (region_costs.h): a row per item, a column per region, USD per million
/// tokens with one of the scenario's options, or with the cheapest option. Empty for a single
/// region.
Table regions_table(const CostMatrix& matrix, std::optional<std::size_t> option = {});

/// The load of each item with latency limits, within the limits and at full load, one figure per
/// row. Empty if no item has limits.
Table service_table(const CostMatrix& matrix);

/// The same table with the item of each row, an index into the work of the scenario.
struct ServiceRows {
  Table table;
  std::vector<std::size_t> work;
};
ServiceRows service_rows(const CostMatrix& matrix, bool for_people);

/// The prices of input and output tokens of each serving item with its cheapest purchase option
/// (token_prices.h); the note states the reason where they are unknown. Empty if they are unknown
/// for all items.
Table token_price_table(const CostMatrix& matrix);

/// Whether a cell cannot be the cheapest, because its price is out of date and another one is not.
bool is_left_out(const CostMatrix& matrix, const CostCell& cell);

/// "inf2.48xlarge, Spot, us-east-1: 0.214 million tokens per USD (USD 4.68 per million tokens),
/// clearly cheaper than all others", or why there is no cheapest item.
Text best_sentence(const CostMatrix& matrix);

/// A price that is out of date: of the cheapest cell, which is not the best one for this reason, or
/// of the best one.
struct StalePrice {
  Text sentence;      ///< with the age of the price
  std::string fetch;  ///< the command that downloads a current price
};
std::optional<StalePrice> stale_price(const CostMatrix& matrix);
/// The sentence of stale_price() and its command; empty if there is none.
Text stale_sentence(const CostMatrix& matrix);

/// `nscope cost --json`, schema `nscope.cost_matrix/1`: amounts are numbers in USD; unknown values
/// are null, and `state` has the reason.
Json to_json(const CostMatrix& matrix);

}  // namespace nscope::cost
