#include "importers/runtime_log/runtime_log.h"

#include "importers/compile_cache/log_state.h"
#include "importers/runtime_log/memory_report.h"
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

}  // namespace

bool sniff_runtime_log(const ByteSource& file) {
  const std::string_view head = file.text().substr(0, kSniffPart);
  const std::string_view start = trim(head.substr(0, 4096));
  // JSON and markup may quote a line of a log.
  if (start.empty() || start.front() == '{' || start.front() == '<') return false;
  if (head.substr(0, 4096).find('\0') != std::string_view::npos) return false;
  if (has_memory_message(head)) return true;
  // A long run fails at its end.
  const std::string_view rest = file.text().substr(head.size());
  return has_memory_message(rest.substr(rest.size() - std::min(rest.size(), kSniffPart)));
}

Result<> read_runtime_log(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  const std::string& file = input.file.name();
  if (!sniff_runtime_log(input.file)) {
    return fail(ErrorCode::kBadInput,
                tr("not a log of the Neuron Runtime: the first and last MiB contain no message "
                   "about memory such as \"TDRV:log_dev_mem Failed to allocate ...\""),
                file);
  }
  TraceWriter out(sink);
  out.property(std::string(property::kSourceFormat), PropertyValue(std::string("runtime log")));
  out.property(std::string(property::kSourceFile), PropertyValue(file_name(file)));
  out.property(std::string(property::kProvenance), PropertyValue(std::string("measured")));
  LogClock clock;
  MemoryReports reports(out, clock);
  CompileLogState compilations(out, clock);
  const auto read = read_split_lines(input, phrase("Reading the log"), control,
                                     [&](const CleanLine& line, std::int64_t number) {
                                       if (reports.read(line, number)) return;
                                       compilations.read(line, number);
                                     });
  if (!read) return read;
  if (reports.understood() == 0) {
    return fail(ErrorCode::kBadInput,
                tr("the log contains no report of the Neuron Runtime about memory"), file);
  }
  reports.finish();
  compilations.finish();
  clock.finish(out);
  return out.finish() ? Result<>() : cancelled();
}

}  // namespace nscope::importers
