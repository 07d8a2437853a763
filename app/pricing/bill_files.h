#pragma once

#include "costmodel/bills/bill.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <span>
#include <string>

namespace nscope::app {

/// Reads several files as one bill: CSV (plain, gzip, zip) and Parquet of CUR, CUR 2.0 and FOCUS,
/// responses of Cost Explorer, and AWS manifests. The files of a manifest must be in its folder or
/// in the subfolders that it states. Errors: those of the readers; kNotFound naming the missing
/// files of a manifest; kInvalidArgument for a duplicate file, also with another name.
Result<cost::Bill> read_bills(std::span<const std::string> paths, const cost::BillFilter& filter,
                              TaskControl& control);

}  // namespace nscope::app
