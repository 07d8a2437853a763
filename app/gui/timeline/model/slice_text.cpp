#include "app/gui/timeline/model/slice_text.h"

#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "app/gui/timeline/model/timeline_geometry.h"
#include "profiler/analysis/engines/event_details.h"
#include "profiler/base/format.h"
#include "profiler/base/json/document_text.h"
#include "profiler/trace/track_path.h"
#include "profiler/trace/vocabulary.h"
#include "profiler/trace/waits.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

double ns_of(const Trace& trace, TraceTime time) {
  return static_cast<double>(time.value()) / static_cast<double>(trace.time_base().ticks_per_ns);
}

QString time_text(const Trace& trace, TraceTime time) {
  return number_text(format_time_ns(ns_of(trace, time), 1.0));
}

/// Maximum number of predecessors, and of successors, in the JSON text of an event.
constexpr std::size_t kMostCopiedDependencies = 5'000;

bool is_size(std::string_view key) {
  return key == key::kTransferSize || key == key::kBytes || key.ends_with("_bytes");
}

struct KeyTitle {
  std::string_view key;
  const char* title;
};
// Titles of known properties. Other properties are shown with their own name.
constexpr KeyTitle kKeyTitles[] = {
    {key::kOpcode, QT_TRANSLATE_NOOP("nscope::gui", "Opcode")},
    {key::kOperands, QT_TRANSLATE_NOOP("nscope::gui", "Operands")},
    {key::kPc, QT_TRANSLATE_NOOP("nscope::gui", "PC")},
    {key::kInstructionType, QT_TRANSLATE_NOOP("nscope::gui", "Type")},
    {key::kElements, QT_TRANSLATE_NOOP("nscope::gui", "Elements")},
    {key::kFlops, QT_TRANSLATE_NOOP("nscope::gui", "FLOPs")},
    {key::kHbmReadBytes, QT_TRANSLATE_NOOP("nscope::gui", "HBM read")},
    {key::kHbmWriteBytes, QT_TRANSLATE_NOOP("nscope::gui", "HBM written")},
    {key::kSbufReadBytes, QT_TRANSLATE_NOOP("nscope::gui", "SBUF read")},
    {key::kSbufWriteBytes, QT_TRANSLATE_NOOP("nscope::gui", "SBUF written")},
    {key::kPsumReadBytes, QT_TRANSLATE_NOOP("nscope::gui", "PSUM read")},
    {key::kPsumWriteBytes, QT_TRANSLATE_NOOP("nscope::gui", "PSUM written")},
    {key::kPsumReadSbufWriteBytes, QT_TRANSLATE_NOOP("nscope::gui", "PSUM to SBUF")},
    {key::kActivationFn, QT_TRANSLATE_NOOP("nscope::gui", "Function")},
    {key::kBirId, QT_TRANSLATE_NOOP("nscope::gui", "BIR id")},
    {key::kBirName, QT_TRANSLATE_NOOP("nscope::gui", "BIR")},
    {key::kPenguinId, QT_TRANSLATE_NOOP("nscope::gui", "Penguin id")},
    {key::kPenguinText, QT_TRANSLATE_NOOP("nscope::gui", "Penguin")},
    {key::kCompilerPc, QT_TRANSLATE_NOOP("nscope::gui", "Compiler PC")},
    {key::kLayer, QT_TRANSLATE_NOOP("nscope::gui", "Layer")},
    {key::kHloName, QT_TRANSLATE_NOOP("nscope::gui", "HLO")},
    {key::kSourceLocation, QT_TRANSLATE_NOOP("nscope::gui", "Source")},
    {key::kCrcIn, QT_TRANSLATE_NOOP("nscope::gui", "CRC in")},
    {key::kCrcOut, QT_TRANSLATE_NOOP("nscope::gui", "CRC out")},
    {key::kReadTensor, QT_TRANSLATE_NOOP("nscope::gui", "Reads tensor")},
    {key::kWriteTensor, QT_TRANSLATE_NOOP("nscope::gui", "Writes tensor")},
    {key::kQueueType, QT_TRANSLATE_NOOP("nscope::gui", "Queue type")},
    {key::kQueueName, QT_TRANSLATE_NOOP("nscope::gui", "Queue")},
    {key::kTransferSize, QT_TRANSLATE_NOOP("nscope::gui", "Size")},
    {key::kCrc, QT_TRANSLATE_NOOP("nscope::gui", "CRC")},
    {key::kAlgorithm, QT_TRANSLATE_NOOP("nscope::gui", "Algorithm")},
    {key::kBytes, QT_TRANSLATE_NOOP("nscope::gui", "Bytes")},
    {key::kRanks, QT_TRANSLATE_NOOP("nscope::gui", "Ranks")},
    {"bound", QT_TRANSLATE_NOOP("nscope::gui", "Bound by")},
};

