#pragma once

#include "app/gui/plan/forms/document_form.h"
#include "costmodel/prices/price_book.h"
#include "simcore/catalog/catalog.h"

namespace nscope::gui {

/// The fields of a capacity plan that trains (nscope.plan/1 with "training"). Those of seldom use
/// only with `all`, or where the plan sets them. GUI thread, as they are translated.
std::vector<DocumentField> training_fields(const Json& plan, const catalog::Catalog& catalog,
                                           const cost::PriceBook& book, bool all);

}  // namespace nscope::gui
