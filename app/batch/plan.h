#pragma once

#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::batch {

/// A command of a plan. Its arguments can contain {input}, {stem}, {output} and {NAME}, the output
/// of the earlier step NAME.
struct Step {
  std::string name;
  std::vector<std::string> command;       ///< arguments after "nscope"
  std::string output{};                   ///< file in the output folder of the plan; empty for none
  std::optional<std::uint64_t> memory{};  ///< maximum bytes of each process
  std::optional<double> timeout{};        ///< seconds

  /// Whether the step runs for each input, because an argument or the output contains {input} or
  /// {stem}. Other steps run once; in them, {NAME} of a step that runs for each input is the list
  /// of all its outputs.
  bool for_each_input = false;
};

/// A valid document of schema `nscope.batch/1`.
struct Plan {
  std::string file;
  std::string folder;                 ///< folder of the file; all paths are relative to it
  std::vector<std::string> inputs{};  ///< files that match the patterns, without duplicates
  std::string output{};               ///< folder
  std::vector<Step> steps{};
  std::size_t jobs = 1;                   ///< maximum number of concurrent processes
  std::size_t cores = 1;                  ///< number of cores, shared evenly by the processes
  std::optional<std::uint64_t> memory{};  ///< maximum bytes of all processes together
  bool stop_on_failure = false;
};

/// The names in braces in an argument, in their order. Other text in braces is ignored.
std::vector<std::string> names_in_braces(std::string_view word);

/// Reads the plan in a file and finds its inputs. `commands`: the commands that steps may run.
/// Errors: kNotFound; kIo; kBadInput naming file and key, also for a pattern without matching
/// files.
Result<Plan> read_plan(const std::string& file, std::span<const std::string_view> commands);

}  // namespace nscope::batch
