#include "profiler/trace/session_reader.h"

#include "profiler/trace/session_columns.h"
#include "profiler/trace/session_file.h"
#include "profiler/trace/trace_assembler.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace nscope::session_file {
namespace {

class Reader {
 public:
  Reader(SQLite::Database& database, std::string path, TaskControl& control)
      : database_(database), path_(std::move(path)), control_(control) {}

  Result<std::shared_ptr<const Trace>> read() {
    const int version = database_.execAndGet("PRAGMA user_version").getInt();
    if (version != kSchemaVersion) {
      return fail(
          ErrorCode::kUnsupportedVersion,
          fmt::format("session schema {}; this program reads schema {}", version, kSchemaVersion),
          path_);
    }
    if (auto ok = read_small_tables(); !ok) return fail(ok.error());
    if (auto ok = read_tracks(); !ok) return fail(ok.error());
    if (auto ok = read_flows_and_args(); !ok) return fail(ok.error());
    return out_.finish();
  }

 private:
  Error damaged(std::string what) {
    return {ErrorCode::kBadInput, "damaged session: " + std::move(what), path_};
  }

  Result<std::int64_t> meta(const char* key) {
    SQLite::Statement query(database_, "SELECT value FROM meta WHERE key=?");
    query.bind(1, key);
    if (!query.executeStep()) return fail(damaged(fmt::format("meta '{}' is missing", key)));
    return query.getColumn(0).getInt64();
  }

  /// Appends all chunks of a column, which must hold `rows` values in total.
  template <class T>
  Result<> chunks(std::int64_t owner, const char* field, std::int64_t rows, std::vector<T>& into) {
    SQLite::Statement query(
        database_, "SELECT seq, rows, crc, data FROM chunk WHERE owner=? AND field=? ORDER BY seq");
    query.bind(1, owner);
    query.bind(2, field);
    std::int64_t seen = 0;
    while (query.executeStep()) {
      if (control_.cancelled()) return cancelled();
      const std::int64_t count = query.getColumn(1).getInt64();
      const std::string where =
          fmt::format("{}: chunk {}/{}/{}", path_, owner, field, query.getColumn(0).getInt64());
      if (count < 0 || count > static_cast<std::int64_t>(kChunkRows)) {
        return fail(ErrorCode::kBadInput, fmt::format("claims {} rows", count), where);
      }
      const SQLite::Column blob = query.getColumn(3);
      const auto values = unpack({static_cast<const std::byte*>(blob.getBlob()),
                                  static_cast<std::size_t>(blob.getBytes())},
                                 static_cast<std::uint32_t>(query.getColumn(2).getInt64()),
                                 static_cast<std::size_t>(count) * sizeof(T), where);
      if (!values) return fail(values.error());
      const std::size_t at = into.size();
      into.resize(at + static_cast<std::size_t>(count));
      if (count > 0) std::memcpy(into.data() + at, values->data(), values->size());
      seen += count;
    }
    if (seen != rows) {
      return fail(damaged(
          fmt::format("column {}/{} holds {} rows instead of {}", owner, field, seen, rows)));
    }
    return {};
  }

  StringId checked_string(std::uint32_t id) const {
    return id < out_strings_ ? StringId(id) : StringId();
  }

