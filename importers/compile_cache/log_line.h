#pragma once

#include "importers/shared/text_lines.h"

#include <optional>
#include <string>
#include <string_view>

namespace nscope::importers {

/// A line of a log with what the Neuron tools put in front of their messages:
///
///   2023-08-25 21:51:36.000433: INFO ||NCC_WRAPPER||: MESSAGE
///   2024-07-27 15:22:50.000670:  7592  INFO ||NEURON_CACHE||: MESSAGE
///   2026-04-13 01:46:33.000003: 837617 [INFO]: MESSAGE
///   INFO ||NEURON_CACHE||: MESSAGE
///
/// The six digits behind the seconds are milliseconds. Points into the line.
struct LogLine {
  bool tagged = false;  ///< has "||TOOL||:" or "[LEVEL]:"
  std::optional<TimeStamp> stamp{};
  std::string_view pid{};      ///< "" where there is none
  std::string_view message{};  ///< behind the tag; the whole line where there is none
};

/// `line` as clean_line() gives it.
LogLine split_log_line(std::string_view line);

/// The options of a compiler command without input and output files, one space
/// between them. Both "neuronx-cc compile --a" and "['neuronx-cc', '--a']".
std::string compiler_flags(std::string_view command);

}  // namespace nscope::importers
