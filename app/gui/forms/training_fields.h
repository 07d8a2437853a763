#pragma once

#include "app/gui/forms/document_form.h"
#include "costmodel/prices/price_book.h"
#include "simcore/catalog/catalog.h"

namespace nscope::gui {

/// The fields of a capacity plan for training (nscope.plan/1 with "training"). Rarely used fields
/// are included if `all` is true or if the plan sets them. GUI thread, because it translates texts.
std::vector<DocumentField> training_fields(const Json& plan, const catalog::Catalog& catalog,
                                           const cost::PriceBook& book, bool all);

}  // namespace nscope::gui
