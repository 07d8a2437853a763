#include "importers/runtime_log/runtime_log.h"

#include "importers/compile_cache/compile_log.h"
#include "importers/compile_cache/log_state.h"
#include "importers/runtime_log/memory_report.h"
#include "importers/runtime_log/runtime_failure.h"
#include "importers/runtime_log/runtime_messages.h"
#include "importers/shared/printable.h"
#include "importers/shared/read_lines.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>

namespace nscope::importers {
namespace {

constexpr std::size_t kSniffPart = 1u << 20;

// Each is a part of a message that only the Neuron Runtime writes about memory.
constexpr auto kRuntimeTexts = std::to_array<std::string_view>(
    {"TDRV:log_dev_mem", "TDRV:dml_log_dev_neff_mem", "TDRV:dmem_alloc_internal",
     "TDRV:tensor_allocate", "Per NEFF memory usage breakdown for [",
     "nrt_tensor_allocate status="});

bool has_memory_message(std::string_view text) {
  if (std::any_of(kRuntimeTexts.begin(), kRuntimeTexts.end(), [&](std::string_view part) {
        return text.find(part) != std::string_view::npos;
      })) {
    return true;
  }
  // The file neuron_mem_table_device_0_nc_0.log contains the table only.
  return text.find("|  TOTAL") != std::string_view::npos &&
         text.find("\\_NC ") != std::string_view::npos;
}

/// The runtime's messages about other things than memory in a part of a log.
struct OtherMessages {
  bool any = false;
  bool error = false;
};

/// The line around `at`, and its end.
std::string_view line_around(std::string_view text, std::size_t at) {
  const std::size_t before = text.substr(0, at).find_last_of("\r\n");
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
  return text.substr(begin, end - begin);
}

OtherMessages other_messages(std::string_view text) {
  OtherMessages found;
  std::string buffer;
  // The first few lines decide: other programs seldom write these words.
  constexpr int kMostTries = 200;
  const auto search = [&](std::string_view part, const auto& look) {
    std::size_t at = 0;
    for (int i = 0; i < kMostTries && !found.error; ++i) {
      at = text.find(part, at);
      if (at == std::string_view::npos) break;
      const std::string_view line = line_around(text, at);
      look(split_line(line, buffer));
      at = static_cast<std::size_t>(line.data() - text.data()) + line.size();
    }
  };
  for (const std::string_view component : kRuntimeComponents) {
    search(component, [&](const CleanLine& line) {
      const auto runtime = split_runtime_line(line);
      if (!runtime) return;
      found.any = true;
      found.error = runtime->level == "ERROR" || runtime->level == "FATAL";
    });
  }
  for (const std::string_view part : runtime_failure_texts()) {
    search(part, [&](const CleanLine& line) {
      const auto failure = find_runtime_failure(line.text);
      if (!failure) return;
      found.any = true;
      found.error = !failure->warning();
    });
  }
  return found;
}

}  // namespace

bool sniff_runtime_log(const ByteSource& file) {
  const std::string_view head = file.text().substr(0, kSniffPart);
  const std::string_view start = trim(head.substr(0, 4096));
  if (start.empty() || starts_like_document(start)) return false;
  if (head.substr(0, 4096).find('\0') != std::string_view::npos) return false;
  if (has_memory_message(head)) return true;
  // A long run fails at its end.
  const std::string_view rest = file.text().substr(head.size());
  const std::string_view tail = rest.substr(rest.size() - std::min(rest.size(), kSniffPart));
  if (has_memory_message(tail)) return true;
  // Reports of other formats in the same log contain more.
  for (const std::string_view other : {"TotalSamples:", "# TYPE "}) {
    if (head.find(other) != std::string_view::npos) return false;
  }
  const OtherMessages first = other_messages(head);
  const OtherMessages last = other_messages(tail);
  if (first.error || last.error) return true;
  return (first.any || last.any) && !sniff_compile_log(file);
}

Result<> read_runtime_log(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  const std::string& file = input.file.name();
  if (!sniff_runtime_log(input.file)) {
    return fail(ErrorCode::kBadInput,
                tr("not a log of the Neuron Runtime: the first and last MiB contain none of its "
                   "messages such as \"ERROR NRT:nrt_init ...\""),
                file);
  }
  TraceWriter out(sink);
  out.property(std::string(property::kSourceFormat), PropertyValue(std::string("runtime log")));
  out.property(std::string(property::kSourceFile), PropertyValue(file_name(file)));
  out.property(std::string(property::kProvenance), PropertyValue(std::string("measured")));
  LogClock clock;
  MemoryReports reports(out, clock);
  RuntimeMessages messages(out, clock);
  CompileLogState compilations(out, clock);
  const auto read = read_split_lines(
      input, phrase("Reading the log"), control, [&](const CleanLine& line, std::int64_t number) {
        const auto runtime = split_runtime_line(line);
        const bool interleaved = runtime && messages.note_interleaved(*runtime, number);
        if (reports.read(line, runtime, number)) return;
        if (interleaved) return;
        if (runtime) {
          return messages.read(*runtime, line.source, number);
        }
        if (messages.read_other(line, number)) return;
        compilations.read(line, number);
      });
  if (!read) return read;
  if (reports.understood() == 0 && messages.understood() == 0) {
    return fail(ErrorCode::kBadInput,
                tr("the log contains no error, no memory report and no version of the Neuron "
                   "Runtime"),
                file);
  }
  reports.finish();
  messages.finish();
  compilations.finish();
  clock.finish(out);
  return out.finish() ? Result<>() : cancelled();
}

}  // namespace nscope::importers
