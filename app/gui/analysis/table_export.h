#pragma once

#include "profiler/analysis/definition/analysis.h"

#include <string>

namespace nscope::gui {

enum class ExportFormat { kCsv, kJson, kText };

/// A result in the same format as the output of `nscope analyze`: CSV without notes, JSON of format
/// `nscope.analysis/1`, or aligned text.
std::string export_text(ExportFormat format, const analysis::Analysis& analysis,
                        const analysis::ParameterValues& parameters, const Table& table);

}  // namespace nscope::gui
