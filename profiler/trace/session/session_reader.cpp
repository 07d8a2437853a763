#include "profiler/trace/session/session_reader.h"

#include "profiler/base/text_json.h"
#include "profiler/trace/build/text_repair.h"
#include "profiler/trace/build/trace_assembler.h"
#include "profiler/trace/columns/diagnostic_list.h"
#include "profiler/trace/device_id.h"
#include "profiler/trace/limits.h"
#include "profiler/trace/session/session_chunks.h"
#include "profiler/trace/session/session_file.h"
#include "profiler/trace/session/session_layout.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace nscope::session_file {
namespace {

class SessionReader {
 public:
  SessionReader(std::unique_ptr<SQLite::Database> database, std::string path, TaskControl& control)
      : chunks_(std::make_shared<SessionChunks>(std::move(database), path)),
        database_(chunks_->database()),
        path_(std::move(path)),
        control_(control) {}

  Result<std::shared_ptr<const Trace>> read() {
    const int version = database_.execAndGet("PRAGMA user_version").getInt();
    if (version != kSchemaVersion) {
      return fail(
          ErrorCode::kUnsupportedVersion,
          version < kSchemaVersion
              ? tr("unsupported session schema {} (supported: {}); import the capture again",
                   version, kSchemaVersion)
              : tr("unsupported session schema {} (supported: {})", version, kSchemaVersion),
          path_);
    }
    control_.begin(phrase("Opening the session"), 0);
    if (auto ok = read_small_tables(); !ok) return fail(ok.error());
    if (auto ok = read_directory(); !ok) return fail(ok.error());
    if (auto ok = read_tracks(); !ok) return fail(ok.error());
    if (auto ok = read_flows(); !ok) return fail(ok.error());
    if (auto ok = read_name_sums(); !ok) return fail(ok.error());
    out_.set_storage(chunks_);
    return out_.finish({begin_, end_});
  }

 private:
  Error damaged(Text what) {
    return {ErrorCode::kBadInput, tr("damaged session: {}", what), path_};
  }

  Result<std::int64_t> meta(const char* key) {
    SQLite::Statement query(database_, "SELECT value FROM meta WHERE key=?");
    query.bind(1, key);
    if (!query.executeStep()) return fail(damaged(tr("missing key '{}' in table 'meta'", key)));
    return query.getColumn(0).getInt64();
  }

  /// Reads the directory of columns, sorted by owner and field.
  Result<> read_directory() {
    stored_chunks_ = database_.execAndGet("SELECT ifnull(max(id), -1) + 1 FROM chunk").getInt64();
    SQLite::Statement rows(database_,
                           "SELECT owner,field,rows,fill,first_chunk,chunks FROM \"column\" "
                           "ORDER BY owner,field");
    while (rows.executeStep()) {
      Stored stored{.owner = rows.getColumn(0).getInt64(),
                    .field = rows.getColumn(1).getString(),
                    .rows = rows.getColumn(2).getInt64()};
      const auto blob = [&](int column) {
        const SQLite::Column value = rows.getColumn(column);
        const auto* const data = static_cast<const std::byte*>(value.getBlob());
        return std::vector<std::byte>(data, data + value.getBytes());
      };
      if (stored.rows < 0 || stored.rows > kMostRows) {
        return fail(damaged(
            tr("column {}: the number of rows, {}, is out of range", stored.name(), stored.rows)));
      }
      if (rows.getColumn(5).isNull()) {
        stored.fill = blob(3);
      } else {
        const std::vector<std::byte> infos = blob(5);
        const auto count = (static_cast<std::size_t>(stored.rows) + kChunkRows - 1) / kChunkRows;
        stored.first_chunk = rows.getColumn(4).getInt64();
        const bool exist = stored.first_chunk >= 0 &&
                           stored.first_chunk <= stored_chunks_ - static_cast<std::int64_t>(count);
        if (infos.size() != count * sizeof(ChunkInfo) || count == 0 || !exist) {
          return fail(damaged(tr("column {}: missing chunks", stored.name())));
        }
        stored.chunks.resize(count);
        std::memcpy(stored.chunks.data(), infos.data(), infos.size());
      }
      directory_.push_back(std::move(stored));
    }
    return {};
  }

