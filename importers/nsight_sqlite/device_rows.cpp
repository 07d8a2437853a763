#include "importers/chrome_json/kineto.h"
#include "importers/nsight_sqlite/export_import.h"
#include "importers/shared/gpu_names.h"
#include "importers/shared/printable.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

// Events of the GPUs: kernels, copies, fills, CUDA graphs, synchronisation, metrics.
namespace nscope::importers::nsight {
namespace {

// The first columns of every table of GPU events.
enum DeviceColumn : std::size_t {
  kStart,
  kEnd,
  kProcess,
  kDevice,
  kContext,
  kStream,
  kCorrelation,
  kGraphNode,
  kFirstOwn
};

/// The columns of DeviceColumn, then those of one table.
template <std::size_t kOwn>
constexpr std::array<std::string_view, kFirstOwn + kOwn> device_columns(
    const std::string_view (&own)[kOwn]) {
  std::array<std::string_view, kFirstOwn + kOwn> all{"start",         "end",        "globalPid",
                                                     "deviceId",      "contextId",  "streamId",
                                                     "correlationId", "graphNodeId"};
  std::copy(own, own + kOwn, all.begin() + kFirstOwn);
  return all;
}

/// Columns with a name of a kernel, the best first.
constexpr std::size_t kKernelNames = 4;

/// The stream number of events of a whole context.
constexpr std::int64_t kNoStream = 0xffff'ffff;

/// "HTOD" for "CUDA_MEMCPY_KIND_HTOD".
std::string_view last_word(std::string_view name) {
  const std::size_t at = name.find_last_of('_');
  return at == std::string_view::npos ? name : name.substr(at + 1);
}

/// Kineto's name of a type of synchronisation, or "" (CUpti_ActivitySynchronizationType).
std::string_view sync_name(std::int64_t type) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"", "Event Sync", "Stream Wait Event", "Stream Sync", "Context Sync"});
  return type > 0 && type < static_cast<std::int64_t>(kNames.size())
             ? kNames[static_cast<std::size_t>(type)]
             : std::string_view();
}

}  // namespace

/// The kinds of copies and of memory. Files of all versions use the same numbers, and newer files
/// list them too.
Result<> ExportImport::read_kinds() {
  copy_kinds_ = {{1, "HtoD"},  {2, "DtoH"},  {3, "HtoA"}, {4, "AtoH"}, {5, "AtoA"},
                 {6, "AtoD"},  {7, "DtoA"},  {8, "DtoD"}, {9, "HtoH"}, {10, "PtoP"},
                 {11, "HtoD"}, {12, "DtoH"}, {13, "DtoD"}};
  memory_kinds_ = {{0, "Pageable"}, {1, "Pinned"},        {2, "Device"},        {3, "Array"},
                   {4, "Managed"},  {5, "Device Static"}, {6, "Managed Static"}};
  static constexpr auto kColumns = std::to_array<std::string_view>({"id", "name", "label"});
  const Phrase phase = phrase("Reading names");
  auto read = each_row("ENUM_CUDA_MEMCPY_OPER", kColumns, phase, [&](const TableRows& row) {
    const std::string_view direction = gpu::copy_direction(last_word(row.text(1)));
    if (row.integer(0) && !direction.empty()) copy_kinds_[*row.integer(0)] = direction;
  });
  if (!read) return read;
  return each_row("ENUM_CUDA_MEM_KIND", kColumns, phase, [&](const TableRows& row) {
    const std::string label = printable(row.text(2));
    if (!row.integer(0) || label.empty()) return;
    if (last_word(row.text(1)) == "UNKNOWN") {
      memory_kinds_.erase(*row.integer(0));
    } else {
      memory_kinds_[*row.integer(0)] = label;
    }
  });
}

void ExportImport::put_device_event(const TableRows& row, SliceId slice, const Interval& time,
                                    std::string_view category) {
  put_category(slice, category);
  put(slice, keys_.device, row.integer(kDevice));
  put(slice, keys_.context, row.integer(kContext));
  put(slice, keys_.stream, row.integer(kStream));
  if (row.integer(kGraphNode, 0) != 0) put(slice, keys_.graph_node, row.integer(kGraphNode));
  const auto correlation = row.integer(kCorrelation);
  if (!correlation) return;
  std::optional<std::uint64_t> process;
  if (const auto id = row.integer(kProcess)) {
    process = GlobalId{static_cast<std::uint64_t>(*id)}.process();
  }
  const SliceId call = calls_.find(process, *correlation);
  if (call.valid()) {
    out_.arg(slice, keys_.correlation, *correlation);
    if (category == gpu::kSyncCategory) return;
    out_.flow(call, slice, launch_);
    projection_.add_work(call,
                         {.process = row.integer(kProcess),
                          .device = row.integer(kDevice, 0),
                          .number = row.integer(kStream, 0)},
                         time.start.value(), (time.start + time.duration).value());
  } else if (category != gpu::kSyncCategory && database_.has("CUPTI_ACTIVITY_KIND_RUNTIME")) {
    // Another process may have a call with this number, so the number is not a property.
    count("launch_not_recorded", Severity::kInfo,
          tr("the call with correlation number {} is not in the export", *correlation));
  }
}

