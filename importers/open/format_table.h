#pragma once

#include "profiler/base/tables/table.h"

namespace nscope::importers {

/// The formats that open_run() reads, with the columns id, title, files and reads. Any thread.
Table format_table();

}  // namespace nscope::importers