  Result<> read_small_tables() {
    TimeBase base;
    const auto ticks = meta("ticks_per_ns");
    const auto begin = meta("window_begin");
    const auto end = meta("window_end");
    if (!ticks) return fail(ticks.error());
    if (!begin) return fail(begin.error());
    if (!end) return fail(end.error());
    if (*ticks <= 0) return fail(damaged("the time base is not positive"));
    base.ticks_per_ns = *ticks;
    base.window_begin = TraceTime(*begin);
    base.window_end = TraceTime(*end);
    out_.time_base() = base;

    SQLite::Statement strings(database_, "SELECT id, text FROM string ORDER BY id");
    while (strings.executeStep()) {
      if (strings.getColumn(0).getInt64() != static_cast<std::int64_t>(out_.strings().size())) {
        return fail(damaged("string ids are not dense"));
      }
      out_.strings().append(strings.getColumn(1).getString());
    }
    out_strings_ = static_cast<std::uint32_t>(out_.strings().size());

    SQLite::Statement properties(database_, "SELECT key, value FROM property ORDER BY seq");
    while (properties.executeStep()) {
      const SQLite::Column value = properties.getColumn(1);
      PropertyValue property = value.isInteger() ? PropertyValue(value.getInt64())
                               : value.isFloat() ? PropertyValue(value.getDouble())
                                                 : PropertyValue(value.getString());
      out_.properties().emplace_back(properties.getColumn(0).getString(), std::move(property));
    }
    SQLite::Statement metrics(
        database_, "SELECT name,value,unit,provenance,low,high,note FROM metric ORDER BY seq");
    while (metrics.executeStep()) {
      const auto real = [&](int column) -> std::optional<double> {
        const SQLite::Column value = metrics.getColumn(column);
        return value.isNull() ? std::nullopt : std::optional(value.getDouble());
      };
      const auto provenance = parse_provenance(metrics.getColumn(3).getString());
      if (!provenance) return fail(damaged("a metric has an unknown provenance"));
      out_.metrics().push_back({.name = metrics.getColumn(0).getString(),
                                .value = metrics.getColumn(1).getDouble(),
                                .unit = metrics.getColumn(2).getString(),
                                .provenance = *provenance,
                                .low = real(4),
                                .high = real(5),
                                .note = metrics.getColumn(6).getString()});
    }
    SQLite::Statement diagnostics(
        database_, "SELECT code,severity,count,example FROM diagnostic ORDER BY seq");
    while (diagnostics.executeStep()) {
      const int severity = diagnostics.getColumn(1).getInt();
      out_.diagnostics().push_back(
          {diagnostics.getColumn(0).getString(), static_cast<Severity>(std::clamp(severity, 0, 2)),
           diagnostics.getColumn(2).getInt64(), diagnostics.getColumn(3).getString()});
    }
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
      return fail(damaged("track ids are not dense"));
    }
    if (const std::uint32_t parent = id_of(1); parent != StringId::kNone) {
      if (parent >= track.id.value) return fail(damaged("a track's parent comes after it"));
      track.parent = TrackId(parent);
    }
    track.name = checked_string(id_of(2));
    track.unit = checked_string(id_of(3));
    const int kind = enumeration(4, static_cast<int>(TrackKind::kOther));
    const int engine = enumeration(5, static_cast<int>(Engine::kCc));
    const int slice_kind = enumeration(6, static_cast<int>(SliceKind::kCompile));
    const int layout = enumeration(7, static_cast<int>(TrackLayout::kNested));
    if (kind < 0 || engine < 0 || slice_kind < 0 || layout < 0) {
      return fail(damaged("a track has an unknown kind"));
    }
    track.kind = static_cast<TrackKind>(kind);
    track.engine = static_cast<Engine>(engine);
    track.slice_kind = static_cast<SliceKind>(slice_kind);
    track.layout = static_cast<TrackLayout>(layout);
    track.core = row.getColumn(8).getInt();
    return {};
  }