  /// Connects a column with its chunks. Sets `problem_` to the first error.
  template <class T, class Small>
  void attach(std::int64_t owner, const std::string& field, Column<T, Small>& column,
              std::size_t rows, typename Column<T, Small>::Check check, std::uint64_t limit,
              bool needs_memory) {
    const auto at = std::lower_bound(directory_.begin(), directory_.end(), std::tie(owner, field),
                                     [](const Stored& stored, const auto& key) {
                                       return std::tie(stored.owner, stored.field) < key;
                                     });
    const bool found = at != directory_.end() && at->owner == owner && at->field == field;
    const auto bad = [&](const Text& reason) {
      if (!problem_) problem_ = damaged(tr("column {}/{}: {}", owner, field, reason));
    };
    if (!found) return bad(tr("missing column"));
    if (at->rows != static_cast<std::int64_t>(rows)) return bad(tr("wrong number of rows"));
    if (rows == 0) return column.assign(0, T{});
    if (at->chunks.empty()) {
      T fill{};
      if (at->fill.size() != sizeof fill) return bad(tr("wrong size of values"));
      std::memcpy(static_cast<void*>(&fill), at->fill.data(), sizeof fill);
      const auto is_sound = [&](std::size_t row) {
        return check == nullptr || check({&fill, 1}, row, limit);
      };
      if (!is_sound(0) || !is_sound(rows - 1)) return bad(tr("value out of range"));
      if (needs_memory && rows > 1) return bad(tr("the values must not be constant"));
      column.assign(rows, fill);
      if (needs_memory) column.materialise();
      return;
    }
    for (const ChunkInfo& info : at->chunks) {
      const bool width = info.width == sizeof(T) || info.width == sizeof(Small);
      if (!width || info.encoding > Encoding::kDeltaPlanes) {
        return bad(tr("unknown encoding"));
      }
    }
    column.attach(*chunks_, chunks_->add(at->first_chunk, at->chunks), rows, check, limit);
  }

  /// Strings of a trace are UTF-8. Sessions of versions before 2026-12 may have others, which
  /// are repaired and counted.
  std::string text_of(const SQLite::Column& value) {
    std::string text = value.getString();
    repair_.repair(text);
    return text;
  }

  /// Sessions of versions before 2026-11 do not have every column.
  bool has_column(const char* table, const char* column) {
    SQLite::Statement query(database_, "SELECT 1 FROM pragma_table_info(?) WHERE name=?");
    query.bind(1, table);
    query.bind(2, column);
    return query.executeStep();
  }

  /// A text from its English form and, if the session has them, its template and arguments.
  Text translatable(const SQLite::Column& english, const SQLite::Column& parts) {
    std::string text = text_of(english);
    if (!parts.isNull()) {
      if (auto stored = parse_text_parts(parts.getString())) return std::move(*stored);
    }
    return Text::verbatim(std::move(text));
  }

  /// SQLite stores NaN as NULL.
  static double real_of(const SQLite::Column& value) {
    return value.isNull() ? std::numeric_limits<double>::quiet_NaN() : value.getDouble();
  }

  StringId checked_string(std::uint32_t id) const {
    return id < out_strings_ ? StringId(id) : StringId();
  }

  /// Ticks within limits that allow sums and differences of two times.
  Result<TraceTime> meta_time(const char* key) {
    const auto ticks = meta(key);
    if (!ticks) return fail(ticks.error());
    if (*ticks < -limits::kFarthestTime || *ticks > limits::kFarthestTime) {
      return fail(damaged(tr("'{}' in table 'meta' is outside the time axis", key)));
    }
    return TraceTime(*ticks);
  }

  Result<> read_small_tables() {
    if (auto ok = read_times(); !ok) return ok;
    SQLite::Statement strings(database_, "SELECT id, text FROM string ORDER BY id");
    while (strings.executeStep()) {
      if (strings.getColumn(0).getInt64() != static_cast<std::int64_t>(out_.strings().size())) {
        return fail(damaged(tr("string ids are not consecutive")));
      }
      out_.strings().append(text_of(strings.getColumn(1)));
    }
    out_strings_ = static_cast<std::uint32_t>(out_.strings().size());
    if (auto ok = read_facts(); !ok) return ok;
    if (problem_) return fail(*problem_);
    return {};
  }

