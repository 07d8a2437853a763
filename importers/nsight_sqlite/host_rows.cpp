#include "importers/nsight_sqlite/export_import.h"
#include "importers/shared/error_text.h"
#include "importers/shared/gpu_names.h"
#include "importers/shared/printable.h"
#include "profiler/base/ascii.h"

#include <algorithm>
#include <array>
#include <limits>

// Calls of CUDA and annotations of the host threads.
namespace nscope::importers::nsight {
namespace {

// Values of NVTX_EVENTS.eventType (table ENUM_NSYS_EVENT_TYPE).
constexpr std::int64_t kNvtxMark = 34;
constexpr std::int64_t kNvtxStartEndRange = 60;
constexpr std::int64_t kNvtxDomain = 75;
// Names of categories, and the halves of ranges that were recorded only in part.
constexpr auto kOtherNvtx = std::to_array<std::int64_t>({33, 36, 38, 76});

/// "cudaLaunchKernel" for "cudaLaunchKernel_v7000": the version of CUDA in which the function was
/// added. The "_v2" of functions of the driver is a part of their name.
std::string_view without_version(std::string_view name) {
  std::size_t digits = 0;
  while (digits < name.size() && is_digit(name[name.size() - 1 - digits])) ++digits;
  constexpr std::size_t kVersionDigits = 4;
  if (digits < kVersionDigits || digits + 2 >= name.size()) return name;
  const std::string_view rest = name.substr(0, name.size() - digits);
  return rest.ends_with("_v") ? rest.substr(0, rest.size() - 2) : name;
}

}  // namespace

Result<> ExportImport::read_calls() {
  enum : std::size_t { kStart, kEnd, kThread, kCorrelation, kName, kReturn };
  static constexpr auto kColumns = std::to_array<std::string_view>(
      {"start", "end", "globalTid", "correlationId", "nameId", "returnValue"});
  const bool has_ranges = database_.has("NVTX_EVENTS");
  const auto read =
      each_row("CUPTI_ACTIVITY_KIND_RUNTIME", kColumns, phrase("Reading CUDA calls"),
               [&](const TableRows& row) {
                 const auto time = interval(row);
                 if (!time) return;
                 const std::int64_t string_id = row.integer(kName, 0);
                 const auto [name, added] = call_names_.try_emplace(string_id);
                 if (added) name->second = out_.intern(without_version(strings_.text(string_id)));
                 const auto thread = row.integer(kThread);
                 const SliceId slice =
                     out_.slice(tracks_.host(thread), name->second, time->start, time->duration);
                 put_category(slice, gpu::call_category(strings_.text(string_id)));
                 const auto correlation = row.integer(kCorrelation);
                 put(slice, keys_.correlation, correlation);
                 if (row.integer(kReturn, 0) != 0)
                   put(slice, keys_.return_value, row.integer(kReturn));
                 const GlobalId id{static_cast<std::uint64_t>(thread.value_or(0))};
                 if (!correlation || !calls_.add(id.process(), *correlation, slice)) return;
                 if (has_ranges) projection_.add_call(id.value, slice, time->start.value());
               });
  calls_.sort();
  return read;
}

/// Nsight Systems has a table for each library that it traces, such as cuBLAS, cuDNN, MPI and the
/// operating system. Those of calls have the same columns.
Result<> ExportImport::read_other_calls() {
  enum : std::size_t { kStart, kEnd, kThread, kName, kText };
  static constexpr auto kColumns =
      std::to_array<std::string_view>({"start", "end", "globalTid", "nameId", "textId"});
  struct Beside {
    std::string_view table;
    std::string_view what;
  };
  // The operating system's calls are inside those of CUDA and are many.
  static constexpr auto kBeside = std::to_array<Beside>(
      {{"OSRT_API", "OS runtime"}, {"PROFILER_OVERHEAD", "profiler overhead"}});
  for (const std::string& table : database_.tables()) {
    if (is_known_table(table) || database_.row_count(table) == 0) continue;
    const auto columns = database_.rows(table, kColumns);
    if (!columns || !columns->has(kStart) || !columns->has(kEnd) || !columns->has(kThread) ||
        !(columns->has(kName) || columns->has(kText))) {
      continue;
    }
    other_calls_.insert(table);
    const auto* const beside = std::find_if(kBeside.begin(), kBeside.end(),
                                            [&](const Beside& one) { return one.table == table; });
    std::string category = table;
    for (char& c : category) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    const auto read =
        each_row(table, kColumns, phrase("Reading calls of libraries"), [&](const TableRows& row) {
          const auto time = interval(row);
          if (!time) return;
          const auto thread = row.integer(kThread);
          const auto name = row.integer(kName) ? row.integer(kName) : row.integer(kText);
          const TrackId track =
              beside == kBeside.end() ? tracks_.host(thread) : tracks_.beside(thread, beside->what);
          const SliceId slice = out_.slice(track, name ? name_of(*name) : out_.intern(category),
                                           time->start, time->duration);
          put_category(slice, category);
        });
    if (!read) return read;
  }
  return {};
}

/// The names of NVTX domains ("NCCL", "PyTorch"), which are events of the table.
Result<> ExportImport::read_domains() {
  enum : std::size_t { kThread, kType, kText, kTextId, kDomain };
  static constexpr auto kColumns =
      std::to_array<std::string_view>({"globalTid", "eventType", "text", "textId", "domainId"});
  if (!database_.has("NVTX_EVENTS")) return {};
  return each_row(
      "NVTX_EVENTS", kColumns, phrase("Reading NVTX domains"), [&](const TableRows& row) {
        if (row.integer(kType) != kNvtxDomain) return;
        const GlobalId id{static_cast<std::uint64_t>(row.integer(kThread, 0))};
        const auto text_id = row.integer(kTextId);
        const StringId name = text_id ? name_of(*text_id) : out_.intern(printable(row.text(kText)));
        domains_[{static_cast<std::int64_t>(id.process()), row.integer(kDomain, 0)}] = name;
      });
}

namespace {

enum NvtxColumn : std::size_t {
  kNvtxStart,
  kNvtxEnd,
  kNvtxThread,
  kNvtxType,
  kNvtxText,
  kNvtxTextId,
  kNvtxDomainId,
  kNvtxUint64,
  kNvtxInt64,
  kNvtxUint32,
  kNvtxInt32,
  kNvtxDouble,
  kNvtxFloat,
  kNvtxJson,
  kNvtxJsonId,
  kNvtxEndThread,
  kNvtxBinary
};

}  // namespace

Result<> ExportImport::read_nvtx() {
  static constexpr auto kColumns = std::to_array<std::string_view>(
      {"start", "end", "globalTid", "eventType", "text", "textId", "domainId", "uint64Value",
       "int64Value", "uint32Value", "int32Value", "doubleValue", "floatValue", "jsonText",
       "jsonTextId", "endGlobalTid", "binaryData"});
  if (auto ok = message_sizes_.read(database_); !ok) {
    if (ok.error().code == ErrorCode::kCancelled) return ok;
    count("table_cut_off", Severity::kError, error_text(ok.error()));
  }
  return each_row("NVTX_EVENTS", kColumns, phrase("Reading NVTX ranges"),
                  [&](const TableRows& row) { nvtx_event(row); });
}

StringId ExportImport::nvtx_name(const TableRows& row) {
  if (const auto id = row.integer(kNvtxTextId)) return name_of(*id);
  if (const auto id = row.integer(kNvtxText)) return name_of(*id);  // 2018 and 2019
  const std::string_view text = row.text(kNvtxText);
  return out_.intern(text.empty() ? std::string("NVTX range") : printable(text));
}

void ExportImport::nvtx_event(const TableRows& row) {
  const auto type = row.integer(kNvtxType);
  if (type == kNvtxDomain) return;
  if (type && std::find(kOtherNvtx.begin(), kOtherNvtx.end(), *type) != kOtherNvtx.end()) {
    return count(
        "nvtx_event_not_read", Severity::kInfo,
        tr("{} row {}: an NVTX event of the type {} is not imported", table_, row.number(), *type));
  }
  const bool mark = type == kNvtxMark;
  const auto time = interval(row, !mark);
  if (!time) return;
  const auto thread = row.integer(kNvtxThread);
  // Ranges from start to end can overlap other ranges and can end on another thread.
  const TrackId track = type == kNvtxStartEndRange ? tracks_.ranges(thread) : tracks_.host(thread);
  const StringId name = nvtx_name(row);
  const SliceId slice = out_.slice(track, name, time->start, mark ? TraceTime(0) : time->duration);
  put_category(slice, gpu::kAnnotationCategory);
  nvtx_payload(row, slice);
  const auto message_bytes = message_sizes_.in(row.bytes(kNvtxBinary));
  put(slice, keys_.message_bytes, message_bytes);
  if (mark || !thread || row.integer(kNvtxEndThread, *thread) != *thread) return;
  const std::int64_t end = time->duration == kOpenDuration
                               ? std::numeric_limits<std::int64_t>::max()
                               : (time->start + time->duration).value();
  projection_.add_range(static_cast<std::uint64_t>(*thread),
                        {.begin = time->start.value(),
                         .end = end,
                         .name = name,
                         .domain = nvtx_domain(row),
                         .message_bytes = message_bytes.value_or(-1)});
}

StringId ExportImport::nvtx_domain(const TableRows& row) const {
  const GlobalId id{static_cast<std::uint64_t>(row.integer(kNvtxThread, 0))};
  const auto domain =
      domains_.find({static_cast<std::int64_t>(id.process()), row.integer(kNvtxDomainId, 0)});
  return domain == domains_.end() ? StringId() : domain->second;
}

void ExportImport::nvtx_payload(const TableRows& row, SliceId slice) {
  const StringId domain = nvtx_domain(row);
  if (domain.valid()) out_.arg(slice, keys_.domain, domain);
  for (const std::size_t column : {kNvtxUint64, kNvtxInt64, kNvtxUint32, kNvtxInt32}) {
    if (const auto value = row.integer(column)) return out_.arg(slice, keys_.payload, *value);
  }
  for (const std::size_t column : {kNvtxDouble, kNvtxFloat}) {
    if (const auto value = row.real(column)) return out_.arg(slice, keys_.payload, *value);
  }
  if (const auto json = row.integer(kNvtxJsonId)) {
    out_.arg(slice, keys_.payload, name_of(*json));
  } else if (!row.text(kNvtxJson).empty()) {
    out_.arg(slice, keys_.payload, out_.intern(printable(row.text(kNvtxJson))));
  }
}

Result<> ExportImport::write_projected_ranges() {
  control_.begin(phrase("Projecting NVTX ranges"), 0);
  constexpr std::int64_t kRangesPerCheck = 4096;
  std::int64_t ranges = 0;
  bool stopped = false;
  const std::int64_t left_out =
      projection_.project([&](const RangeProjection::Projected& projected) {
        const auto& [range, stream, begin, end] = projected;
        const TrackId track =
            tracks_.stream(stream.process, stream.device, stream.number, TrackClass::kAnnotation);
        const SliceId slice =
            out_.slice(track, range.name, TraceTime(begin), TraceTime(end - begin));
        put_category(slice, gpu::kGpuAnnotationCategory);
        out_.arg(slice, keys_.device, stream.device);
        out_.arg(slice, keys_.stream, stream.number);
        if (range.domain.valid()) out_.arg(slice, keys_.domain, range.domain);
        if (range.message_bytes >= 0) out_.arg(slice, keys_.message_bytes, range.message_bytes);
        stopped = ++ranges % kRangesPerCheck == 0 && (control_.cancelled() || !out_.flush());
        return !stopped;
      });
  if (stopped) return cancelled();
  if (left_out > 0) {
    count("nvtx_projection_left_out", Severity::kWarning,
          tr("NVTX ranges are not shown on all streams, because they would be too many"), left_out);
  }
  return {};
}

}  // namespace nscope::importers::nsight
