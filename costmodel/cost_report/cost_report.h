#pragma once

#include "costmodel/economics/cost_matrix.h"
#include "profiler/base/json.h"
#include "profiler/base/tables/table.h"

namespace nscope::cost {

/// The matrix as the Plan screen shows it: a row per item and region, for an item
/// with latency limits a second one at full load, a column per purchase option,
/// millions of tokens per dollar; words where there is none.
Table overview_table(const CostMatrix& matrix);

/// Everything: a row per item, region and option with price, date, source, age,
/// throughput, tokens per dollar and cost per million tokens with their bands;
/// the cost of the run and of the month where the scenario asks for them.
Table detail_table(const CostMatrix& matrix);

/// Whether any cell has the cost of a run.
bool has_run(const CostMatrix& matrix);

/// What the guards found, errors first, else in the order of the items.
Table findings_table(const CostMatrix& matrix);

/// The regions side by side (region_costs.h): a row per item, a column per region, USD per million
/// tokens under one of the scenario's options, or at the cheapest of them. Empty with a single
/// region.
Table regions_table(const CostMatrix& matrix, std::optional<std::size_t> option = {});

/// What each item with latency limits serves within them and at full load, a figure a row. Empty
/// where no item has limits.
Table service_table(const CostMatrix& matrix);

/// The same with the item of each row, an index into the scenario's work.
struct ServiceRows {
  Table table;
  std::vector<std::size_t> work;
};
ServiceRows service_rows(const CostMatrix& matrix);

/// "inf2.48xlarge, Spot, us-east-1: 0.214 million tokens per USD (4.68 USD per
/// million), clear of all others", or why there is no winner.
std::string best_sentence(const CostMatrix& matrix);

/// `nscope cost --json`, schema `nscope.cost_matrix/1`: amounts are numbers in
/// USD, what is not known is null beside a `state` in words.
Json to_json(const CostMatrix& matrix);

}  // namespace nscope::cost
