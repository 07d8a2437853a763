#pragma once

#include "costmodel/migration/roi_study.h"
#include "simcore/catalog/catalog.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// One check of whether the model runs on the target.
struct CompatibilityRow {
  enum class State { kYes, kPartly, kNo, kUnknown };
  Text check;
  State state = State::kUnknown;
  Text finding;
  Text source;
  std::string date{};       ///< of the source; can be empty
  Phrase provenance = phrase("catalogue");
  bool from_guard = false;  ///< the finding is also among the concerns of the study
};
std::string_view to_string(CompatibilityRow::State state);
/// The word that people read; the same in English as to_string().
Phrase title(CompatibilityRow::State state);

/// Checks of `study.target` with the catalogue (data type, tensor parallel degree, context,
/// memory, network, region), and the user's checklist. The state is unknown if a figure is not
/// published. Operators are always unknown, because the catalogue has no list of those that the
/// compiler supports.
std::vector<CompatibilityRow> compatibility(const catalog::Catalog& catalog, const PriceBook& book,
                                            const RoiStudy& study, Day day);

}  // namespace nscope::cost
