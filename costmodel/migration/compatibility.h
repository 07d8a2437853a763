#pragma once

#include "costmodel/migration/roi_study.h"
#include "simcore/catalog/catalog.h"

#include <string>
#include <vector>

namespace nscope::cost {

/// One line of the question whether the model runs there at all.
struct CompatibilityRow {
  enum class State { kYes, kPartly, kNo, kUnknown };
  std::string check;
  State state = State::kUnknown;
  std::string finding;  ///< with the figures
  std::string source;
  std::string date;  ///< of the source; may be empty
};
std::string_view to_string(CompatibilityRow::State state);

/// What the catalogue knows of running `study.target` (data type, tensor-parallel
/// degree, context, memory, network, region), what it does not know, and the user's
/// own checklist. Says "unknown" wherever nobody published the figure. The
/// catalogue has no list of operators that the compiler supports: that row says so.
std::vector<CompatibilityRow> compatibility(const catalog::Catalog& catalog, const PriceBook& book,
                                            const RoiStudy& study, Day day);

}  // namespace nscope::cost
