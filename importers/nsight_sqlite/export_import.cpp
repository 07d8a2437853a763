#include "importers/nsight_sqlite/export_import.h"

#include "importers/shared/error_text.h"
#include "importers/shared/gpu_names.h"
#include "importers/shared/possible_time.h"
#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <vector>

namespace nscope::importers::nsight {
namespace {

/// Tables that are read, or that only explain others.
constexpr auto kKnownTables = std::to_array<std::string_view>(
    {"StringIds", "ThreadNames", "PROCESSES", "ProcessStreams", "ANALYSIS_DETAILS", "ANALYSIS_FILE",
     "EXPORT_SCHEMA", "CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY",
     "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
     "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", "NVTX_EVENTS", "GPU_METRICS"});
constexpr auto kKnownPrefixes = std::to_array<std::string_view>(
    {"TARGET_INFO_", "META_DATA_", "NVTX_PAYLOAD_", "ENUM_", "sqlite_"});

}  // namespace

bool ExportImport::is_known_table(std::string_view name) {
  return std::find(kKnownTables.begin(), kKnownTables.end(), name) != kKnownTables.end() ||
         std::any_of(kKnownPrefixes.begin(), kKnownPrefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

ExportImport::ExportImport(const ExportDatabase& database, TraceWriter& out, TaskControl& control)
    : database_(database),
      out_(out),
      control_(control),
      strings_(database, out),
      tracks_(database, strings_, out),
      keys_{.category = out.intern("cat"),
            .correlation = out.intern("correlation"),
            .device = out.intern("device"),
            .context = out.intern("context"),
            .stream = out.intern("stream"),
            .bytes = out.intern(key::kBytes),
            .registers = out.intern("registers per thread"),
            .shared_memory = out.intern("shared memory"),
            .grid = out.intern("grid"),
            .block = out.intern("block"),
            .graph_node = out.intern("graph node id"),
            .graph = out.intern("graph id"),
            .graph_exec = out.intern("graph exec id"),
            .value = out.intern("value"),
            .payload = out.intern("payload"),
            .message_bytes = out.intern("message bytes"),
            .domain = out.intern("domain"),
            .return_value = out.intern("return value"),
            .sync_kind = out.intern("cuda_sync_kind")},
      launch_(out.intern(gpu::kLaunchFlow)) {}

Result<> ExportImport::each_row(std::string_view table, Columns columns, Phrase phase,
                                const std::function<void(const TableRows&)>& use) {
  auto rows = database_.rows(table, columns);
  if (!rows) {
    if (rows.error().code == ErrorCode::kCancelled) return fail(rows.error());
    count("table_cut_off", Severity::kError,
          tr("{}: the table was not read: {}", table, rows.error().message));
    return {};
  }
  control_.begin(phase, database_.row_count(table));
  table_ = table;
  constexpr std::int64_t kRowsPerStep = 4096;
  while (rows->next()) {
    use(*rows);
    if (rows->number() % kRowsPerStep != 0) continue;
    control_.advance_to(static_cast<std::uint64_t>(rows->number()));
    if (control_.cancelled() || !out_.flush()) return cancelled();
  }
  if (rows->cut_texts() > 0) {
    count("text_cut", Severity::kWarning,
          tr("{}: a text was cut after {} bytes", table, TableRows::kLongestText),
          rows->cut_texts());
  }
  const Result<> end = rows->status();
  if (end || end.error().code == ErrorCode::kCancelled) return end;
  count("table_cut_off", Severity::kError,
        tr("{}: reading stopped after {} rows: {}", table, rows->number(), end.error().message));
  return {};
}

void ExportImport::count(std::string_view code, Severity severity, Text example,
                         std::int64_t times) {
  out_.diagnose(code, severity, std::move(example), times);
}

std::optional<Interval> ExportImport::interval(const TableRows& row, bool may_be_open) {
  const auto start = row.integer(0);
  if (!start) {
    count("event_without_time", Severity::kWarning,
          tr("{} row {} was skipped: it has no start", table_, row.number()));
    return std::nullopt;
  }
  const auto end = row.integer(1);
  if (!possible_time(*start) || (end && !possible_time(*end))) {
    count("time_out_of_range", Severity::kWarning,
          tr("{} row {} was skipped: its time is out of range", table_, row.number()));
    return std::nullopt;
  }
  Interval interval{TraceTime(*start), TraceTime(end ? *end - *start : 0)};
  if (!end && may_be_open) {
    interval.duration = kOpenDuration;
  } else if (!end) {
    count("event_without_end", Severity::kWarning,
          tr("{} row {}: the end is missing; duration 0 was assumed", table_, row.number()));
  } else if (*end < *start) {
    count("negative_duration", Severity::kWarning,
          tr("{} row {}: the negative duration was set to 0", table_, row.number()));
    interval.duration = TraceTime(0);
  }
  first_ = std::min(first_, *start);
  last_ = std::max(last_, std::max(*start, end.value_or(*start)));
  ++events_;
  return interval;
}

void ExportImport::put(SliceId slice, StringId key, std::optional<std::int64_t> value) {
  if (value) out_.arg(slice, key, *value);
}

void ExportImport::put_category(SliceId slice, std::string_view category) {
  auto known = categories_.find(category);
  if (known == categories_.end()) {
    known = categories_.emplace(std::string(category), out_.intern(category)).first;
  }
  out_.arg(slice, keys_.category, known->second);
}

StringId ExportImport::name_of(std::int64_t string_id) {
  const auto [entry, added] = names_.try_emplace(string_id);
  if (added) entry->second = out_.intern(strings_.text(string_id));
  return entry->second;
}

/// Tables are absent if Nsight Systems did not record their events, so nothing is known of them.
void ExportImport::note_missing_tables() {
  const auto absent = [&](std::string_view code, std::string_view table, Phrase consequence,
                          std::string_view option) {
    if (database_.has(table)) return;
    count(code, Severity::kInfo,
          tr("the table {} is absent: {}; record with 'nsys profile --trace={}'", table,
             consequence, option));
  };
  if (!database_.has("CUPTI_ACTIVITY_KIND_GRAPH_TRACE")) {
    absent("no_kernels_recorded", "CUPTI_ACTIVITY_KIND_KERNEL", phrase("there are no GPU kernels"),
           "cuda");
  }
  absent("no_calls_recorded", "CUPTI_ACTIVITY_KIND_RUNTIME",
         phrase("the calls that started the GPU's work are unknown"), "cuda");
  absent("no_nvtx_recorded", "NVTX_EVENTS", phrase("there are no annotations"), "nvtx");
  for (const std::string& table : database_.tables()) {
    if (is_known_table(table) || other_calls_.contains(table)) continue;
    if (database_.row_count(table) == 0) continue;
    count("table_not_read", Severity::kInfo, tr("the table {} is not imported", printable(table)));
  }
}

Result<> ExportImport::run(std::string_view file_name) {
  control_.begin(phrase("Reading names"), 0);
  if (auto ok = strings_.read(); !ok && ok.error().code == ErrorCode::kCancelled) {
    return ok;
  } else if (!ok) {
    count("table_cut_off", Severity::kError, error_text(ok.error()));
  }
  if (auto ok = tracks_.read_names(); !ok && ok.error().code == ErrorCode::kCancelled) {
    return ok;
  } else if (!ok) {
    count("table_cut_off", Severity::kError, error_text(ok.error()));
  }
  out_.time_base({.ticks_per_ns = 1});
  using Step = Result<> (ExportImport::*)();
  // The calls are first, so that each event of a GPU finds its call.
  for (const Step step :
       {&ExportImport::read_run_facts, &ExportImport::read_calls, &ExportImport::read_other_calls,
        &ExportImport::read_domains, &ExportImport::read_nvtx, &ExportImport::read_kinds,
        &ExportImport::read_kernels, &ExportImport::read_copies, &ExportImport::read_sets,
        &ExportImport::read_graphs, &ExportImport::read_synchronisations,
        &ExportImport::write_projected_ranges, &ExportImport::read_gpu_metrics}) {
    if (auto ok = (this->*step)(); !ok) return ok;
  }
  if (events_ == 0) {
    const auto notes = out_.diagnostics();
    const auto damage = std::find_if(notes.begin(), notes.end(), [](const Diagnostic& note) {
      return note.code == "table_cut_off";
    });
    if (damage != notes.end()) return fail(ErrorCode::kBadInput, damage->example);
    return fail(ErrorCode::kBadInput,
                tr("the export contains no CUDA or NVTX events and no GPU metrics; record with "
                   "'nsys profile --trace=cuda,nvtx'"));
  }
  note_missing_tables();
  out_.property(std::string(property::kSourceFormat), std::string("nsight systems sqlite"));
  out_.property(std::string(property::kSourceFile), std::string(file_name));
  out_.property(std::string(property::kProvenance), std::string("measured"));
  out_.time_base(
      {.ticks_per_ns = 1, .window_begin = TraceTime(first_), .window_end = TraceTime(last_)});
  return {};
}

}  // namespace nscope::importers::nsight
