#include "importers/chrome_json/xla_planes.h"

#include "importers/shared/printable.h"
#include "profiler/base/ascii.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

// Names of planes and lines: xplane_schema.cc in github.com/openxla/xla, xla/tsl/profiler/utils.
namespace nscope::importers::xla {
namespace {

constexpr std::string_view kDevice = "/device:";
constexpr std::string_view kHost = "/host:";

/// Planes with calls of the threads of the host's processes. Their lines have the numbers of the
/// threads, so that the lines of a thread are one.
constexpr auto kThreadPlanes =
    std::to_array<std::string_view>({"CPU", "CUPTI", "NVTX-CUPTI", "ROCTRACER", "python-tracer"});

constexpr auto kMarkerLines = std::to_array<std::string_view>(
    {"Steps", "Sparse Core Steps", "XLA Modules", "Sparse Core Modules", "Framework Name Scope",
     "Framework Ops", "Source code", "Launch Stats", "XLA TraceMe", "Host Offload Ops",
     "CUPTI overhead", "Tensor Core Sync Flag", "Sparse Core Syncs"});
constexpr auto kOpLines = std::to_array<std::string_view>({"XLA Ops", "Sparse Core Ops"});

template <class List>
bool holds(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::optional<std::int64_t> leading_number(std::string_view text) {
  std::int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc()) return std::nullopt;
  return number;
}

}  // namespace

bool is_plane(std::string_view name) {
  const bool starts = name.starts_with(kDevice) || name.starts_with(kHost);
  // Timelines of TensorFlow 1 have "/device:GPU:0/stream:all Compute" beside each of its streams.
  return starts && name.find('/', 1) == std::string_view::npos;
}

PlaneKind plane_kind(std::string_view name) {
  PlaneKind kind;
  if (name.starts_with(kDevice)) {
    // "GPU:0", "TPU:0 SparseCore 1", "CUSTOM:NAME"
    const std::string_view rest = name.substr(kDevice.size());
    const std::size_t colon = rest.find(':');
    kind.device = true;
    kind.gpu = rest.starts_with("GPU:");
    kind.label = printable(rest);
    if (colon != std::string_view::npos) {
      kind.label = printable(rest.substr(0, colon)) + " " + printable(rest.substr(colon + 1));
      kind.number = leading_number(rest.substr(colon + 1)).value_or(0);
    }
    return kind;
  }
  if (name.starts_with(kHost)) {
    const std::string_view rest = name.substr(kHost.size());
    kind.host = holds(kThreadPlanes, rest);
    kind.label = kind.host ? std::string("CPU") : printable(rest);
    return kind;
  }
  kind.device = name.starts_with("/virtualdevice:") || name.starts_with("#Chip");
  kind.label = name.empty() ? std::string("plane") : printable(name);
  return kind;
}

bool is_work_line(std::string_view name) {
  return holds(kOpLines, name) || stream_number(name).has_value();
}

LineKind line_kind(std::string_view name, const PlaneKind& plane, bool has_ops) {
  if (name == "_counters_") return LineKind::kCounters;
  if (stream_number(name) || (plane.gpu && name.empty())) return LineKind::kStream;
  // The operators of a GPU's plane are derived from the kernels of its streams.
  if (holds(kOpLines, name)) return plane.gpu && has_ops ? LineKind::kMarkers : LineKind::kOps;
  if (name == "Async XLA Ops") return plane.gpu ? LineKind::kMarkers : LineKind::kAsyncOps;
  if (holds(kMarkerLines, name) || has_ops) return LineKind::kMarkers;
  return LineKind::kOps;
}

std::optional<std::int64_t> stream_number(std::string_view line_name) {
  constexpr std::string_view kStream = "Stream #";
  if (!line_name.starts_with(kStream)) return std::nullopt;
  return leading_number(line_name.substr(kStream.size()));
}

std::string thread_name(std::string_view name) {
  constexpr std::string_view kThreads = "Host Threads/";
  if (!name.starts_with(kThreads)) return printable(name);
  name.remove_prefix(kThreads.size());
  name = name.substr(0, name.find('/'));
  return fmt::format("thread {}", printable(name));
}

bool is_collective_op(std::string_view name, std::string_view hlo_category) {
  constexpr auto kCollectives = std::to_array<std::string_view>(
      {"all-reduce", "all-gather", "reduce-scatter", "all-to-all", "ragged-all-to-all",
       "collective-permute", "collective-broadcast", "send", "recv"});
  // "all-reduce-start.3", "send-done", "all-reduce fusion"; but not "sendmail".
  const auto starts = [&](std::string_view text) {
    return std::any_of(kCollectives.begin(), kCollectives.end(), [&](std::string_view op) {
      if (!text.starts_with(op)) return false;
      return text.size() == op.size() || !(is_lower(text[op.size()]) || is_digit(text[op.size()]));
    });
  };
  if (name.starts_with('%')) name.remove_prefix(1);
  return starts(hlo_category) || starts(name);
}

}  // namespace nscope::importers::xla
