#pragma once

#include "app/gui/plan/forms/field_list.h"
#include "costmodel/prices/price_book.h"
#include "simcore/catalog/catalog.h"

namespace nscope::gui {

// The fields of what is bought that documents of Plan mode have in common. Free functions; GUI
// thread, as they translate.

/// "/regions" and "/instances" of a capacity plan; `gpus`: instances with GPUs are offered, too.
void add_machines(FieldList& fields, const catalog::Catalog& catalog, const cost::PriceBook& book,
                  bool gpus);
/// "/purchase" and "/as_of" of a capacity plan; `none`: what it means that nothing is chosen.
void add_money(FieldList& fields, const QString& none);

/// How often spot instances are taken away, at `at` ("/training/spot/hazard"): as the document
/// says it, by a bucket of the Spot Advisor or by a rate with its source. `absent`: what it means
/// that nothing is said; empty: something must be.
void add_hazard(FieldList& fields, const std::string& at, const QString& absent);

}  // namespace nscope::gui
