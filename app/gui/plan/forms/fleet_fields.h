#pragma once

#include "app/gui/plan/forms/document_form.h"
#include "costmodel/prices/price_book.h"
#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"

namespace nscope::gui {

// The fields of a capacity plan (nscope.plan/1). Free functions over its JSON; GUI thread, as
// they translate.

/// The plan in the one of several forms of the same meaning that the fields are about: lengths
/// as distributions, regions as a list, no empty objects, no members of a distribution or of an
/// arrival process that was chosen before, no terms of spot without its hazard.
Json normal_plan(Json plan);

/// The fields for a normal plan. Those of seldom use only with `all`, or where the plan sets
/// them.
std::vector<DocumentField> plan_fields(const Json& plan, const catalog::Catalog& catalog,
                                       const cost::PriceBook& book, bool all);

/// Whether capacity plans know what the model does, in training or in serving.
bool can_plan(const catalog::Model& model, bool training);

/// "/regions", "/training/sequence_length" ...: the field that an error of capacity::types_of() or
/// training_types() is about. Where the error does not say it, the first name that nobody knows.
std::string field_of_problem(const Error& error, const catalog::Catalog& catalog, const Json& plan,
                             const std::vector<std::string>& regions);

}  // namespace nscope::gui
