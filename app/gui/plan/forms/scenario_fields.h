#pragma once

#include "app/gui/plan/forms/document_form.h"
#include "costmodel/prices/price_book.h"
#include "simcore/catalog/catalog.h"

#include <cstddef>
#include <string>
#include <vector>

namespace nscope::gui {

/// What people change in a cost scenario: the chosen work item first, then what is bought, the
/// load, and whatever else the scenario has. The document must be normalised
/// (app/pricing/scenario_edit.h).
std::vector<DocumentField> scenario_fields(const Json& document, std::size_t item,
                                           const catalog::Catalog& catalog,
                                           const cost::PriceBook& book);

/// Differs where scenario_fields() has other fields.
std::string field_structure(const Json& document, std::size_t item);

}  // namespace nscope::gui
