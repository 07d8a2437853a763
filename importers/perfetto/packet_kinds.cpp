#include "importers/perfetto/packet_kinds.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace nscope::importers::perfetto {
namespace {

struct Row {
  std::uint32_t field;
  std::string_view name;
  bool has_events;
};

// Field numbers of TracePacket (release 55), in their order.
constexpr Row kRows[] = {
    {1, "ftrace_events", true},
    {2, "process_tree", false},
    {4, "inode_file_map", false},
    {5, "chrome_events", true},
    {7, "sys_stats", true},
    {9, "process_stats", true},
    {33, "trace_config", false},
    {34, "ftrace_stats", false},
    {35, "trace_stats", false},
    {37, "profile_packet", true},
    {38, "battery", true},
    {39, "android_log", true},
    {40, "power_rails", true},
    {43, "process_descriptor", false},
    {44, "thread_descriptor", false},
    {45, "system_info", false},
    {46, "trigger", false},
    {47, "packages_list", false},
    {48, "chrome_benchmark_metadata", false},
    {49, "perfetto_metatrace", true},
    {51, "chrome_metadata", false},
    {52, "gpu_counter_event", true},
    {53, "gpu_render_stage_event", true},
    {54, "streaming_profile_packet", true},
    {56, "heap_graph", true},
    {57, "graphics_frame_event", true},
    {61, "module_symbols", false},
    {62, "vulkan_memory_event", true},
    {65, "vulkan_api_event", true},
    {66, "perf_sample", true},
    {67, "cpu_info", false},
    {68, "smaps_packet", true},
    {69, "service_event", false},
    {71, "gpu_mem_total_event", true},
    {72, "extension_descriptor", false},
    {73, "memory_tracker_snapshot", true},
    {76, "frame_timeline_event", true},
    {78, "ui_state", false},
    {82, "translation_table", false},
    {89, "trace_uuid", false},
    {90, "track_event_range_of_interest", false},
    {95, "etw_events", true},
    {107, "remote_clock_sync", false},
    {109, "chrome_trigger", false},
    {117, "generic_kernel_task_state_event", true},
    {118, "generic_kernel_cpu_freq_event", true},
    {124, "trace_provenance", false},
    {126, "trace_attributes", false},
    {128, "gpu_info", false},
};

}  // namespace

PacketKind packet_kind(std::uint32_t field) {
  const auto* const row = std::find_if(std::begin(kRows), std::end(kRows),
                                       [&](const Row& r) { return r.field == field; });
  if (row == std::end(kRows)) return {fmt::format("packet_field_{}", field), true};
  return {std::string(row->name), row->has_events};
}

}  // namespace nscope::importers::perfetto
