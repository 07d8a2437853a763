#pragma once

#include "costmodel/bills/bill.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <span>
#include <string>

namespace nscope::app {

/// Reads bills as one: CSV (plain, gzip, zip) and Parquet of CUR, CUR 2.0 and FOCUS,
/// answers of Cost Explorer, and manifests of AWS, whose files must lie beside them
/// or below their folder as the manifest names them. Errors: those of the readers;
/// kNotFound naming what a manifest lists and is not there; kInvalidArgument for a
/// file that is given twice, also under another name.
Result<cost::Bill> read_bills(std::span<const std::string> paths, const cost::BillFilter& filter,
                              TaskControl& control);

}  // namespace nscope::app