  Result<> read_columns(Track& track, std::int64_t slices, std::int64_t samples, bool has_wait) {
    const auto id = static_cast<std::int64_t>(track.id.value);
    SliceColumns& to = track.slices;
    Result<> ok = chunks(id, "start", slices, to.start);
    if (ok) ok = chunks(id, "duration", slices, to.duration);
    if (ok) ok = chunks(id, "name", slices, to.name);
    if (ok) ok = chunks(id, "parent", slices, to.parent);
    if (ok) ok = chunks(id, "depth", slices, to.depth);
    if (ok) ok = chunks(id, "wait", has_wait ? slices : 0, to.wait);
    if (ok) ok = chunks(id, "time", samples, track.counters.time);
    if (ok) ok = chunks(id, "value", samples, track.counters.value);
    if (!ok) return ok;
    constexpr std::int64_t kLimit = std::int64_t{1} << 61;  // begin + duration cannot overflow
    for (std::size_t row = 0; row < to.size(); ++row) {
      const bool sorted = row == 0 || to.start[row - 1] <= to.start[row];
      const bool in_range = to.duration[row] >= 0 && to.duration[row] < kLimit &&
                            to.start[row] > -kLimit && to.start[row] < kLimit;
      const bool parent_before = to.parent[row] == StringId::kNone || to.parent[row] < row;
      if (!sorted || !in_range || !parent_before) {
        return fail(damaged(fmt::format("slice {} of track {} is out of order", row, id)));
      }
      to.name[row] = checked_string(to.name[row].value);
    }
    if (!std::is_sorted(track.counters.time.begin(), track.counters.time.end())) {
      return fail(damaged(fmt::format("samples of track {} are out of order", id)));
    }
    return {};
  }

  Result<> read_tracks() {
    const auto total = database_.execAndGet("SELECT count(*) FROM track").getInt64();
    control_.begin("Opening", static_cast<std::uint64_t>(total));
    SQLite::Statement rows(database_,
                           "SELECT id,parent,name,unit,kind,engine,slice_kind,layout,core,slices,"
                           "samples,has_wait FROM track ORDER BY id");
    std::int64_t slices = 0;
    while (rows.executeStep()) {
      Track track;
      if (auto ok = read_track_row(rows, track); !ok) return ok;
      control_.advance_to(track.id.index());
      slices += rows.getColumn(9).getInt64();
      if (auto ok = read_columns(track, rows.getColumn(9).getInt64(), rows.getColumn(10).getInt64(),
                                 rows.getColumn(11).getInt() != 0);
          !ok) {
        return ok;
      }
      out_.tracks().push_back(std::move(track));
    }
    slice_count_ = slices;
    return {};
  }

  Result<> read_flows_and_args() {
    const auto flow_count = meta("flows");
    if (!flow_count) return fail(flow_count.error());
    const auto arg_count = meta("args");
    if (!arg_count) return fail(arg_count.error());
    std::vector<SliceId> slices;
    std::vector<StringId> keys;
    std::vector<StoredValue> values;
    Result<> ok = chunks(kTraceOwner, "flow", *flow_count, out_.flows());
    if (ok) ok = chunks(kTraceOwner, "arg_slice", *arg_count, slices);
    if (ok) ok = chunks(kTraceOwner, "arg_key", *arg_count, keys);
    if (ok) ok = chunks(kTraceOwner, "arg_value", *arg_count, values);
    if (!ok) return ok;
    const auto exists = [&](SliceId slice) {
      return static_cast<std::int64_t>(slice.value) < slice_count_;
    };
    for (Flow& flow : out_.flows()) {
      if (!exists(flow.from) || !exists(flow.to)) return fail(damaged("a flow leads nowhere"));
      flow.kind = checked_string(flow.kind.value);
    }
    out_.args().reserve(slices.size());
    for (std::size_t i = 0; i < slices.size(); ++i) {
      if (!exists(slices[i])) return fail(damaged("an argument belongs to no slice"));
      ArgValue value = values[i].bits;
      if (values[i].type == kReal) {
        double real = 0.0;
        std::memcpy(&real, &values[i].bits, sizeof real);
        value = real;
      } else if (values[i].type == kText) {
        value = checked_string(static_cast<std::uint32_t>(values[i].bits));
      }
      out_.args().push_back({slices[i], checked_string(keys[i].value), value});
    }
    return {};
  }

  SQLite::Database& database_;
  std::string path_;
  TaskControl& control_;
  TraceAssembler out_;
  std::uint32_t out_strings_ = 0;
  std::int64_t slice_count_ = 0;
};

}  // namespace

Result<std::shared_ptr<const Trace>> read_session(SQLite::Database& database,
                                                  const std::string& path, TaskControl& control) {
  return Reader(database, path, control).read();
}

}  // namespace nscope::session_file
