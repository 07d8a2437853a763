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

constexpr auto kIdentifyingTexts = std::to_array<std::string_view>(
    {"||NCC_WRAPPER||:", "||NEURON_CACHE||:", "||NEURON_CC_WRAPPER||:",
     "||NEURON_PARALLEL_COMPILE||:", "Compilation Successfully Completed for model.MODULE_",
     "Using a cached neff at ", "Got a cached failed neff at ", "Compiler status PASS"});

}  // namespace

bool sniff_compile_log(const ByteSource& file) {
  const std::string_view head = file.text().substr(0, kSniffLimit);
  const std::string_view start = trim(head.substr(0, 4096));
  // JSON and markup may quote a line of a log.
  if (start.empty() || start.front() == '{' || start.front() == '<') return false;
  if (head.substr(0, 4096).find('\0') != std::string_view::npos) return false;
  return std::any_of(
      kIdentifyingTexts.begin(), kIdentifyingTexts.end(),
      [&](std::string_view text) { return head.find(text) != std::string_view::npos; });
}

Result<> read_compile_log(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  const std::string& file = input.file.name();
  if (!sniff_compile_log(input.file)) {
    return fail(ErrorCode::kBadInput,
                tr("not a log of the Neuron compiler or its cache: the first MiB contains no line "
                   "such as \"INFO ||NEURON_CACHE||: ...\""),
                file);
  }
  TraceWriter out(sink);
  out.property(std::string(property::kSourceFormat), PropertyValue(std::string("compile log")));
  out.property(std::string(property::kSourceFile), PropertyValue(file_name(file)));
  out.property(std::string(property::kProvenance), PropertyValue(std::string("measured")));
  CompileLogState state(out);
  const auto read =
      read_lines(input, phrase("Reading the log"), control,
                 [&](std::string_view line, std::int64_t number) { state.read(line, number); });
  if (!read) return read;
  if (state.understood() == 0) {
    return fail(ErrorCode::kBadInput,
                tr("the log contains no known message of the compiler or the compile cache"), file);
  }
  state.finish();
  return out.finish() ? Result<>() : cancelled();
}

}  // namespace nscope::importers
