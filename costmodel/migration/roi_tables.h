#pragma once

#include "costmodel/migration/roi.h"
#include "profiler/base/json.h"
#include "profiler/base/tables/table.h"

#include <string>
#include <vector>

namespace nscope::cost {

/// One input of a study with everything needed to defend it.
struct Assumption {
  std::string group;  ///< "baseline", "target", "load", "migration", "risk", "finance"
  std::string name;
  std::string value;
  std::string provenance;  ///< "published", "simulated", "stated", ...
  std::string source;
  std::string date;  ///< of the source; "undated" where it has none
};
/// All inputs, in the order of the study.
std::vector<Assumption> assumptions(const RoiResult& result);

Table key_figures_table(const RoiResult& result);
/// A row per month in USD: positive is money that goes out, but for net.
Table cash_flow_table(const RoiResult& result);
/// The cash flow summed by years from today; year 0 is what is paid today.
Table yearly_table(const RoiResult& result);
/// NPV by the baseline's (rows) and the target's (columns) purchase option.
Table options_table(const RoiResult& result);
Table tornado_table(const RoiResult& result);
Table break_even_table(const RoiResult& result);
/// What is owed for the old machines, whether they run or not.
Table commitments_table(const RoiResult& result);
Table compatibility_table(const RoiResult& result);
Table concerns_table(const RoiResult& result);
Table assumptions_table(const RoiResult& result);
/// P10, P50, P90 of present value and payback and the probability of a gain.
Table odds_table(const RoiResult& result);
/// The runs as claimed and on equal work; no rows where no runs are stated.
Table claim_table(const RoiResult& result);

/// `nscope roi` for a terminal.
std::string roi_text(const RoiResult& result, bool detail);

/// Schema `nscope.roi_report/1`: amounts are numbers in USD, what is not known is
/// null beside a state in words.
Json to_json(const RoiResult& result);

}  // namespace nscope::cost
