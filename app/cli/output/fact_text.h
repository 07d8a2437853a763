#pragma once

#include "profiler/base/tables/table.h"

#include <string>

namespace nscope::cli {

/// A detail table of the catalogue (catalog_tables.h) as plain text: each figure as its source
/// prints it. The sources, with date and confidence, are footnotes.
std::string fact_text(const Table& facts, const Language& language);
/// The table of all models (catalog::model_table) as plain text, with sources and confidence as
/// footnotes.
std::string list_text(const Table& models, const Language& language);

}  // namespace nscope::cli
