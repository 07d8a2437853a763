#include "importers/compile_cache/compile_log.h"

#include "importers/compile_cache/log_state.h"
#include "importers/shared/printable.h"
#include "importers/shared/read_lines.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>

namespace nscope::importers {
namespace {

constexpr std::size_t kSniffLimit = 1u << 20;

// Each is a part of a message that only the Neuron compiler, its wrapper or its cache writes. Logs
// of runs that hang, are killed or fail contain no message of a success.
constexpr auto kIdentifyingTexts =
    std::to_array<std::string_view>({"||NCC_WRAPPER||:",
                                     "||NEURON_CACHE||:",
                                     "||NEURON_CC_WRAPPER||:",
                                     "||NEURON_PARALLEL_COMPILE||:",
                                     "Compilation Successfully Completed for model.MODULE_",
                                     "Using a cached neff at ",
                                     "Got a cached failed neff at ",
                                     "Compiler status PASS",
                                     "Compiler status ERROR",
                                     "Call compiler with cmd: ",
                                     "Failed compilation with ['neuron",
                                     "Command '['neuron",
                                     "Another process must be compiling ",
                                     "Exiting with a successfully compiled graph",
                                     "[neuronxcc.",
                                     "[neuronx-cc]:",
                                     "[neuron-cc]:",
                                     "[INTERNAL_ERROR] [NCC_",
                                     "[NCC_",
                                     "neuronx-cc terminated abnormally",
                                     "neuronx-cc was forcibly killed",
                                     "neuronx-cc failed with ",
                                     "neuron-cc failed with ",
                                     "neuronx-cc compilation failed",
                                     "Compile command returned: ",
                                     ": the corresponding graph will be recompiled",
                                     ".neff not found in "});

/// Whether the compiler logged its own command: "INFO 10192 [root]: /bin/neuronx-cc compile ...".
bool has_compiler_command(std::string_view text) {
  constexpr std::string_view kCommand = "-cc compile ";
  for (std::size_t at = text.find(kCommand); at != std::string_view::npos;
       at = text.find(kCommand, at + 1)) {
    const std::size_t line = text.substr(0, at).find_last_of("\r\n") + 1;
    if (text.substr(line, at - line).find("[root]: ") != std::string_view::npos) return true;
  }
  return false;
}

bool is_identified(std::string_view text) {
  return has_compiler_command(text) ||
         std::any_of(
             kIdentifyingTexts.begin(), kIdentifyingTexts.end(),
             [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

}  // namespace

bool sniff_compile_log(const ByteSource& file) {
  const std::string_view head = file.text().substr(0, kSniffLimit);
  const std::string_view start = trim(head.substr(0, 4096));
  if (start.empty() || starts_like_document(start)) return false;
  if (head.substr(0, 4096).find('\0') != std::string_view::npos) return false;
  if (is_identified(head)) return true;
  // A long run may compile, or fail to compile, only at its end.
  const std::string_view rest = file.text().substr(head.size());
  return is_identified(rest.substr(rest.size() - std::min(rest.size(), kSniffLimit)));
}

Result<> read_compile_log(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  const std::string& file = input.file.name();
  if (!sniff_compile_log(input.file)) {
    return fail(
        ErrorCode::kBadInput,
        tr("not a log of the Neuron compiler or its cache: the first and last MiB contain no "
           "line such as \"INFO ||NEURON_CACHE||: ...\""),
        file);
  }
  TraceWriter out(sink);
  out.property(std::string(property::kSourceFormat), PropertyValue(std::string("compile log")));
  out.property(std::string(property::kSourceFile), PropertyValue(file_name(file)));
  out.property(std::string(property::kProvenance), PropertyValue(std::string("measured")));
  LogClock clock;
  CompileLogState state(out, clock);
  const auto read = read_split_lines(
      input, phrase("Reading the log"), control,
      [&](const CleanLine& line, std::int64_t number) { state.read(line, number); });
  if (!read) return read;
  if (state.understood() == 0) {
    return fail(ErrorCode::kBadInput,
                tr("the log contains no known message of the compiler or the compile cache"), file);
  }
  state.finish();
  clock.finish(out);
  return out.finish() ? Result<>() : cancelled();
}

}  // namespace nscope::importers