/// The name with its parameters, else the short or mangled name: numbers in StringIds, or texts.
ExportImport::Kernel ExportImport::kernel_of(const TableRows& row) {
  const auto kernel = [&](StringId name, std::string_view text) {
    const auto [entry, added] = of_kernel_.try_emplace(name.value, TrackClass::kKernel);
    if (added) entry->second = kineto_track(gpu::kKernelCategory, text);
    return Kernel{name, entry->second};
  };
  for (std::size_t column = kFirstOwn; column < kFirstOwn + kKernelNames; ++column) {
    if (const auto id = row.integer(column)) return kernel(name_of(*id), strings_.text(*id));
    const std::string_view text = row.text(column);
    if (!text.empty()) return kernel(out_.intern(printable(text)), text);
  }
  count("kernel_without_name", Severity::kWarning,
        tr("{} row {}: the kernel has no name", table_, row.number()));
  return kernel(out_.intern("kernel"), "kernel");
}

Result<> ExportImport::read_kernels() {
  enum : std::size_t {
    kRegisters = kFirstOwn + kKernelNames,
    kStaticShared,
    kDynamicShared,
    kGridX,
    kGridY,
    kGridZ,
    kBlockX,
    kBlockY,
    kBlockZ
  };
  static constexpr auto kColumns =
      device_columns({"demangledName", "shortName", "mangledName", "name", "registersPerThread",
                      "staticSharedMemory", "dynamicSharedMemory", "gridX", "gridY", "gridZ",
                      "blockX", "blockY", "blockZ"});
  // Most kernels have the same sizes as an earlier one.
  std::map<std::array<std::int64_t, 3>, StringId> sizes;
  const auto put_sizes = [&](const TableRows& row, SliceId slice, StringId key,
                             std::size_t column) {
    const auto x = row.integer(column);
    if (!x) return;
    const std::array size{*x, row.integer(column + 1, 1), row.integer(column + 2, 1)};
    constexpr std::size_t kMostKept = 100'000;
    if (sizes.size() > kMostKept) sizes.clear();
    const auto [entry, added] = sizes.try_emplace(size);
    if (added) entry->second = out_.intern(gpu::three_sizes(size[0], size[1], size[2]));
    out_.arg(slice, key, entry->second);
  };
  return each_row(
      "CUPTI_ACTIVITY_KIND_KERNEL", kColumns, phrase("Reading kernels"), [&](const TableRows& row) {
        const auto time = interval(row);
        if (!time) return;
        const Kernel kernel = kernel_of(row);
        const TrackId track = tracks_.stream(row.integer(kProcess), row.integer(kDevice, 0),
                                             row.integer(kStream, 0), kernel.track_class);
        const SliceId slice = out_.slice(track, kernel.name, time->start, time->duration);
        put_device_event(row, slice, *time, gpu::kKernelCategory);
        put(slice, keys_.registers, row.integer(kRegisters));
        if (row.integer(kStaticShared) || row.integer(kDynamicShared)) {
          put(slice, keys_.shared_memory,
              row.integer(kStaticShared, 0) + row.integer(kDynamicShared, 0));
        }
        put_sizes(row, slice, keys_.grid, kGridX);
        put_sizes(row, slice, keys_.block, kBlockX);
      });
}

std::string ExportImport::memory_name(std::optional<std::int64_t> kind) const {
  if (!kind) return {};
  const auto known = memory_kinds_.find(*kind);
  return known == memory_kinds_.end() ? std::string("Unknown") : known->second;
}

Result<> ExportImport::read_copies() {
  enum : std::size_t { kBytes = kFirstOwn, kKind, kSource, kTarget };
  static constexpr auto kColumns = device_columns({"bytes", "copyKind", "srcKind", "dstKind"});
  std::map<std::array<std::int64_t, 3>, StringId> names;
  return each_row(
      "CUPTI_ACTIVITY_KIND_MEMCPY", kColumns, phrase("Reading copies"), [&](const TableRows& row) {
        const auto time = interval(row);
        if (!time) return;
        const std::int64_t kind = row.integer(kKind, 0);
        const auto [name, added] =
            names.try_emplace({kind, row.integer(kSource, -1), row.integer(kTarget, -1)});
        if (added) {
          const auto known = copy_kinds_.find(kind);
          const std::string direction =
              known != copy_kinds_.end() ? known->second : fmt::format("kind {}", kind);
          name->second = out_.intern(gpu::copy_name(direction, memory_name(row.integer(kSource)),
                                                    memory_name(row.integer(kTarget))));
        }
        const TrackId track = tracks_.stream(row.integer(kProcess), row.integer(kDevice, 0),
                                             row.integer(kStream, 0), TrackClass::kCopy);
        const SliceId slice = out_.slice(track, name->second, time->start, time->duration);
        put_device_event(row, slice, *time, gpu::kCopyCategory);
        put(slice, keys_.bytes, row.integer(kBytes));
      });
}

