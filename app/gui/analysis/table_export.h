#pragma once

#include "profiler/analysis/definition/analysis.h"

#include <string>

namespace nscope::gui {

enum class ExportFormat { kCsv, kJson, kText };

/// A result as `nscope analyze` prints it in that format: CSV without the notes,
/// JSON as `nscope.analysis/1`, or aligned text.
std::string export_text(ExportFormat format, const analysis::Analysis& analysis,
                        const analysis::ParameterValues& parameters, const Table& table);

}  // namespace nscope::gui
