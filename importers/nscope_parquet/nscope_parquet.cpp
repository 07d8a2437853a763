#include "importers/nscope_parquet/nscope_parquet.h"

#include "importers/parquet_rows/parquet_folder.h"
#include "importers/parquet_rows/parquet_rows.h"
#include "importers/shared/possible_time.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/device_id.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {
namespace {

constexpr std::int64_t kFormatVersion = 1;

/// The enumerator of a name; nullopt for an unknown one.
template <class Enum>
std::optional<Enum> parse(std::string_view name, Enum last) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    if (to_string(static_cast<Enum>(i)) == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

/// Reads the tables of one export. Any inconsistency is an error: files that Neuronscope wrote
/// itself need no repair, so an inconsistent one is damaged.
class ExportReader {
 public:
  ExportReader(const ParquetFolder& folder, TraceSink& sink, TaskControl& control)
      : folder_(folder), out_(sink), control_(control) {}

  Result<> read() {
    for (const auto step :
         {&ExportReader::read_trace, &ExportReader::read_tracks, &ExportReader::read_slices,
          &ExportReader::read_counters, &ExportReader::read_flows, &ExportReader::read_args,
          &ExportReader::read_metrics, &ExportReader::read_diagnostics,
          &ExportReader::read_properties}) {
      if (auto ok = (this->*step)(); !ok) return ok;
    }
    return out_.finish() ? Result<>() : cancelled();
  }

 private:
  Result<> read_trace();
  Result<> read_tracks();
  Result<> read_slices();
  Result<> read_counters();
  Result<> read_flows();
  Result<> read_args();
  Result<> read_metrics();
  Result<> read_diagnostics();
  Result<> read_properties();

  /// Calls `row(rows)` for each row of a table until it returns an error.
  template <class Row>
  Result<> for_each(std::string_view table, std::span<const std::string_view> fields, Row row);

  tl::unexpected<Error> broken(const ParquetRows& rows, Text why) const {
    return fail(ErrorCode::kBadInput, std::move(why), Place(rows.place()).inside(folder_.shown()));
  }
  /// The track or slice that a row refers to; nullopt if it does not exist.
  std::optional<TrackId> track_of(ParquetRows& rows, std::size_t field) const {
    const auto id = rows.integer(field);
    if (!id || *id < 0 || static_cast<std::size_t>(*id) >= tracks_.size()) return std::nullopt;
    return tracks_[static_cast<std::size_t>(*id)];
  }
  std::optional<SliceId> slice_of(ParquetRows& rows, std::size_t field) const {
    const auto id = rows.integer(field);
    if (!id || *id < 0 || static_cast<std::size_t>(*id) >= slices_) return std::nullopt;
    return SliceId(static_cast<std::size_t>(*id));
  }

  const ParquetFolder& folder_;
  TraceWriter out_;
  TaskControl& control_;
  bool ticks_ = false;  ///< the times are in the "_ticks" columns
  std::vector<TrackId> tracks_;
  std::size_t slices_ = 0;
  std::uint64_t done_ = 0;
};

template <class Row>
Result<> ExportReader::for_each(std::string_view table, std::span<const std::string_view> fields,
                                Row row) {
  const ParquetTableFiles* const files = folder_.find(table);
  if (files == nullptr) {
    return fail(ErrorCode::kBadInput, tr("the file {}.parquet is missing", table), folder_.shown());
  }
  ParquetRows rows(folder_, *files, fields, out_, control_);
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    if (Result<> ok = row(rows); !ok) return ok;
    constexpr std::uint64_t kReportEvery = 1024;
    if (++done_ % kReportEvery == 0) control_.advance_to(done_);
  }
  return end_of(more);
}

Result<> ExportReader::read_trace() {
  enum : std::size_t { kFormat, kTicks, kBegin, kEnd };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"format", "ticks_per_ns", "window_begin_ticks", "window_end_ticks"});
  bool seen = false;
  auto ok = for_each("trace", kFields, [&](ParquetRows& rows) -> Result<> {
    const auto format = rows.integer(kFormat);
    if (!format) return broken(rows, tr("'format' must be a whole number"));
    if (*format != kFormatVersion) {
      return fail(ErrorCode::kUnsupportedVersion,
                  tr("unsupported version {} of the Parquet export; supported: {}", *format,
                     kFormatVersion),
                  folder_.shown());
    }
    const auto ticks = rows.integer(kTicks);
    const auto begin = rows.integer(kBegin);
    const auto end = rows.integer(kEnd);
    if (!ticks || *ticks < 1 || *ticks > limits::kFinestTimeBase || !begin || !end ||
        !possible_time(*begin) || !possible_time(*end)) {
      return broken(rows, tr("the time base is missing or out of range"));
    }
    ticks_ = *ticks != 1;
    out_.time_base({*ticks, TraceTime(*begin), TraceTime(*end)});
    seen = true;
    return {};
  });
  if (ok && !seen) {
    return fail(ErrorCode::kBadInput, tr("trace.parquet has no rows"), folder_.shown());
  }
  return ok;
}

