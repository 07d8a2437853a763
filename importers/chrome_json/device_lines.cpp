#include "importers/chrome_json/device_lines.h"

#include "importers/chrome_json/kineto.h"
#include "profiler/base/ascii.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

/// The text after a leading number and a space. Empty if the name does not begin with them.
std::string_view after_number(std::string_view name) {
  std::size_t digits = 0;
  while (digits < name.size() && is_digit(name[digits])) ++digits;
  const bool numbered = digits > 0 && digits < name.size() && name[digits] == ' ';
  return numbered ? name.substr(digits + 1) : std::string_view();
}

bool is_rocprof_gpu(std::string_view name) {
  std::string_view rest = after_number(name);
  if (!rest.starts_with("GPU") || rest.size() == 3) return false;
  rest.remove_prefix(3);
  return std::all_of(rest.begin(), rest.end(), [](char c) { return is_digit(c); });
}

/// The class of an event of a stream whose program does not state it.
TrackClass stream_work(std::string_view event) {
  constexpr auto kCopies =
      std::to_array<std::string_view>({"Memcpy", "Memset", "MEMCPY", "MEMSET"});
  constexpr auto kWaits = std::to_array<std::string_view>({"EVENT_", "NOTIFY_", "Notify_"});
  const auto starts = [&](std::string_view word) { return event.starts_with(word); };
  if (std::any_of(kCopies.begin(), kCopies.end(), starts)) return TrackClass::kCopy;
  if (std::any_of(kWaits.begin(), kWaits.end(), starts)) return TrackClass::kSynchronisation;
  return gpu_work(event);
}

}  // namespace

TrackClass DeviceLines::track_of(Thread& thread, std::string_view event) {
  const auto collective_or = [&](TrackClass other) {
    return xla::is_collective_op(event, "") ? TrackClass::kCollective : other;
  };
  switch (line_of(thread)) {
    case Line::kUnknown:
    case Line::kNone: return TrackClass::kGeneric;
    case Line::kHost: return TrackClass::kHost;
    case Line::kStream: return stream_work(event);
    case Line::kOps: return collective_or(TrackClass::kKernel);
    case Line::kAsyncOps: return collective_or(TrackClass::kCopy);
    case Line::kMarkers: return TrackClass::kMarkers;
    case Line::kCopies: return TrackClass::kCopy;
  }
  return TrackClass::kGeneric;
}

DeviceLines::Line DeviceLines::line_of(Thread& thread) {
  if (thread.number >= lines_.size()) lines_.resize(thread.number + 1u, Line::kUnknown);
  Line& line = lines_[thread.number];
  if (line == Line::kUnknown) line = determine(thread);
  return line;
}

DeviceLines::Line DeviceLines::determine(Thread& thread) {
  const Process& process = *thread.process;
  if (process.name.empty() && process.label == "CUDA functions") return Line::kStream;
  if (process.name == "Ascend Hardware" || is_rocprof_gpu(process.name)) return Line::kStream;
  if (after_number(process.name) == "COPY") return Line::kCopies;
  if (!xla::is_plane(process.name)) return Line::kNone;
  const xla::PlaneKind plane = xla::plane_kind(process.name);
  if (plane.host) return Line::kHost;
  if (!plane.device) return Line::kNone;
  switch (xla::line_kind(thread.name, plane, has_work_line(process))) {
    case xla::LineKind::kStream:
      if (const auto number = xla::stream_number(thread.name)) {
        thread.name = fmt::format("stream {}", *number);
      }
      return Line::kStream;
    case xla::LineKind::kOps: return Line::kOps;
    case xla::LineKind::kAsyncOps: return Line::kAsyncOps;
    case xla::LineKind::kMarkers: return Line::kMarkers;
    case xla::LineKind::kCounters: return Line::kNone;
  }
  return Line::kNone;
}

/// Whether a thread of the process has the name of a stream or of a line of operators. Names are
/// noted before a stream is renamed.
bool DeviceLines::has_work_line(const Process& process) {
  const auto& threads = tracks_.threads();
  for (; scanned_ < threads.size(); ++scanned_) {
    const Thread& thread = threads[scanned_];
    if (!xla::is_work_line(thread.name)) continue;
    const std::size_t number = thread.process->number;
    if (number >= work_lines_.size()) work_lines_.resize(number + 1);
    work_lines_[number] = true;
  }
  return process.number < work_lines_.size() && work_lines_[process.number];
}

}  // namespace nscope::importers
