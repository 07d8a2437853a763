#include "profiler/analysis/memory/allocator_events.h"

#include "profiler/analysis/metrics/arg_reader.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace nscope::analysis {
namespace {

struct Event {
  std::int64_t time = 0;
  double bytes = 0.0;  ///< negative if freed
  double address = 0.0;
  double allocated = 0.0;
  double reserved = 0.0;
  const Track* track = nullptr;
  std::size_t row = 0;
};

/// Events by device type and number.
using Devices = std::map<std::pair<int, int>, std::vector<Event>>;

int small(std::optional<double> number) {
  return number && *number >= 0.0 && *number < 1e6 ? static_cast<int>(*number) : -1;
}

/// The types are those of PyTorch's c10::DeviceType.
Text device_name(int type, int index) {
  if (type == 0) return tr("CPU, allocated");
  if (type == 1) return tr("GPU {}, allocated", index);
  return tr("device {} of type {}, allocated", index, type);
}

/// Adds the allocator events of a track. Returns false if cancelled.
bool collect(const Trace& trace, const Track& track, StringId name, Devices& to,
             const TaskControl& control) {
  const auto reader = [&](std::string_view key) {
    return ArgReader(track, trace.strings().find(key));
  };
  ArgReader total = reader("Total Allocated");
  if (total.empty()) return true;
  ArgReader reserved = reader("Total Reserved");
  ArgReader bytes = reader("Bytes");
  ArgReader address = reader("Addr");
  ArgReader type = reader("Device Type");
  ArgReader index = reader("Device Id");
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    if (control.cancelled_at(row)) return false;
    if (track.slices.name[row] != name) continue;
    const auto allocated = total.number(row);
    if (!allocated) continue;
    to[{small(type.number(row)), small(index.number(row))}].push_back(
        {.time = track.slices.start[row],
         .bytes = bytes.amount(row),
         .address = address.amount(row),
         .allocated = *allocated,
         .reserved = reserved.amount(row),
         .track = &track,
         .row = row});
  }
  return true;
}

/// The blocks that are live after events[0..last], with the calls that allocated them.
std::vector<MemoryUse> live_after(const Trace& trace, const std::vector<Event>& events,
                                  std::size_t last) {
  std::unordered_map<double, std::size_t> blocks;  // by address
  for (std::size_t i = 0; i <= last; ++i) {
    if (events[i].bytes > 0.0) blocks[events[i].address] = i;
    if (events[i].bytes < 0.0) blocks.erase(events[i].address);
  }
  std::vector<MemoryUse> live;
  for (const auto& [address, index] : blocks) {
    const Event& event = events[index];
    const std::uint32_t call = event.track->parent_of(event.row);
    const std::string_view name =
        call == SliceId::kNone ? std::string_view() : trace.text(event.track->slices.name[call]);
    live.push_back({.name = std::string(name),
                    .value = event.bytes,
                    .slice = Trace::slice_id(*event.track, event.row)});
  }
  std::sort(live.begin(), live.end(),
            [](const MemoryUse& a, const MemoryUse& b) { return a.slice < b.slice; });
  return live;
}

/// The highest total in the analysed range. A total is valid until the next event.
std::optional<AllocatorMemory> memory_of(const Trace& trace, const Scope& scope,
                                         std::vector<Event>& events) {
  std::stable_sort(events.begin(), events.end(),
                   [](const Event& a, const Event& b) { return a.time < b.time; });
  AllocatorMemory memory;
  std::optional<std::size_t> highest;
  double integral = 0.0;
  double time = 0.0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (!scope.holds(TraceTime(events[i].time))) continue;
    const std::int64_t next = i + 1 < events.size() ? events[i + 1].time : events[i].time;
    integral += events[i].allocated * static_cast<double>(next - events[i].time);
    time += static_cast<double>(next - events[i].time);
    ++memory.peak.samples;
    if (highest && events[i].allocated <= memory.peak.value) continue;
    highest = i;
    memory.peak.value = events[i].allocated;
    memory.peak.begin = events[i].time;
    memory.peak.length = next - events[i].time;
    memory.reserved = events[i].reserved;
  }
  if (!highest) return std::nullopt;
  memory.peak.mean = time > 0.0 ? integral / time : memory.peak.value;
  memory.live = live_after(trace, events, *highest);
  return memory;
}

}  // namespace

Result<std::vector<AllocatorMemory>> allocator_memories(const Trace& trace, const Scope& scope,
                                                        const TaskControl& control) {
  std::vector<AllocatorMemory> memories;
  const StringId name = trace.strings().find("[memory]");
  if (!name.valid()) return memories;
  Devices devices;
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::kHost || !scope.holds(track)) continue;
    if (!collect(trace, track, name, devices, control)) return cancelled();
  }
  for (auto& [device, events] : devices) {
    auto memory = memory_of(trace, scope, events);
    if (!memory) continue;
    memory->name = device_name(device.first, device.second);
    memories.push_back(std::move(*memory));
  }
  return memories;
}

}  // namespace nscope::analysis