Result<> ExportReader::read_tracks() {
  enum : std::size_t { kId, kParent, kName, kKind, kCore, kEngine, kUnit, kSliceKind, kLayout };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"id", "parent_id", "name", "kind", "core", "engine", "unit", "slice_kind", "layout"});
  return for_each("track", kFields, [&](ParquetRows& rows) -> Result<> {
    if (rows.integer(kId) != static_cast<std::int64_t>(tracks_.size())) {
      return broken(rows, tr("the id must be {}", tracks_.size()));
    }
    const auto kind = parse(rows.text(kKind), TrackKind::kOther);
    const auto engine = parse(rows.text(kEngine), Engine::kCc);
    const auto slice_kind = parse(rows.text(kSliceKind), SliceKind::kCompile);
    if (!kind || !engine || !slice_kind) {
      return broken(rows, tr("unknown kind, engine or slice kind"));
    }
    TrackId parent;
    if (rows.has(kParent)) {
      const auto known = track_of(rows, kParent);
      if (!known) return broken(rows, tr("the parent track must precede this track"));
      parent = *known;
    }
    const auto core = rows.integer(kCore).value_or(-1);
    constexpr std::int64_t kMaxCore = 1 << 20;
    if (core < -1 || core > kMaxCore) {
      return broken(rows, tr("the core must be between -1 and {}", kMaxCore));
    }
    const auto nested = rows.text(kLayout) == "nested";
    tracks_.push_back(out_.track({.name = rows.text(kName),
                                  .kind = *kind,
                                  .parent = parent,
                                  .engine = *engine,
                                  .slice_kind = *slice_kind,
                                  .layout = nested ? TrackLayout::kNested : TrackLayout::kFlat,
                                  .core = static_cast<std::int32_t>(core),
                                  .order = static_cast<std::int32_t>(tracks_.size()),
                                  .unit = rows.text(kUnit)}));
    return {};
  });
}

Result<> ExportReader::read_slices() {
  enum : std::size_t { kId, kTrack, kName, kStart, kDuration, kWait };
  static constexpr auto kInNs = std::to_array<std::string_view>(
      {"id", "track_id", "name", "start_ns", "duration_ns", "wait_ns"});
  static constexpr auto kInTicks = std::to_array<std::string_view>(
      {"id", "track_id", "name", "start_ticks", "duration_ticks", "wait_ticks"});
  return for_each("slice", ticks_ ? kInTicks : kInNs, [&](ParquetRows& rows) -> Result<> {
    if (rows.integer(kId) != static_cast<std::int64_t>(slices_)) {
      return broken(rows, tr("the id must be {}", slices_));
    }
    const auto track = track_of(rows, kTrack);
    const auto start = rows.integer(kStart);
    const auto duration = rows.integer(kDuration);
    const std::int64_t wait = rows.integer(kWait).value_or(0);
    if (!track) return broken(rows, tr("unknown track"));
    if (!start || !duration || !possible_time(*start) || !possible_time(*duration) ||
        *duration < 0 || !possible_time(wait) || wait < 0) {
      return broken(rows, tr("start, duration and wait must be times within the limits"));
    }
    out_.slice(*track, out_.intern(rows.text(kName)), TraceTime(*start), TraceTime(*duration),
               TraceTime(wait));
    ++slices_;
    return {};
  });
}

Result<> ExportReader::read_counters() {
  enum : std::size_t { kTrack, kTime, kValue };
  static constexpr auto kInNs = std::to_array<std::string_view>({"track_id", "time_ns", "value"});
  static constexpr auto kInTicks =
      std::to_array<std::string_view>({"track_id", "time_ticks", "value"});
  return for_each("counter", ticks_ ? kInTicks : kInNs, [&](ParquetRows& rows) -> Result<> {
    const auto track = track_of(rows, kTrack);
    const auto time = rows.integer(kTime);
    const DuckValue value = rows.value(kValue);
    const auto* const real = std::get_if<double>(&value);
    if (!track || !time || !possible_time(*time) || real == nullptr) {
      return broken(rows, tr("track, time or value is missing or invalid"));
    }
    out_.counter(*track, TraceTime(*time), *real);
    return {};
  });
}