Result<> ExportImport::read_sets() {
  enum : std::size_t { kBytes = kFirstOwn, kMemory, kValue };
  static constexpr auto kColumns = device_columns({"bytes", "memKind", "value"});
  return each_row(
      "CUPTI_ACTIVITY_KIND_MEMSET", kColumns, phrase("Reading fills"), [&](const TableRows& row) {
        const auto time = interval(row);
        if (!time) return;
        const TrackId track = tracks_.stream(row.integer(kProcess), row.integer(kDevice, 0),
                                             row.integer(kStream, 0), TrackClass::kCopy);
        const StringId name = out_.intern(gpu::set_name(memory_name(row.integer(kMemory))));
        const SliceId slice = out_.slice(track, name, time->start, time->duration);
        put_device_event(row, slice, *time, gpu::kSetCategory);
        put(slice, keys_.bytes, row.integer(kBytes));
        put(slice, keys_.value, row.integer(kValue));
      });
}

/// With --cuda-graph-trace=graph, the default, a launch of a graph is one event without kernels.
Result<> ExportImport::read_graphs() {
  enum : std::size_t { kGraph = kFirstOwn, kExec };
  static constexpr auto kColumns = device_columns({"graphId", "graphExecId"});
  return each_row(
      "CUPTI_ACTIVITY_KIND_GRAPH_TRACE", kColumns, phrase("Reading CUDA graphs"),
      [&](const TableRows& row) {
        const auto time = interval(row);
        if (!time) return;
        const auto graph = row.integer(kGraph);
        const StringId name =
            out_.intern(graph ? fmt::format("CUDA graph {}", *graph) : std::string("CUDA graph"));
        const TrackId track = tracks_.stream(row.integer(kProcess), row.integer(kDevice, 0),
                                             row.integer(kStream, 0), TrackClass::kKernel);
        const SliceId slice = out_.slice(track, name, time->start, time->duration);
        put_device_event(row, slice, *time, "cuda_graph");
        put(slice, keys_.graph, graph);
        put(slice, keys_.graph_exec, row.integer(kExec));
        count("graph_without_kernels", Severity::kInfo,
              tr("{} row {}: a launch of a CUDA graph is one event, because its kernels were not "
                 "recorded; record with 'nsys profile --cuda-graph-trace=node'",
                 table_, row.number()));
      });
}

Result<> ExportImport::read_synchronisations() {
  enum : std::size_t { kType = kFirstOwn };
  static constexpr auto kColumns = device_columns({"syncType"});
  return each_row(
      "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", kColumns, phrase("Reading synchronisation"),
      [&](const TableRows& row) {
        const auto time = interval(row);
        if (!time) return;
        const std::int64_t type = row.integer(kType, 0);
        const std::string_view known = sync_name(type);
        const StringId name =
            out_.intern(known.empty() ? fmt::format("Sync type {}", type) : std::string(known));
        std::int64_t stream = row.integer(kStream, -1);
        if (stream == kNoStream) stream = -1;
        const TrackId track = tracks_.stream(row.integer(kProcess), row.integer(kDevice, 0), stream,
                                             TrackClass::kSynchronisation);
        const SliceId slice = out_.slice(track, name, time->start, time->duration);
        put_device_event(row, slice, *time, gpu::kSyncCategory);
        out_.arg(slice, keys_.sync_kind, name);
      });
}

/// Samples of hardware counters, in percent of their maximum.
Result<> ExportImport::read_gpu_metrics() {
  static constexpr auto kNameColumns =
      std::to_array<std::string_view>({"typeId", "metricId", "metricName"});
  using Metric = std::pair<std::int64_t, std::int64_t>;  // type and id
  std::map<Metric, std::string> names;
  auto read = each_row("TARGET_INFO_GPU_METRICS", kNameColumns, phrase("Reading names"),
                       [&](const TableRows& row) {
                         const std::string name = printable(row.text(2));
                         if (!name.empty()) names[{row.integer(0, 0), row.integer(1, 0)}] = name;
                       });
  if (!read) return read;
  static constexpr auto kColumns =
      std::to_array<std::string_view>({"timestamp", "end", "typeId", "metricId", "value"});
  std::map<Metric, TrackId> tracks;
  return each_row(
      "GPU_METRICS", kColumns, phrase("Reading GPU metrics"), [&](const TableRows& row) {
        const auto value = row.real(4);
        const auto time = interval(row, true);  // there is no column "end"
        if (!time || !value || !std::isfinite(*value)) return;
        const Metric metric{row.integer(2, 0), row.integer(3, 0)};
        TrackId& track = tracks[metric];
        if (!track.valid()) {
          const auto name = names.find(metric);
          // The lower half of the type is the number of the GPU.
          track = tracks_.counter(
              metric.first & 0xffff'ffff,
              name != names.end() ? name->second : fmt::format("metric {}", metric.second));
        }
        out_.counter(track, time->start, *value);
      });
}

}  // namespace nscope::importers::nsight
