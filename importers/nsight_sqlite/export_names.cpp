#include "importers/nsight_sqlite/export_names.h"

#include "importers/shared/printable.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace nscope::importers::nsight {
namespace {

constexpr std::int64_t kGpuOrder = 1'000'000;  // GPUs are below the processes

/// "python3" for "/usr/bin/python3".
std::string program_of(std::string_view path) {
  const std::size_t slash = path.find_last_of('/');
  return printable(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

GlobalId global_id(std::optional<std::int64_t> value) {
  return {static_cast<std::uint64_t>(value.value_or(0))};
}

}  // namespace

Result<> StringTable::read() {
  if (!database_.has("StringIds")) return {};
  auto rows = database_.row_numbers("StringIds", "id");
  if (!rows) return fail(rows.error());
  while (rows->next()) {
    const auto number = rows->integer(0);
    const auto id = rows->integer(1);
    if (number && id) rows_.emplace_back(*id, *number);
  }
  if (!std::is_sorted(rows_.begin(), rows_.end())) std::sort(rows_.begin(), rows_.end());
  return rows->status();
}

const std::string& StringTable::text(std::int64_t id) {
  const auto [entry, added] = texts_.try_emplace(id);
  if (!added) return entry->second;
  const auto row = std::lower_bound(rows_.begin(), rows_.end(), std::pair(id, INT64_MIN));
  if (row != rows_.end() && row->first == id) {
    auto found = database_.row_at("StringIds", "value", row->second);
    if (found && found->next()) entry->second = printable(found->text(0));
    if (found && found->cut_texts() > 0) {
      out_.diagnose("text_cut", Severity::kWarning,
                    tr("{}: a text was cut after {} bytes", "StringIds", TableRows::kLongestText));
    }
  }
  if (entry->second.empty()) {
    entry->second = fmt::format("string {}", id);
    out_.diagnose("missing_string", Severity::kWarning,
                  tr("the table StringIds has no text with the id {}", id));
  }
  return entry->second;
}

Result<> ExportTracks::read_names() {
  static constexpr auto kProcess = std::to_array<std::string_view>({"globalPid", "name"});
  auto processes = database_.rows("PROCESSES", kProcess);
  if (!processes) return fail(processes.error());
  while (processes->next()) {
    const auto id = processes->integer(0);
    std::string name = program_of(processes->text(1));
    if (!id || name.empty()) continue;
    if (process_names_.emplace(global_id(id).process(), name).second) ++name_uses_[name];
  }
  if (!processes->status()) return processes->status();

  static constexpr auto kThread = std::to_array<std::string_view>({"globalTid", "nameId"});
  auto threads = database_.rows("ThreadNames", kThread);
  if (!threads) return fail(threads.error());
  while (threads->next()) {
    const auto id = threads->integer(0);
    const auto name = threads->integer(1);
    if (id && name) thread_names_.emplace(global_id(id).value, strings_.text(*name));
  }
  if (!threads->status()) return threads->status();

  static constexpr auto kDevice = std::to_array<std::string_view>({"pid", "cudaId", "gpuId"});
  auto devices = database_.rows("TARGET_INFO_CUDA_DEVICE", kDevice);
  if (!devices) return fail(devices.error());
  while (devices->next()) {
    const auto cuda = devices->integer(1);
    const auto gpu = devices->integer(2);
    const auto pid = static_cast<std::uint32_t>(devices->integer(0, 0));
    if (cuda && gpu) gpu_of_device_.emplace(std::pair(pid, *cuda), *gpu);
  }
  return devices->status();
}

/// "python", or "python 4711" if several processes have this name. A process without a name is
/// named by its number unless it is the first.
std::string ExportTracks::process_name(GlobalId id) {
  const auto [seen, added] =
      seen_processes_.try_emplace(id.process(), static_cast<int>(seen_processes_.size()));
  const auto named = process_names_.find(id.process());
  if (named == process_names_.end()) {
    return seen->second == 0 ? std::string() : std::to_string(id.pid());
  }
  if (name_uses_[named->second] == 1) return named->second;
  return fmt::format("{} {}", named->second, id.pid());
}

Process& ExportTracks::host_process(GlobalId id) {
  Process& process = tracks_.process(fmt::format("{}", id.process()));
  if (!process.labels.empty()) return process;
  tracks_.set_process_name(process, process_name(id));
  tracks_.set_process_labels(process, "CPU");
  tracks_.set_process_order(process, seen_processes_[id.process()]);
  return process;
}

TrackId ExportTracks::host(std::optional<std::int64_t> global_tid) {
  const GlobalId id = global_id(global_tid);
  const auto [entry, added] = threads_.try_emplace(id.value, nullptr);
  if (added) {
    host_process(id);
    const std::string tid = std::to_string(id.tid());
    Thread& thread = tracks_.thread(fmt::format("{}", id.process()), tid);
    const auto name = thread_names_.find(id.value);
    if (name != thread_names_.end()) {
      tracks_.set_thread_name(thread, fmt::format("thread {} ({})", tid, name->second));
    }
    entry->second = &thread;
  }
  return tracks_.track(*entry->second, TrackClass::kHost);
}

TrackId ExportTracks::beside(std::optional<std::int64_t> global_tid, std::string_view what) {
  const GlobalId id = global_id(global_tid);
  TrackId& track = beside_[{id.value, std::string(what)}];
  if (!track.valid()) {
    const auto named = thread_names_.find(id.value);
    const std::string name =
        named == thread_names_.end() ? "" : fmt::format(" ({})", named->second);
    track =
        tracks_.extra_track(host_process(id), fmt::format("thread {}{} {}", id.tid(), name, what),
                            TrackLayout::kNested);
  }
  return track;
}

TrackId ExportTracks::ranges(std::optional<std::int64_t> global_tid) {
  const GlobalId id = global_id(global_tid);
  TrackId& track = ranges_[id.process()];
  if (!track.valid()) {
    track = tracks_.extra_track(host_process(id), "NVTX ranges", TrackLayout::kFlat);
  }
  return track;
}

ExportTracks::Streams& ExportTracks::gpu(GlobalId id, std::int64_t device) {
  const auto [entry, added] = gpus_.try_emplace({id.process(), device});
  if (!added) return entry->second;
  std::int64_t number = device;
  for (const std::uint32_t pid : {id.pid(), 0u}) {
    const auto known = gpu_of_device_.find({pid, device});
    if (known == gpu_of_device_.end()) continue;
    number = known->second;
    break;
  }
  Process& group = tracks_.process(fmt::format("{} GPU {}", id.process(), device));
  tracks_.set_process_name(group, process_name(id));
  tracks_.set_process_labels(group, fmt::format("GPU {}", number));
  tracks_.set_process_order(group, kGpuOrder + std::clamp<std::int64_t>(number, 0, kGpuOrder));
  group_of_gpu_.emplace(number, &group);
  entry->second.group = &group;
  return entry->second;
}

TrackId ExportTracks::stream(std::optional<std::int64_t> global_pid, std::int64_t device,
                             std::int64_t stream, TrackClass track_class) {
  GlobalId id = global_id(global_pid);
  if (!global_pid && seen_processes_.size() == 1) id.value = seen_processes_.begin()->first;
  Streams& streams = gpu(id, device);
  const auto [entry, added] = streams.by_number.try_emplace(stream, nullptr);
  if (added) {
    entry->second =
        &tracks_.thread(fmt::format("{} GPU {}", id.process(), device), std::to_string(stream));
    tracks_.set_thread_order(*entry->second, stream);
  }
  return tracks_.track(*entry->second, track_class);
}

TrackId ExportTracks::counter(std::int64_t gpu, const std::string& name) {
  const auto [entry, added] = group_of_gpu_.try_emplace(gpu, nullptr);
  if (added) {
    Process& group = tracks_.process(fmt::format("GPU {}", gpu));
    tracks_.set_process_labels(group, fmt::format("GPU {}", gpu));
    tracks_.set_process_order(group, kGpuOrder + std::clamp<std::int64_t>(gpu, 0, kGpuOrder));
    entry->second = &group;
  }
  return tracks_.counter(*entry->second, name);
}

}  // namespace nscope::importers::nsight
