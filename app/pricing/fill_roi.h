#pragma once

#include "costmodel/migration/roi_study.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"

namespace nscope::app {

/// Determines the throughputs that a study does not state: by simulation, by a search for the
/// largest load within the limits, from summary documents, or from items of cost scenarios. Errors:
/// those of these operations, naming the side; kCancelled.
Result<> fill_roi_study(const catalog::Catalog& catalog, cost::RoiStudy& study,
                        TaskControl& control);

}  // namespace nscope::app
