#pragma once

#include "profiler/base/tables/table.h"

#include <string>

namespace nscope::cli {

/// A detail table of the catalogue (catalog_tables.h) for people: each figure as
/// its source prints it, the sources with date and confidence as footnotes.
std::string fact_text(const Table& facts);

}  // namespace nscope::cli