  Result<> read_times() {
    TimeBase base;
    const auto ticks = meta("ticks_per_ns");
    const auto begin = meta_time("window_begin");
    const auto end = meta_time("window_end");
    if (!ticks) return fail(ticks.error());
    if (!begin) return fail(begin.error());
    if (!end) return fail(end.error());
    if (*ticks <= 0 || *ticks > limits::kFinestTimeBase) {
      return fail(damaged(tr("the time base is out of range")));
    }
    base.ticks_per_ns = *ticks;
    base.window_begin = *begin;
    base.window_end = *end;
    out_.time_base() = base;
    const auto first = meta_time("begin");
    const auto last = meta_time("end");
    if (!first) return fail(first.error());
    if (!last) return fail(last.error());
    begin_ = *first;
    end_ = *last;
    return {};
  }

  /// Properties, metrics and diagnostics.
  Result<> read_facts() {
    SQLite::Statement properties(database_, "SELECT key, value FROM property ORDER BY seq");
    while (properties.executeStep()) {
      const SQLite::Column value = properties.getColumn(1);
      const bool is_real = value.isFloat() || value.isNull();
      PropertyValue property = value.isInteger() ? PropertyValue(value.getInt64())
                               : is_real         ? PropertyValue(real_of(value))
                                                 : PropertyValue(text_of(value));
      std::string key = text_of(properties.getColumn(0));
      use_catalogue_device_id(key, property);
      out_.properties().emplace_back(std::move(key), std::move(property));
    }
    const auto parts_of = [&](const char* table) {
      return has_column(table, "text_parts") ? "text_parts" : "NULL";
    };
    SQLite::Statement metrics(
        database_, fmt::format("SELECT name,value,unit,provenance,low,high,note,{} FROM metric "
                               "ORDER BY seq",
                               parts_of("metric")));
    while (metrics.executeStep()) {
      const auto real = [&](int column) -> std::optional<double> {
        const SQLite::Column value = metrics.getColumn(column);
        return value.isNull() ? std::nullopt : std::optional(value.getDouble());
      };
      const auto provenance = parse_provenance(metrics.getColumn(3).getString());
      if (!provenance) return fail(damaged(tr("a metric has an unknown provenance")));
      out_.metrics().push_back({.name = text_of(metrics.getColumn(0)),
                                .value = real_of(metrics.getColumn(1)),
                                .unit = text_of(metrics.getColumn(2)),
                                .provenance = *provenance,
                                .low = real(4),
                                .high = real(5),
                                .note = translatable(metrics.getColumn(6), metrics.getColumn(7))});
    }
    SQLite::Statement diagnostics(
        database_, fmt::format("SELECT code,severity,count,example,{} FROM diagnostic ORDER BY seq",
                               parts_of("diagnostic")));
    while (diagnostics.executeStep()) {
      const int severity = diagnostics.getColumn(1).getInt();
      out_.diagnostics().push_back(
          {text_of(diagnostics.getColumn(0)), static_cast<Severity>(std::clamp(severity, 0, 2)),
           diagnostics.getColumn(2).getInt64(),
           translatable(diagnostics.getColumn(3), diagnostics.getColumn(4))});
    }
    for (Diagnostic& repaired : repairs_.take()) out_.diagnostics().push_back(std::move(repaired));
    return {};
  }

  Result<> read_track_row(SQLite::Statement& row, Track& track) {
    const auto id_of = [&](int column) {
      const SQLite::Column value = row.getColumn(column);
      return value.isNull() ? StringId::kNone : static_cast<std::uint32_t>(value.getInt64());
    };
    const auto enumeration = [&](int column, int last) {
      const int value = row.getColumn(column).getInt();
      return value >= 0 && value <= last ? value : -1;
    };
    track.id = TrackId(out_.tracks().size());
    if (row.getColumn(0).getInt64() != static_cast<std::int64_t>(track.id.value)) {
      return fail(damaged(tr("track ids are not consecutive")));
    }
    level_of_track_.push_back(0);
    if (const std::uint32_t parent = id_of(1); parent != StringId::kNone) {
      if (parent >= track.id.value)
        return fail(damaged(tr("the parent of a track is after the track")));
      track.parent = TrackId(parent);
      level_of_track_.back() = level_of_track_[parent] + 1;
      if (level_of_track_.back() > limits::kDeepestTrack) {
        return fail(
            damaged(tr("tracks are nested more than {} levels deep", limits::kDeepestTrack)));
      }
    }
    track.name = checked_string(id_of(2));
    track.unit = checked_string(id_of(3));
    const int kind = enumeration(4, static_cast<int>(TrackKind::kOther));
    const int engine = enumeration(5, static_cast<int>(Engine::kCc));
    const int slice_kind = enumeration(6, static_cast<int>(SliceKind::kCompile));
    const int layout = enumeration(7, static_cast<int>(TrackLayout::kNested));
    if (kind < 0 || engine < 0 || slice_kind < 0 || layout < 0) {
      return fail(damaged(tr("a track has an unknown kind")));
    }
    track.kind = static_cast<TrackKind>(kind);
    track.engine = static_cast<Engine>(engine);
    track.slice_kind = static_cast<SliceKind>(slice_kind);
    track.layout = static_cast<TrackLayout>(layout);
    track.core = row.getColumn(8).getInt();
    if (track.core > limits::kHighestCore) {
      return fail(damaged(tr("the core of a track is out of range")));
    }
    return {};
  }