QString key_title(std::string_view key) {
  for (const KeyTitle& known : kKeyTitles) {
    if (known.key == key) return tr(known.title);
  }
  return to_qstring(key);
}

/// The wait before an event, and what the capture states if that cannot be true.
QString wait_text(const Trace& trace, const Trace::SliceRef& slice) {
  const TraceTime wait(bounded_wait(trace, *slice.track, slice.row));
  const QString text = duration_text(trace, wait);
  if (wait == slice.wait()) return text;
  return tr("at most %1 (the capture states %2, but the preceding event started later)")
      .arg(text, duration_text(trace, slice.wait()));
}

QString active_share_text(const Trace& trace, const Track& track) {
  if (track.kind == TrackKind::kEngine && trace.strings().find(opcode::kEventSemaphore).valid()) {
    return tr(
        "The percentage is the active share of the visible part of the run, as in the "
        "summary: the time in which an instruction other than EVENT_SEMAPHORE runs.");
  }
  return tr(
      "The percentage is the share of the visible part of the run in which the track has an "
      "event.");
}

QString line(const QString& label, const QString& value) {
  return QStringLiteral("<tr><td style='padding-right:10px'>%1</td><td>%2</td></tr>")
      .arg(label.toHtmlEscaped(), value.toHtmlEscaped());
}

}  // namespace

QString duration_text(const Trace& trace, TraceTime time) {
  return number_text(format_duration_ns(ns_of(trace, time)));
}

QString track_text(const Trace& trace, const Track& track) {
  QString text = to_qstring(trace.text(track.name));
  if (track.core >= 0 && track.kind != TrackKind::kCore) {
    text += QStringLiteral(" · ") + tr("core %1").arg(track.core);
  }
  return text;
}

QString counter_text(std::string_view unit, double value) {
  if (unit == "share") return number_text(format_percent(value));
  if (unit == "B/s" || unit == "FLOP/s") return number_text(format_si(value, unit));
  if (unit == "B" || unit == "bytes") return number_text(format_bytes(value));
  const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
  const std::string number =
      whole ? format_count(static_cast<std::int64_t>(value)) : fmt::format("{:.4g}", value);
  return number_text(unit.empty() || unit == "count" ? number
                                                     : fmt::format("{}\u202f{}", number, unit));
}

QString arg_text(const Trace& trace, const Arg& arg) {
  if (const auto* text = std::get_if<StringId>(&arg.value)) return to_qstring(trace.text(*text));
  const std::string_view key = trace.text(arg.key);
  if (const auto* real = std::get_if<double>(&arg.value)) {
    if (key == key::kFlops) return number_text(format_si(*real, "FLOP"));
    if (is_size(key)) return number_text(format_bytes(*real));
    return number_text(fmt::format("{:.6g}", *real));
  }
  const std::int64_t whole = std::get<std::int64_t>(arg.value);
  std::string text = format_count(whole);
  if (key == key::kPc || key == key::kCompilerPc || key.find("crc") != std::string_view::npos) {
    text = fmt::format("{}", whole);
  } else if (key == key::kElements && whole > 0) {
    text += fmt::format(" ({})", format_si(2.0 * static_cast<double>(whole), "FLOP"));
  } else if (is_size(key) && whole >= 1024) {
    text += fmt::format(" ({})", format_bytes(static_cast<double>(whole)));
  } else if (is_size(key)) {
    text += "\u202fB";
  }
  return number_text(text);
}

QString slice_tool_tip(const Trace& trace, SliceId id) {
  const Trace::SliceRef slice = trace.slice(id);
  QString text =
      QStringLiteral("<b>%1</b><table>").arg(to_qstring(trace.text(slice.name())).toHtmlEscaped());
  text += line(tr("Track"), track_text(trace, *slice.track));
  text += line(tr("Start"), time_text(trace, slice.begin()));
  text += line(tr("Duration"), duration_text(trace, slice.end() - slice.begin()));
  if (slice.wait().value() > 0) text += line(tr("Wait"), wait_text(trace, slice));
  int shown = 0;
  for (const Arg& arg : trace.args_of(id)) {
    const std::string_view key = trace.text(arg.key);
    if (key != key::kOperands && key != key::kTransferSize && key != key::kLayer &&
        key != key::kFlops && key != "bound") {
      continue;
    }
    QString value = arg_text(trace, arg);
    if (value.size() > 90) value = value.left(88) + QStringLiteral(" …");
    text += line(key_title(key), value);
    if (++shown == 4) break;
  }
  return text + QStringLiteral("</table>");
}

