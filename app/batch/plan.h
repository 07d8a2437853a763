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

/// One command of a plan. Its words may hold {input}, {stem}, {output} and {NAME},
/// the output of the earlier step NAME.
struct Step {
  std::string name;
  std::vector<std::string> command;       ///< words after "nscope"
  std::string output{};                   ///< file below the plan's output folder; "" for none
  std::optional<std::uint64_t> memory{};  ///< bytes each of its processes may have
  std::optional<double> timeout{};        ///< seconds

  /// True where it runs for each input: a word or the output holds {input} or {stem}.
  /// Any other step runs once, and {NAME} of a step that runs for each input is then
  /// the list of all its outputs.
  bool for_each_input = false;
};

/// A document of schema "nscope.batch/1", checked.
struct Plan {
  std::string file;
  std::string folder;                 ///< of the file; all paths are relative to it
  std::vector<std::string> inputs{};  ///< that the patterns found, relative, no two alike
  std::string output{};               ///< folder
  std::vector<Step> steps{};
  std::size_t jobs = 1;                   ///< processes at a time
  std::size_t cores = 1;                  ///< shared evenly by them
  std::optional<std::uint64_t> memory{};  ///< bytes for all of them
  bool stop_on_failure = false;
};

/// The names in braces of a word, in order; other text in braces is only text.
std::vector<std::string> names_in_braces(std::string_view word);

/// Reads the plan of a file and finds its inputs. `commands` are the names that a
/// step may start with. Errors: kNotFound; kBadInput with file and member, for a
/// pattern that finds nothing among others.
Result<Plan> read_plan(const std::string& file, std::span<const std::string_view> commands);

}  // namespace nscope::batch
