#include "importers/chrome_json/track_table.h"

#include "importers/chrome_json/xla_planes.h"
#include "importers/shared/printable.h"
#include "profiler/base/ascii.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

struct TrackStyle {
  TrackKind kind;
  SliceKind slice_kind;
  std::string_view suffix;
};

constexpr std::array<TrackStyle, kTrackClasses> kTrackStyles{{
    {TrackKind::kOther, SliceKind::kOther, ""},
    {TrackKind::kHost, SliceKind::kHost, ""},
    {TrackKind::kEngine, SliceKind::kOperator, ""},
    {TrackKind::kCollective, SliceKind::kCollective, " collectives"},
    {TrackKind::kDmaQueue, SliceKind::kDma, " copies"},
    {TrackKind::kLayer, SliceKind::kLayer, " annotations"},
    {TrackKind::kLayer, SliceKind::kLayer, ""},
    {TrackKind::kOther, SliceKind::kOther, " synchronisation"},
    {TrackKind::kOther, SliceKind::kOther, " samples"},
}};

bool is_device_track(TrackClass track_class) {
  return track_class != TrackClass::kGeneric && track_class != TrackClass::kHost &&
         track_class != TrackClass::kSamples;
}

std::int32_t clamp_order(std::int64_t order) {
  using Limits = std::numeric_limits<std::int32_t>;
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(order, Limits::min(), Limits::max()));
}

bool declared(const Thread& thread) {
  return std::any_of(thread.tracks.begin(), thread.tracks.end(),
                     [](TrackId track) { return track.valid(); });
}

}  // namespace

std::string_view rank_of(std::string_view pid) {
  const std::size_t end = pid.starts_with('[') ? pid.find("] ") : std::string_view::npos;
  return end == std::string_view::npos ? std::string_view() : pid.substr(0, end + 1);
}

Process& TrackTable::process(std::string_view pid) {
  const auto known = process_index_.find(pid);
  if (known != process_index_.end()) return *known->second;
  Process& added = processes_.emplace_back(
      Process{.label = printable(pid), .number = static_cast<std::uint32_t>(processes_.size())});
  process_index_.emplace(std::string(pid), &added);
  return added;
}

Thread& TrackTable::thread(std::string_view pid, std::string_view tid) {
  Process& owner = process(pid);
  const auto [it, added] = thread_index_.try_emplace({&owner, std::string(tid)}, nullptr);
  if (added) {
    it->second =
        &threads_.emplace_back(Thread{.process = &owner,
                                      .label = printable(tid),
                                      .number = static_cast<std::uint32_t>(threads_.size())});
  }
  return *it->second;
}

Thread* TrackTable::find_thread(std::string_view tid) {
  const auto found = std::find_if(thread_index_.begin(), thread_index_.end(),
                                  [&](const auto& entry) { return entry.first.second == tid; });
  return found == thread_index_.end() ? nullptr : found->second;
}

void TrackTable::count_late(Text why) {
  out_.diagnose("late_name", Severity::kWarning, std::move(why));
}

void TrackTable::count_late_process(const Process& process, std::string_view name) {
  count_late(
      tr("process {} is labelled with its number: its name '{}' comes after its events in the file",
         process.label, name));
}

void TrackTable::set_process_name(Process& process, std::string_view name) {
  if (process.name == name) return;
  if (process.group.valid()) return count_late_process(process, name);
  process.name = name;
}

void TrackTable::set_process_labels(Process& process, std::string_view labels) {
  if (process.labels == labels) return;
  if (process.group.valid()) return count_late_process(process, labels);
  process.labels = labels;
}

void TrackTable::set_process_order(Process& process, std::int64_t order) {
  process.order = clamp_order(order);
}

void TrackTable::set_thread_name(Thread& thread, std::string_view name) {
  if (thread.name == name) return;
  if (declared(thread)) {
    return count_late(tr(
        "thread {} is labelled with its number: its name '{}' comes after its events in the file",
        thread.label, name));
  }
  thread.name = name;
}

void TrackTable::set_thread_order(Thread& thread, std::int64_t order) {
  thread.order = clamp_order(order);
}

TrackId TrackTable::group(Process& process, bool device) {
  if (process.group.valid()) return process.group;
  std::string name = process.name;
  if (xla::is_plane(name)) name = xla::plane_kind(name).label;
  if (name.empty()) name = process.labels;
  const std::string_view rank = rank_of(process.label);
  if (name.empty()) {
    const std::string number = process.label.substr(rank.empty() ? 0 : rank.size() + 1);
    const bool other_device = device && !number.empty() && !is_digit(number.front());
    name = number.empty() ? "Events without a process"
           : other_device ? number
                          : fmt::format("{} {}", device ? "GPU" : "Process", number);
  } else if (!process.name.empty() && !process.labels.empty()) {
    name = fmt::format("{} ({})", process.labels, process.name);
  }
  if (!rank.empty()) name = fmt::format("{} {}", rank, name);
  process.group = out_.track({.name = name, .kind = TrackKind::kGroup, .order = process.order});
  return process.group;
}

Process& TrackTable::process_of_host_thread(const Thread& thread) {
  Process& stated = *thread.process;
  if (!stated.labels.starts_with("GPU")) return stated;
  const auto host = std::find_if(processes_.begin(), processes_.end(), [&](const Process& other) {
    return other.labels == "CPU" && other.name == stated.name &&
           rank_of(other.label) == rank_of(stated.label);
  });
  if (host == processes_.end()) return stated;
  out_.diagnose("host_thread_on_gpu", Severity::kInfo,
                tr("thread {} runs on the host, but its events state {} as their process; it is "
                   "shown with the threads of process {}",
                   thread.label, stated.labels, host->label));
  return *host;
}

TrackId TrackTable::track(Thread& thread, TrackClass track_class) {
  TrackId& track = thread.tracks[static_cast<std::size_t>(track_class)];
  if (track.valid()) return track;
  const TrackStyle& style = kTrackStyles[static_cast<std::size_t>(track_class)];
  const bool device = is_device_track(track_class);
  std::string name = thread.name;
  if (name.empty()) {
    const std::string_view what = device ? "stream" : "thread";
    // The first versions of PyTorch's profiler name a stream "stream 7" instead of 7.
    name = thread.label.empty()             ? "events"
           : thread.label.starts_with(what) ? thread.label
                                            : fmt::format("{} {}", what, thread.label);
  }
  name += style.suffix;
  Process& owner =
      track_class == TrackClass::kHost ? process_of_host_thread(thread) : *thread.process;
  track = out_.track({.name = name,
                      .kind = style.kind,
                      .parent = group(owner, device),
                      .slice_kind = style.slice_kind,
                      .layout = TrackLayout::kNested,
                      .order = thread.order});
  return track;
}

TrackId TrackTable::counter(Process& process, std::string_view name) {
  return out_.track({.name = name, .kind = TrackKind::kCounter, .parent = group(process)});
}

TrackId TrackTable::extra_track(Process& process, std::string_view name, TrackLayout layout) {
  return out_.track(
      {.name = name, .kind = TrackKind::kOther, .parent = group(process), .layout = layout});
}

}  // namespace nscope::importers
