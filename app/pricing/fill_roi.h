#pragma once

#include "costmodel/migration/roi_study.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"

#include <string>

namespace nscope::app {

/// Loads the study from a file or, if there is no such file, the built-in study with this name.
/// Errors: kNotFound listing the built-in names; those of reading.
Result<cost::RoiStudy> load_roi_study(const std::string& name);

/// Determines the throughputs that a study does not state: by simulation, by a search for the
/// largest load within the limits, from summary documents, or from items of cost scenarios. Errors:
/// those of these operations, naming the side; kCancelled.
Result<> fill_roi_study(const catalog::Catalog& catalog, cost::RoiStudy& study,
                        TaskControl& control);

}  // namespace nscope::app
