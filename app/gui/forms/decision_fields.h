#pragma once

#include "app/gui/forms/document_form.h"
#include "app/gui/forms/plan_context.h"
#include "costmodel/migration/roi.h"

#include <functional>
#include <memory>
#include <vector>

namespace nscope::gui {

using ShownStudy = std::function<std::shared_ptr<const cost::RoiResult>()>;

/// The fields for the current content of a migration study (nscope.roi/1): fields for the entries
/// of its lists, buttons that add and remove entries, and buttons that change the source of the
/// figures of a side. `shown` returns the last result of the study, or null. It is called when the
/// user switches a side to custom figures or to a bill, which then start with the values of the
/// result. GUI thread.
std::vector<DocumentField> decision_fields(const Json& study, const PlanContext& context,
                                           const ShownStudy& shown);

}  // namespace nscope::gui
