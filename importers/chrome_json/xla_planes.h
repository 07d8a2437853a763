#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// The names that XLA's profiler gives to devices and their lines, in XPlane profiles as planes and
// lines, in Chrome traces as processes and threads.
namespace nscope::importers::xla {

/// What the name of a plane says.
struct PlaneKind {
  bool device = false;
  bool gpu = false;     ///< an NVIDIA or AMD GPU, with a line for each stream
  bool host = false;    ///< threads of the host's processes
  std::string label{};  ///< of its group: "GPU 0", "NEURON 0", "CPU"
  std::int64_t number = 0;
};
PlaneKind plane_kind(std::string_view name);
/// Whether XLA's profiler names devices or hosts like this: "/device:GPU:0", "/host:CPU".
bool is_plane(std::string_view name);

/// What the events of a line of a device are.
enum class LineKind : std::uint8_t {
  kStream,    ///< kernels and copies in the order in which the stream runs them
  kOps,       ///< operators of the device
  kAsyncOps,  ///< transfers and collectives that run beside the operators
  kMarkers,   ///< steps, modules, scopes: intervals that contain operators
  kCounters,  ///< values at points in time
};
/// `has_ops`: the plane has streams or a line of operators, so its other lines only summarise them.
LineKind line_kind(std::string_view name, const PlaneKind& plane, bool has_ops);
/// Whether the operators or kernels of a device are on the line with this name.
bool is_work_line(std::string_view name);

/// The number of the stream: 7 for "Stream #7(Compute,MemcpyD2D)".
std::optional<std::int64_t> stream_number(std::string_view line_name);

/// The name of a host thread's track: "thread 123" for "Host Threads/123".
std::string thread_name(std::string_view line_name);

/// The class of an operator of XLA: a collective by its category or name, else a kernel.
bool is_collective_op(std::string_view name, std::string_view hlo_category);

}  // namespace nscope::importers::xla
