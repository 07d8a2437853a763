#pragma once

#include "profiler/analysis/comparison/comparison.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace nscope::app {

/// The forms in which a comparison is printed and saved.
enum class ComparisonFormat { kText, kMarkdown, kHtml, kJson, kCsv };

/// The format that the extension of a file says: .html, .md, .json, .csv.
std::optional<ComparisonFormat> comparison_format_of(std::string_view path);

/// `rows` bounds the tables for people; JSON and CSV have all rows. Errors: kInternal
/// (a built-in resource is broken).
Result<std::string> comparison_document(const analysis::Comparison& comparison, std::size_t rows,
                                        ComparisonFormat format);

}  // namespace nscope::app
