#pragma once

#include "profiler/base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::gui {

/// A step of a macro. Plain data.
struct MacroStep {
  enum class Kind {
    kPlace,         ///< `value` is a place of a run (profiler/trace/run_place.h)
    kDock,          ///< opens the dock `value`, and enters `input` if it is set
    kFilter,        ///< filters the tracks by these words
    kColor,         ///< colours the timeline by this ColorMode
    kCriticalPath,  ///< `value` is "shown" or "hidden"
    kAction,        ///< triggers this action
  };
  Kind kind = Kind::kPlace;
  std::string value;
  std::optional<std::string> input{};

  friend bool operator==(const MacroStep&, const MacroStep&) = default;
};

/// Recorded steps in Inspect, which can be played on any run. Plain data; any thread.
using Macro = std::vector<MacroStep>;

inline constexpr std::size_t kMostMacroSteps = 10'000;
inline constexpr std::size_t kMostMacroBytes = 1 << 20;

/// Whether macros contain the action: those in Inspect that ask the user nothing.
bool is_macro_action(std::string_view id);

/// The macro as JSON, schema `nscope.macro/1` (docs/desktop.md).
std::string macro_text(const Macro& macro);

/// Reads a macro strictly. `name` is the name of the file. Errors: kBadInput with file, JSON
/// pointer and reason, also for unknown docks, analyses, colours and actions, and for macros above
/// the limits. Places are checked when the macro is played, because they depend on the run.
Result<Macro> read_macro(std::string_view json, const std::string& name);

/// Reads a macro from a file. Errors: those of read_macro(); kIo if the file cannot be read.
Result<Macro> load_macro(const std::string& path);

}  // namespace nscope::gui