QString track_tool_tip(const Trace& trace, const Track& track) {
  QString text = to_qstring(track_path(trace, track)).toHtmlEscaped();
  if (track.kind == TrackKind::kThrottle) {
    text += QStringLiteral("<br>") + tr("The percentage is the share of the visible part of the "
                                        "run with a limited clock.");
  } else if (track.slices.size() > 0) {
    text += QStringLiteral("<br>") + active_share_text(trace, track);
  }
  return text;
}

QString counter_tool_tip(const Trace& trace, const Track& track, double tick) {
  const auto value = counter_value(track, tick);
  const QString at =
      number_text(format_time_ns(tick / static_cast<double>(trace.time_base().ticks_per_ns), 1.0));
  const QString shown = value ? counter_text(trace.text(track.unit), *value) : tr("no sample yet");
  return QStringLiteral("<b>%1</b><br>%2<br>%3")
      .arg(track_text(trace, track).toHtmlEscaped(), shown.toHtmlEscaped(), at);
}

QString idle_tool_tip(const Trace& trace, const Track& track, double tick) {
  const SliceColumns& slices = track.slices;
  const auto time = static_cast<std::int64_t>(std::floor(tick));
  const auto next = std::upper_bound(slices.start.begin(), slices.start.end(), time);
  if (next == slices.start.end()) return tr("Idle: the track has no later events.");
  const auto row = static_cast<std::size_t>(next - slices.start.begin());
  const SliceId id = Trace::slice_id(track, row);
  const QString name = to_qstring(trace.text(slices.name[row])).toHtmlEscaped();
  const std::int64_t wait = slices.has_waits() ? bounded_wait(trace, track, row) : 0;
  const bool waiting = wait > 0 && slices.start[row] - wait <= time;
  if (!waiting) return tr("Idle until %1").arg(name);
  QString text = tr("%1 waits (%2 in total)").arg(name, duration_text(trace, TraceTime(wait)));
  if (const SliceId source = waited_for(trace, id); source.valid()) {
    const Trace::SliceRef last = trace.slice(source);
    text += QStringLiteral("<br>") + tr("for %1 on %2")
                                         .arg(to_qstring(trace.text(last.name())).toHtmlEscaped(),
                                              track_text(trace, *last.track).toHtmlEscaped());
  }
  return text;
}

SliceId waited_for(const Trace& trace, SliceId id) {
  const Track* own = trace.slice(id).track;
  SliceId last;
  for (const Flow& flow : trace.flows_to(id)) {
    const Trace::SliceRef from = trace.slice(flow.from);
    if (from.track == own) continue;
    if (!last.valid() || from.end() > trace.slice(last).end()) last = flow.from;
  }
  return last;
}

std::vector<SliceField> slice_fields(const Trace& trace, SliceId id) {
  const Trace::SliceRef slice = trace.slice(id);
  std::vector<SliceField> fields;
  fields.push_back({tr("Start"), time_text(trace, slice.begin())});
  fields.push_back({tr("Duration"), duration_text(trace, slice.end() - slice.begin())});
  if (slice.wait().value() > 0) {
    QString text = wait_text(trace, slice);
    if (const SliceId source = waited_for(trace, id); source.valid()) {
      const Trace::SliceRef from = trace.slice(source);
      text = tr("%1 for %2 (%3)")
                 .arg(text, to_qstring(trace.text(from.name())),
                      to_qstring(trace.text(from.track->name)));
    }
    fields.push_back({tr("Wait"), text});
  }
  const std::uint32_t parent = slice.track->parent_of(slice.row);
  if (parent != SliceId::kNone) {
    fields.push_back(
        {tr("Parent event"), to_qstring(trace.text(slice.track->slices.name[parent]))});
  }
  for (const Arg& arg : trace.args_of(id)) {
    fields.push_back(
        {key_title(trace.text(arg.key)), arg_text(trace, arg), to_qstring(trace.text(arg.key))});
  }
  return fields;
}

QString slice_json(const Trace& trace, SliceId id) {
  return to_qstring(
      document_text(analysis::event_document(trace, id, nullptr, kMostCopiedDependencies)));
}

}  // namespace nscope::gui
