#pragma once

#include "importers/shared/importer.h"
#include "importers/shared/text_lines.h"

#include <cstdint>
#include <functional>
#include <string_view>

namespace nscope::importers {

/// Calls use(line, number) for each line of a text file, split by split_line(), in order. Reports
/// progress and releases the memory of the lines that have been read.
/// Errors: kBadInput for a line longer than LineReader::kMaxLine, kCancelled.
Result<> read_split_lines(
    const CaptureInput& input, Phrase phase, TaskControl& control,
    const std::function<void(const CleanLine& line, std::int64_t number)>& use);

/// The same with the text of each line.
Result<> read_lines(const CaptureInput& input, Phrase phase, TaskControl& control,
                    const std::function<void(std::string_view line, std::int64_t number)>& use);

}  // namespace nscope::importers
