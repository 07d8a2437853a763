#pragma once

#include "profiler/analysis/comparison/comparison.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace nscope::app {

/// The formats of a printed or saved comparison.
enum class ComparisonFormat { kText, kMarkdown, kHtml, kJson, kCsv };

/// The format by the extension of a file: .html, .md, .json or .csv; empty for others.
std::optional<ComparisonFormat> comparison_format_of(std::string_view path);

/// A comparison as a document. `rows` limits the rows of tables in text, Markdown and HTML; JSON
/// and CSV contain all rows and are always in English. Errors: kInternal if a built-in resource is
/// invalid.
Result<std::string> comparison_document(const analysis::Comparison& comparison, std::size_t rows,
                                        ComparisonFormat format, const Language& language);

}  // namespace nscope::app
