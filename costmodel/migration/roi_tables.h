#pragma once

#include "costmodel/migration/roi.h"
#include "profiler/base/json.h"
#include "profiler/base/language.h"
#include "profiler/base/tables/table.h"

#include <optional>
#include <string>
#include <vector>

namespace nscope::cost {

/// One input of a study with its source.
struct Assumption {
  enum class Group { kBaseline, kTarget, kLoad, kMigration, kRisk, kFinance };
  Group group = Group::kBaseline;
  Text name;
  Text value;
  Text provenance;  ///< "published", "simulated", "stated", ...
  Text source;
  Text date;  ///< of the source, or "undated"
  /// The input that the assumption is about, if it can have a range.
  std::optional<RoiInput> input{};
};
/// "baseline", "target", "load", "migration", "risk", "finance"; the same in JSON.
Phrase title(Assumption::Group group);
/// All inputs in the order of the study.
std::vector<Assumption> assumptions(const RoiResult& result);

/// A result and the assumptions that it depends on.
struct KeyFigure {
  Text name;
  Text value;
  std::vector<Assumption::Group> groups{};  ///< all groups if empty
};
std::vector<KeyFigure> key_figures(const RoiResult& result);

Table key_figures_table(const RoiResult& result);
/// A row per month in USD. Costs are positive; net, cumulative and present value are positive if
/// moving saves money.
Table cash_flow_table(const RoiResult& result);
/// The cash flow per year from today; year 0 is today.
Table yearly_table(const RoiResult& result);
/// A purchase option, with a star if its price is out of date.
Text starred(const Text& option, bool stale);
/// Whether a purchase option of the matrix has a price that is out of date.
bool has_stale_price(const RoiResult& result);
/// The baseline of a cell of the matrix: "own bill" or its purchase option.
Text baseline_title(const RoiResult& result, const OptionCell& cell);
/// NPV by purchase option of the baseline (rows) and of the target (columns).
Table options_table(const RoiResult& result);
Table tornado_table(const RoiResult& result);
Table break_even_table(const RoiResult& result);
/// Existing commitments for the baseline.
Table commitments_table(const RoiResult& result);
Table compatibility_table(const RoiResult& result);
Table concerns_table(const RoiResult& result);
Table assumptions_table(const RoiResult& result);
/// p10, p50 and p90 of net present value and payback, and the probability of a positive value.
Table odds_table(const RoiResult& result);
/// The stated runs as claimed and for equal work; no rows if the study has no runs.
Table claim_table(const RoiResult& result);

/// The output of `nscope roi` for a terminal.
std::string roi_text(const RoiResult& result, bool detail, const Language& language);

/// Schema `nscope.roi_report/1`: amounts are numbers in USD; unknown values are null, and a state
/// has the reason.
Json to_json(const RoiResult& result);

}  // namespace nscope::cost