  /// Reads the number of slices at each depth.
  Result<> read_lanes(const SQLite::Column& blob, std::size_t slices, Track& track) {
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(blob.getBytes()) /
                                      sizeof(std::uint32_t));
    if (!counts.empty()) {
      std::memcpy(counts.data(), blob.getBlob(), counts.size() * sizeof(std::uint32_t));
    }
    std::size_t sum = 0;
    bool any_empty = false;
    for (const std::uint32_t count : counts) {
      sum += count;
      any_empty = any_empty || count == 0;
    }
    if (sum != slices || any_empty || counts.size() > std::numeric_limits<std::uint16_t>::max()) {
      return fail(damaged(tr("the slices per depth of track {} do not add up", track.id.value)));
    }
    std::vector<LanePyramid>& lanes = track.pyramid.lanes();
    lanes.resize(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      lanes[i].slices = counts[i];
      lanes[i].every_row = counts.size() == 1;
    }
    if (counts.size() > 1) choose_leaves(lanes);
    for (LanePyramid& lane : lanes) lane.levels.resize(lane.level_sizes().size());
    track.max_depth = static_cast<std::uint16_t>(counts.empty() ? 0 : counts.size() - 1);
    return {};
  }

  Result<> read_columns(Track& track, std::size_t slices, std::size_t samples) {
    track.counter_pyramid.levels().resize(CounterPyramid::level_sizes(samples).size());
    const std::int64_t owner = track.id.value;
    visit_columns(track, slices, samples, out_.strings().size(),
                  [&](const std::string& field, auto& column, Encoding, std::size_t rows,
                      auto check, std::uint64_t limit) {
                    attach(owner, field, column, rows, check, limit,
                           field.find(".lod") != std::string::npos);
                  });
    if (problem_) return fail(*problem_);
    return {};
  }

  /// Reads which properties the tracks have, without their values.
  Result<> read_arg_columns(std::vector<std::vector<ArgColumn>>& args) {
    SQLite::Statement rows(
        database_,
        "SELECT track,seq,key,type,entries,every_row FROM arg_column ORDER BY track,seq");
    while (rows.executeStep()) {
      const std::int64_t track = rows.getColumn(0).getInt64();
      const std::int64_t entries = rows.getColumn(4).getInt64();
      const int type = rows.getColumn(3).getInt();
      const StringId key = checked_string(rows.getColumn(2).getUInt());
      if (!key.valid()) return fail(damaged(tr("a property has no key")));
      if (track < 0 || track >= static_cast<std::int64_t>(args.size()) || entries < 0 ||
          entries > kMostRows || type < 0 || type > 2) {
        return fail(damaged(tr("a property does not belong to a slice")));
      }
      auto& columns = args[static_cast<std::size_t>(track)];
      if (rows.getColumn(1).getInt64() != static_cast<std::int64_t>(columns.size())) {
        return fail(damaged(tr("the properties of a track are not numbered consecutively")));
      }
      ArgColumn column{.key = key,
                       .type = static_cast<ArgColumn::Type>(type),
                       .every_row = rows.getColumn(5).getInt() != 0,
                       .entries = static_cast<std::size_t>(entries)};
      columns.push_back(std::move(column));
    }
    return {};
  }

