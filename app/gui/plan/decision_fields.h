#pragma once

#include "app/gui/plan/document_form.h"
#include "app/gui/plan/plan_context.h"
#include "costmodel/migration/roi.h"

#include <vector>

namespace nscope::gui {

/// The fields of a migration study (nscope.roi/1), from what it has now: fields of each
/// entry of its lists, buttons that add and remove entries, and others that change where a
/// side's figures come from. `shown` is the answer to the study as it was last: it fills in
/// the figures of a side that is turned into one of its own; may be null. GUI thread.
std::vector<DocumentField> decision_fields(const Json& study, const PlanContext& context,
                                           const cost::RoiResult* shown);

}  // namespace nscope::gui
