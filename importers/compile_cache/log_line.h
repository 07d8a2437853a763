#pragma once

#include "importers/shared/text_lines.h"

#include <optional>
#include <string>
#include <string_view>

namespace nscope::importers {

/// The program that wrote a line of a log.
enum class LogTag {
  kNone,      ///< unknown
  kTool,      ///< the wrapper of the compiler or the cache: "||NEURON_CACHE||:" or "[INFO]:"
  kCompiler,  ///< the compiler itself: "INFO 10192 [root]:"
};

/// A line of a log, split into the message and the prefix of the Neuron tools:
///
///   2023-08-25 21:51:36.000433: INFO ||NCC_WRAPPER||: MESSAGE
///   2024-07-27 15:22:50.000670:  7592  INFO ||NEURON_CACHE||: MESSAGE
///   2026-04-13 01:46:33.000003: 837617 [INFO]: MESSAGE
///   INFO ||NEURON_CACHE||: MESSAGE
///   2024-12-04T01:01:24Z ERROR 10200 [neuronxcc.driver.CommandDriver]: MESSAGE
///   04/19/2023 11:43:43 PM ERROR 497 [neuron-cc]: MESSAGE
///
/// The six digits after the seconds are milliseconds. The views point into the line.
struct LogLine {
  LogTag tag = LogTag::kNone;
  std::optional<TimeStamp> stamp{};  ///< of the line itself, or when a container received it
  std::string_view level{};          ///< "ERROR", of the compiler only
  std::string_view pid{};            ///< "" if absent
  std::string_view source{};         ///< CleanLine::source
  std::string_view message{};        ///< the text after the tag; the whole line if there is no tag
};

LogLine split_log_line(const CleanLine& line);

/// The options of a compiler command without input and output files, separated by one space. The
/// command has the form "neuronx-cc compile --a" or "['neuronx-cc', '--a']".
std::string compiler_flags(std::string_view command);

/// The input of a compiler command for people, if it contains no MODULE_: "model.py"; the folder if
/// the name of the file is the same for every graph: "9f1c0a" of ".../9f1c0a/graph.hlo".
std::string compiler_input(std::string_view command);

}  // namespace nscope::importers
