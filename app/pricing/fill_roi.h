#pragma once

#include "costmodel/migration/roi_study.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"

#include <string>

namespace nscope::app {

/// The study in that file, or the built-in one of that name. Errors: kNotFound
/// listing the built-in names; those of reading.
Result<cost::RoiStudy> load_roi_study(const std::string& name);

/// Finds what a study leaves open: simulates, searches the largest load within limits, reads
/// summary documents, and takes the items of cost scenarios. Errors: those of these, naming the
/// side; kCancelled.
Result<> fill_roi_study(const catalog::Catalog& catalog, cost::RoiStudy& study,
                        TaskControl& control);

}  // namespace nscope::app
