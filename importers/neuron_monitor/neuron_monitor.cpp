#include "importers/neuron_monitor/neuron_monitor.h"

#include "importers/neuron_monitor/monitor_trace.h"
#include "importers/neuron_monitor/report_finder.h"
#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace nscope::importers {
namespace {

constexpr std::size_t kSniffLimit = 256u << 10;
constexpr std::size_t kCheckEvery = 1u << 20;

bool has_key(std::string_view text, std::string_view key) {
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const std::string_view rest = trim(text.substr(at + key.size()));
    if (rest.starts_with(':')) return true;
  }
  return false;
}

Result<> read_reports(const ByteSource& file, MonitorTrace& monitor, TraceWriter& out,
                      TaskControl& control) {
  control.begin(phrase("Reading reports"), file.size());
  ReportFinder finder(file.text(), monitor, out);
  std::size_t released = 0;
  while (true) {
    if (finder.position() >= released + kCheckEvery) {
      if (control.cancelled()) return cancelled();
      control.advance_to(finder.position());
      file.release(finder.position(), released);
      released = finder.position();
    }
    const auto more = finder.next();
    if (!more) {
      Error error = more.error();
      error.where = error.where.inside(file.name());
      return fail(std::move(error));
    }
    if (!*more) return {};
  }
}

}  // namespace

bool sniff_neuron_monitor(const ByteSource& file) {
  const std::string_view head = file.text().substr(0, kSniffLimit);
  const bool keys = has_key(head, "\"neuron_runtime_data\"") ||
                    (has_key(head, "\"neuron_hardware_info\"") &&
                     (has_key(head, "\"system_data\"") || has_key(head, "\"instance_info\"")));
  if (!keys || head.find('\0') != std::string_view::npos) return false;
  std::string buffer;
  for (LineReader lines(head); lines.next();) {
    const std::string_view line = clean_line(lines.line(), buffer);
    if (line.starts_with('{') || line.starts_with('[')) return true;
    const auto stamp = find_time_stamp(line.substr(0, line.find('{')), Fraction::kDecimal);
    if (stamp && line.find('{') != std::string_view::npos) return true;
  }
  return false;
}

Result<> read_neuron_monitor(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  if (!sniff_neuron_monitor(input.file)) {
    return fail(ErrorCode::kBadInput,
                tr("not the output of neuron-monitor: the start of the file contains no report "
                   "with 'neuron_runtime_data' or 'system_data'"),
                input.file.name());
  }
  TraceWriter out(sink);
  out.property(std::string(property::kSourceFormat), PropertyValue(std::string("neuron-monitor")));
  out.property(std::string(property::kSourceFile), PropertyValue(file_name(input.file.name())));
  out.property(std::string(property::kProvenance), PropertyValue(std::string("measured")));
  MonitorTrace monitor(out);
  if (auto ok = read_reports(input.file, monitor, out, control); !ok) return ok;
  if (monitor.report_count() == 0) {
    return fail(ErrorCode::kBadInput, tr("the file contains no complete neuron-monitor report"),
                input.file.name());
  }
  monitor.finish();
  return out.finish() ? Result<>() : cancelled();
}

}  // namespace nscope::importers
