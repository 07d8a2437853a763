#pragma once

#include "app/gui/forms/document_form.h"
#include "costmodel/prices/price_book.h"
#include "simcore/catalog/catalog.h"

#include <cstddef>
#include <string>
#include <vector>

namespace nscope::gui {

/// The fields of a cost scenario: first those of the chosen work item, then purchase options, load,
/// and the optional parts that the scenario has. The document must be normalised
/// (app/pricing/scenario_edit.h).
std::vector<DocumentField> scenario_fields(const Json& document, std::size_t item,
                                           const catalog::Catalog& catalog,
                                           const cost::PriceBook& book);

/// A key that changes whenever scenario_fields() returns a different set of fields.
std::string field_structure(const Json& document, std::size_t item);

}  // namespace nscope::gui
