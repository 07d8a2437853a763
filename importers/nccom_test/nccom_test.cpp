#include "importers/nccom_test/nccom_test.h"

#include "importers/nccom_test/measurements.h"
#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"
#include "profiler/base/text/utf8.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::size_t kSniffLimit = 256u << 10;
constexpr std::size_t kMaxSize = 32u << 20;  // a report of 30 sizes has 3 KB

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

bool is_json(std::string_view text) {
  return trim(text.substr(0, kSniffLimit)).starts_with('{');
}

}  // namespace

bool sniff_nccom_test(const ByteSource& file) {
  const std::string_view head = without_mark(file.text().substr(0, kSniffLimit));
  if (has(head, std::string_view("\0", 1))) return false;
  if (is_json(head)) {
    return has(head, "\"results\"") &&
           (has(head, "\"busbw(GB/s)\"") ||
            (has(head, "\"out_of_place\"") && has(head, "\"bus_bw\"")));
  }
  for (LineReader lines(head); lines.next();) {
    const std::string_view line = lines.line();
    if (has(line, "size(B)") && has(line, "count(elems)") && has(line, "busbw(GB/s)")) return true;
    if (has(line, "algbw") && is_nccl_header(words(line))) return true;
  }
  return false;
}

Result<> read_nccom_test(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  const std::string& file = input.file.name();
  if (!sniff_nccom_test(input.file)) {
    return fail(ErrorCode::kBadInput,
                tr("not the output of nccom-test or nccl-tests: there is no result table"), file);
  }
  if (input.file.size() > kMaxSize) {
    return fail(ErrorCode::kBadInput,
                tr("the file is too large for nccom-test output; the limit is 32 MiB"), file);
  }
  if (control.cancelled()) return cancelled();
  TraceWriter out(sink);
  const std::string_view text = without_mark(input.file.text());
  auto runs = is_json(text) ? parse_nccom_json(text, file, out)
                            : Result<std::vector<NccomRun>>(parse_nccom_text(text, out));
  if (!runs) return fail(runs.error());
  const auto has_rows = [](const NccomRun& run) { return !run.rows.empty(); };
  if (std::none_of(runs->begin(), runs->end(), has_rows)) {
    return fail(ErrorCode::kBadInput,
                tr("the file contains no measurements: no row has a value for each column of its "
                   "table, or all of them failed"),
                file);
  }
  const bool nccl =
      std::all_of(runs->begin(), runs->end(), [](const NccomRun& run) { return run.of_nccl; });
  out.property(std::string(property::kSourceFormat),
               PropertyValue(std::string(nccl ? "nccl-tests" : "nccom-test")));
  out.property(std::string(property::kSourceFile), PropertyValue(file_name(file)));
  out.property(std::string(property::kProvenance), PropertyValue(std::string("measured")));
  out.diagnose(
      "rows_laid_out", Severity::kInfo,
      tr("the file has no time stamps: measurements are shown one after another, each with "
         "its mean time as duration"));
  TraceTime time{0};
  for (std::size_t i = 0; i < runs->size(); ++i) {
    if (control.cancelled()) return cancelled();
    if ((*runs)[i].of_nccl) infer_nccl_facts((*runs)[i], i, out);
    if (!(*runs)[i].device.empty()) {
      const std::string prefix = runs->size() == 1 ? "" : fmt::format("run{}.", i + 1);
      out.property(prefix + "device_name", PropertyValue((*runs)[i].device));
    }
    if (has_rows((*runs)[i])) time = write_run((*runs)[i], i, runs->size(), time, out);
  }
  out.time_base({.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = time});
  return out.finish() ? Result<>() : cancelled();
}

}  // namespace nscope::importers
