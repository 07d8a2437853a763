#pragma once

#include "importers/shared/text_lines.h"

#include <optional>
#include <string>
#include <string_view>

namespace nscope::importers {

/// A line of a log, split into the message and the prefix of the Neuron tools:
///
///   2023-08-25 21:51:36.000433: INFO ||NCC_WRAPPER||: MESSAGE
///   2024-07-27 15:22:50.000670:  7592  INFO ||NEURON_CACHE||: MESSAGE
///   2026-04-13 01:46:33.000003: 837617 [INFO]: MESSAGE
///   INFO ||NEURON_CACHE||: MESSAGE
///
/// The six digits after the seconds are milliseconds. The views point into the line.
struct LogLine {
  bool tagged = false;  ///< has "||TOOL||:" or "[LEVEL]:"
  std::optional<TimeStamp> stamp{};
  std::string_view pid{};      ///< "" if absent
  std::string_view message{};  ///< the text after the tag; the whole line if there is no tag
};

/// Splits a line that clean_line() returned.
LogLine split_log_line(std::string_view line);

/// The options of a compiler command without input and output files, separated by one space. The
/// command has the form "neuronx-cc compile --a" or "['neuronx-cc', '--a']".
std::string compiler_flags(std::string_view command);

}  // namespace nscope::importers
