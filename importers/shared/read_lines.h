#pragma once

#include "importers/shared/importer.h"

#include <cstdint>
#include <functional>
#include <string_view>

namespace nscope::importers {

/// Calls use(line, number) for each line of a text file, cleaned (clean_line), in
/// order, with progress, and gives memory back behind it. `phase` must be a string
/// literal. Errors: kBadInput for a line of more than LineReader::kMaxLine,
/// kCancelled.
Result<> read_lines(const CaptureInput& input, const char* phase, TaskControl& control,
                    const std::function<void(std::string_view line, std::int64_t number)>& use);

}  // namespace nscope::importers
