#pragma once

#include "app/gui/forms/document_form.h"
#include "costmodel/prices/price_book.h"
#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"

namespace nscope::gui {

// The fields of a capacity plan (nscope.plan/1) and functions on its JSON document. GUI thread,
// because the functions translate texts.

/// The plan in the normal form that the fields need: lengths are distributions, regions are a list,
/// and there are no empty objects, no leftover members of a distribution or arrival process that
/// was chosen before, and no Spot terms without an interruption rate.
Json normal_plan(Json plan);

/// The fields for a plan in normal form. Rarely used fields are included if `all` is true or if the
/// plan sets them.
std::vector<DocumentField> plan_fields(const Json& plan, const catalog::Catalog& catalog,
                                       const cost::PriceBook& book, bool all);

/// Whether the planner supports the model, for training or for serving.
bool can_plan(const catalog::Model& model, bool training);

/// The pointer of the field that an error of capacity::types_of() or training_types() refers to
/// ("/regions", "/training/sequence_length"). If the error does not say it, the first field with an
/// unknown name.
std::string field_of_problem(const Error& error, const catalog::Catalog& catalog, const Json& plan,
                             const std::vector<std::string>& regions);

}  // namespace nscope::gui
