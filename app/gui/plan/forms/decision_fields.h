#pragma once

#include "app/gui/plan/forms/document_form.h"
#include "app/gui/plan/forms/plan_context.h"
#include "costmodel/migration/roi.h"

#include <functional>
#include <memory>
#include <vector>

namespace nscope::gui {

using ShownStudy = std::function<std::shared_ptr<const cost::RoiResult>()>;

/// The fields of a migration study (nscope.roi/1), from what it has now: fields of each
/// entry of its lists, buttons that add and remove entries, and others that change where a
/// side's figures come from. `shown` tells the answer to the study as it was last, null where
/// there is none: it has the figures for a side that is turned into one of its own; called
/// when that is asked for. GUI thread.
std::vector<DocumentField> decision_fields(const Json& study, const PlanContext& context,
                                           const ShownStudy& shown);

}  // namespace nscope::gui
