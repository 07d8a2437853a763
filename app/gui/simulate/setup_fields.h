#pragma once

#include "app/gui/forms/document_form.h"
#include "simcore/catalog/catalog.h"

#include <vector>

namespace nscope::gui {

/// The members of a workload document that have a field here, besides those of the Simulate form:
/// "serving", "training", "speculation", "kv_dtype", ...
const std::vector<const char*>& setup_members();

/// Removes members that remain from an arrival process, or a kind of lengths, chosen before.
void make_normal_setup(Json& workload);

/// The fields of a workload (`nscope.workload/1`) that has no field of its own in the Simulate
/// form: those of a server, of training, of diffusion models, and of decoding. They depend on the
/// kind and on the model of the workload. `divides_calls`: several cores can share a call of the
/// model. GUI thread, because the function translates texts.
std::vector<DocumentField> setup_fields(const Json& workload, const catalog::Catalog& catalog,
                                        catalog::Architecture architecture, bool divides_calls);

}  // namespace nscope::gui
