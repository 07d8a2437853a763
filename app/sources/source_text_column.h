#pragma once

#include "app/sources/source_files.h"
#include "profiler/base/tables/table.h"

#include <vector>

namespace nscope::app {

/// The source files in a table with the columns "file" and "line" (analysis "source-lines").
std::vector<StatedSource> stated_sources(const Table& table);

/// The same table with the column "text", the text of each line, and with the notes of `found`.
Table with_source_text(const Table& table, const FoundSources& found);

}  // namespace nscope::app