Result<> ExportReader::read_flows() {
  enum : std::size_t { kFrom, kTo, kKind };
  static constexpr auto kFields =
      std::to_array<std::string_view>({"from_slice_id", "to_slice_id", "kind"});
  return for_each("flow", kFields, [&](ParquetRows& rows) -> Result<> {
    const auto from = slice_of(rows, kFrom);
    const auto to = slice_of(rows, kTo);
    if (!from || !to) return broken(rows, tr("the flow refers to an unknown slice"));
    out_.flow(*from, *to, out_.intern(rows.text(kKind)));
    return {};
  });
}

Result<> ExportReader::read_args() {
  enum : std::size_t { kSlice, kKey, kInteger, kReal, kText };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"slice_id", "key", "integer_value", "real_value", "text_value"});
  return for_each("arg", kFields, [&](ParquetRows& rows) -> Result<> {
    const auto slice = slice_of(rows, kSlice);
    if (!slice) return broken(rows, tr("unknown slice"));
    const StringId key = out_.intern(rows.text(kKey));
    const DuckValue real = rows.value(kReal);
    if (const auto integer = rows.integer(kInteger)) {
      out_.arg(*slice, key, *integer);
    } else if (const auto* value = std::get_if<double>(&real)) {
      out_.arg(*slice, key, *value);
    } else {
      out_.arg(*slice, key, rows.text(kText));
    }
    return {};
  });
}

Result<> ExportReader::read_metrics() {
  enum : std::size_t { kName, kValue, kUnit, kProvenance, kLow, kHigh, kNote };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"name", "value", "unit", "provenance", "low", "high", "note"});
  return for_each("metric", kFields, [&](ParquetRows& rows) -> Result<> {
    const auto provenance = parse_provenance(rows.text(kProvenance));
    const DuckValue value = rows.value(kValue);
    const auto* const real = std::get_if<double>(&value);
    if (!provenance || real == nullptr) {
      return broken(rows, tr("value or provenance is missing or invalid"));
    }
    out_.metric({.name = std::string(rows.text(kName)),
                 .value = *real,
                 .unit = std::string(rows.text(kUnit)),
                 .provenance = *provenance,
                 .low = rows.number(kLow),
                 .high = rows.number(kHigh),
                 .note = Text::verbatim(std::string(rows.text(kNote)))});
    return {};
  });
}

Result<> ExportReader::read_diagnostics() {
  enum : std::size_t { kCode, kSeverity, kCount, kExample };
  static constexpr auto kFields =
      std::to_array<std::string_view>({"code", "severity", "count", "example"});
  return for_each("diagnostic", kFields, [&](ParquetRows& rows) -> Result<> {
    const auto severity = parse(rows.text(kSeverity), Severity::kError);
    const auto count = rows.integer(kCount);
    if (!severity || !count || *count < 0) {
      return broken(rows, tr("count or severity is missing or invalid"));
    }
    // The trace builder computes the nesting again and counts what it moves again.
    if (rows.text(kCode) == kRecountedDiagnostic) return {};
    out_.diagnose(rows.text(kCode), *severity, Text::verbatim(std::string(rows.text(kExample))),
                  *count);
    return {};
  });
}

Result<> ExportReader::read_properties() {
  enum : std::size_t { kKey, kInteger, kReal, kText };
  static constexpr auto kFields =
      std::to_array<std::string_view>({"key", "integer_value", "real_value", "text_value"});
  return for_each("property", kFields, [&](ParquetRows& rows) -> Result<> {
    const DuckValue real = rows.value(kReal);
    PropertyValue value(std::string(rows.text(kText)));
    if (const auto integer = rows.integer(kInteger)) {
      value = *integer;
    } else if (const auto* number = std::get_if<double>(&real)) {
      value = *number;
    }
    use_catalogue_device_id(rows.text(kKey), value);
    out_.property(std::string(rows.text(kKey)), std::move(value));
    return {};
  });
}

}  // namespace

bool sniff_nscope_parquet(const std::filesystem::path& folder) {
  const std::vector<std::string> names = parquet_table_names(folder);
  const auto has = [&](std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return has("trace") && has("track") && has("slice");
}

Result<> read_nscope_parquet(const std::filesystem::path& path, TraceSink& sink,
                             TaskControl& control) {
  auto folder = ParquetFolder::open(path, control);
  if (!folder) return fail(folder.error());
  control.begin(phrase("Reading Parquet"), static_cast<std::uint64_t>(folder->rows()));
  return ExportReader(*folder, sink, control).read();
}

}  // namespace nscope::importers
