#pragma once

#include "importers/compile_cache/compile_log.h"
#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_tools/read_tool.h"

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::importers {

inline constexpr std::int64_t kMs = 1'000'000;
inline constexpr std::int64_t kSecondNs = 1'000'000'000;

inline Result<std::shared_ptr<const Trace>> read_log(std::string_view text) {
  return read_with(read_compile_log, text);
}

/// The event of this module in that state. Fails the test if there is none.
inline ShownSlice event(const Trace& trace, std::string_view module, std::string_view state) {
  std::string others;
  for (const ShownSlice& slice : slices_of(trace)) {
    const std::string found = arg_text(trace, slice.id, key::kCacheState);
    if (slice.name == module && found == state) return slice;
    others += "; " + slice.name + " " + found;
  }
  ADD_FAILURE() << "no event " << module << " " << state << others;
  return {};
}

/// The lines that the wrapper of the compiler prints when it starts and when it has succeeded.
inline std::string call_line(std::string_view time, int process, std::string_view module,
                             std::string_view flags = {}) {
  return fmt::format(
      "{}: {} INFO ||NEURON_CC_WRAPPER||: Call compiler with cmd: neuronx-cc compile "
      "/t/model.{}.hlo_module.pb{}\n",
      time, process, module, flags);
}
inline std::string success_line(std::string_view time, int process, std::string_view module) {
  return fmt::format(
      "{}: {} [INFO]: Compilation Successfully Completed for model.{}.hlo_module.pb\n", time,
      process, module);
}
/// "Failed compilation with ['neuronx-cc', ...]", with a text after it or none.
inline std::string failure_line(std::string_view time, int process, std::string_view module,
                                std::string_view text = {}) {
  return fmt::format(
      "{}: {} ERROR ||NEURON_CC_WRAPPER||: Failed compilation with ['neuronx-cc', 'compile', "
      "'/t/model.{}.hlo_module.pb', '--verbose=35']{}{}\n",
      time, process, module, text.empty() ? "" : ": ", text);
}

inline std::string error_of(const Trace& trace, const ShownSlice& slice) {
  return arg_text(trace, slice.id, key::kCompileError);
}
inline std::string code_of(const Trace& trace, const ShownSlice& slice) {
  return arg_text(trace, slice.id, key::kErrorCode);
}

}  // namespace nscope::importers
