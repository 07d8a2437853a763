#pragma once

#include "app/gui/forms/field_list.h"
#include "costmodel/prices/price_book.h"
#include "simcore/catalog/catalog.h"

#include <QString>
#include <string>

namespace nscope::gui {

// Fields about regions, instance types and purchase options that several documents of Plan mode
// share. GUI thread, because the functions translate texts.

/// Adds "/regions" and "/instances" of a capacity plan. `gpus`: also offer instance types with
/// GPUs.
void add_machines(FieldList& fields, const catalog::Catalog& catalog, const cost::PriceBook& book,
                  bool gpus);
/// Adds "/purchase" and "/as_of" of a capacity plan. `none` is the help text that explains an empty
/// selection.
void add_money(FieldList& fields, const QString& none);

/// Adds the interruption rate of Spot Instances at the pointer `at` ("/training/spot/hazard"): a
/// rate with its source if the document has one, otherwise a bucket of the Spot Advisor. `absent`
/// explains what it means if no bucket is set; if empty, a bucket is required.
void add_hazard(FieldList& fields, const std::string& at, const QString& absent);

}  // namespace nscope::gui