  Result<> read_tracks() {
    const auto total = database_.execAndGet("SELECT count(*) FROM track").getInt64();
    std::vector<std::vector<ArgColumn>> args(static_cast<std::size_t>(total));
    if (auto ok = read_arg_columns(args); !ok) return ok;
    SQLite::Statement rows(database_,
                           "SELECT id,parent,name,unit,kind,engine,slice_kind,layout,core,slices,"
                           "samples,lanes,roots_cover FROM track ORDER BY id");
    while (rows.executeStep()) {
      if (control_.cancelled()) return cancelled();
      Track track;
      if (auto ok = read_track_row(rows, track); !ok) return ok;
      const std::int64_t slices = rows.getColumn(9).getInt64();
      const std::int64_t samples = rows.getColumn(10).getInt64();
      if (slices < 0 || samples < 0 || samples > kMostRows || slices > kMostRows - slice_count_) {
        return fail(damaged(tr("track {}: {} slices and {} samples are out of range",
                               track.id.value, slices, samples)));
      }
      slice_count_ += slices;
      if (auto ok = read_lanes(rows.getColumn(11), static_cast<std::size_t>(slices), track); !ok) {
        return ok;
      }
      track.pyramid.set_roots_cover(rows.getColumn(12).getInt() != 0);
      track.args = std::move(args[track.id.index()]);
      for (const ArgColumn& column : track.args) {
        if (column.every_row && static_cast<std::int64_t>(column.size()) > slices) {
          return fail(damaged(tr("a property does not belong to a slice")));
        }
      }
      if (auto ok = read_columns(track, static_cast<std::size_t>(slices),
                                 static_cast<std::size_t>(samples));
          !ok) {
        return ok;
      }
      out_.tracks().push_back(std::move(track));
    }
    return {};
  }

  Result<> read_flows() {
    const auto count = meta("flows");
    if (!count) return fail(count.error());
    if (*count < 0 || *count > kMostRows)
      return fail(damaged(tr("the number of flows is out of range")));
    FlowColumn flows;
    Column<std::uint32_t> by_target;
    visit_flow_columns(flows, by_target, static_cast<std::size_t>(*count),
                       static_cast<std::size_t>(slice_count_), out_.strings().size(),
                       [&](const std::string& field, auto& column, Encoding, std::size_t rows,
                           auto check, std::uint64_t limit) {
                         attach(kTraceOwner, field, column, rows, check, limit, false);
                       });
    if (problem_) return fail(*problem_);
    out_.set_sorted_flows(std::move(flows), std::move(by_target));
    return {};
  }

  Result<> read_name_sums() {
    const auto count = meta("name_sums");
    if (!count) return fail(count.error());
    if (*count < 0 || *count > slice_count_) {
      return fail(damaged(tr("the number of name sums is out of range")));
    }
    Column<NameSum> sums;
    visit_name_sums(sums, static_cast<std::size_t>(*count), out_.tracks().size(),
                    out_.strings().size(),
                    [&](const std::string& field, auto& column, Encoding, std::size_t rows,
                        auto check, std::uint64_t limit) {
                      attach(kTraceOwner, field, column, rows, check, limit, false);
                    });
    if (problem_) return fail(*problem_);
    out_.set_name_sums(std::move(sums));
    return {};
  }

  struct Stored {
    std::int64_t owner = 0;
    std::string field;
    std::int64_t rows = 0;
    std::vector<std::byte> fill{};
    std::int64_t first_chunk = 0;
    std::vector<ChunkInfo> chunks{};

    std::string name() const { return fmt::format("{}/{}", owner, field); }
  };
  /// Row numbers have 32 bits.
  static constexpr std::int64_t kMostRows = SliceId::kNone - std::int64_t{1};

  std::shared_ptr<SessionChunks> chunks_;
  SQLite::Database& database_;
  std::string path_;
  TaskControl& control_;
  TraceAssembler out_;
  std::vector<Stored> directory_;
  std::int64_t stored_chunks_ = 0;
  std::optional<Error> problem_;
  DiagnosticList repairs_;
  TextRepair repair_{repairs_};
  TraceTime begin_;
  TraceTime end_;
  std::uint32_t out_strings_ = 0;
  std::vector<std::uint32_t> level_of_track_;
  std::int64_t slice_count_ = 0;
};

}  // namespace

Result<std::shared_ptr<const Trace>> read_session(std::unique_ptr<SQLite::Database> database,
                                                  const std::string& path, TaskControl& control) {
  return SessionReader(std::move(database), path, control).read();
}

}  // namespace nscope::session_file
