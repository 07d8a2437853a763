#include "profiler/trace/session_file.h"

#include <algorithm>
#include <cstring>
#include <map>

#include <fmt/format.h>

#include "profiler/base/atomic_file.h"
#include "profiler/base/sqlite.h"
#include "profiler/trace/session_columns.h"
#include "profiler/trace/trace_assembler.h"

namespace nscope::session_file {
namespace {

constexpr const char* kSchema = R"sql(
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE string(id INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE property(seq INTEGER PRIMARY KEY, key TEXT NOT NULL, value);
CREATE TABLE metric(seq INTEGER PRIMARY KEY, name TEXT NOT NULL, value REAL, unit TEXT,
                    provenance TEXT, low REAL, high REAL, note TEXT);
CREATE TABLE diagnostic(seq INTEGER PRIMARY KEY, code TEXT, severity INTEGER, count INTEGER,
                        example TEXT);
CREATE TABLE track(id INTEGER PRIMARY KEY, parent INTEGER, name INTEGER, unit INTEGER,
                   kind INTEGER, engine INTEGER, slice_kind INTEGER, layout INTEGER, core INTEGER,
                   slices INTEGER, samples INTEGER, has_wait INTEGER);
CREATE TABLE chunk(owner INTEGER, field TEXT, seq INTEGER, rows INTEGER, crc INTEGER, data BLOB,
                   PRIMARY KEY(owner, field, seq)) WITHOUT ROWID;
)sql";

constexpr std::int64_t kTraceOwner = -1;  // chunks of the whole trace: flows, arguments

/// An argument value as it lies in a chunk.
struct StoredValue {
  std::int64_t bits = 0;
  std::uint64_t type = 0;
};
enum ValueType : std::uint64_t { kInteger = 0, kReal = 1, kText = 2 };

StoredValue store(const ArgValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return {*whole, kInteger};
  if (const auto* real = std::get_if<double>(&value)) {
    StoredValue stored{0, kReal};
    std::memcpy(&stored.bits, real, sizeof(double));
    return stored;
  }
  return {static_cast<std::int64_t>(std::get<StringId>(value).value), kText};
}

class Writer {
 public:
  Writer(const Trace& trace, SQLite::Database& database, TaskControl& control)
      : trace_(trace), database_(database), control_(control) {}

  Result<> write() {
    database_.exec(fmt::format("PRAGMA application_id={}; PRAGMA user_version={};", kApplicationId,
                               kSchemaVersion));
    SQLite::Transaction transaction(database_);
    database_.exec(kSchema);
    write_small_tables();
    write_tracks();
    write_flows_and_args();
    if (control_.cancelled()) return cancelled();
    transaction.commit();
    return {};
  }

 private:
  template <class T>
  void chunks(std::int64_t owner, const char* field, std::span<const T> values) {
    SQLite::Statement insert(database_, "INSERT INTO chunk VALUES(?,?,?,?,?,?)");
    for (std::size_t at = 0, seq = 0; at < values.size(); at += kChunkRows, ++seq) {
      if (control_.cancelled()) return;
      const auto part = values.subspan(at, std::min(kChunkRows, values.size() - at));
      const PackedColumn column = pack_column(part);
      insert.bind(1, owner);
      insert.bind(2, field);
      insert.bind(3, static_cast<std::int64_t>(seq));
      insert.bind(4, static_cast<std::int64_t>(part.size()));
      insert.bind(5, static_cast<std::int64_t>(column.crc));
      insert.bind(6, column.data.data(), static_cast<int>(column.data.size()));
      insert.exec();
      insert.reset();
    }
  }

  void write_small_tables() {
    SQLite::Statement meta(database_, "INSERT INTO meta VALUES(?,?)");
    const auto put = [&](const char* key, std::int64_t value) {
      meta.bind(1, key);
      meta.bind(2, value);
      meta.exec();
      meta.reset();
    };
    const TimeBase& base = trace_.time_base();
    put("ticks_per_ns", base.ticks_per_ns);
    put("window_begin", base.window_begin.value());
    put("window_end", base.window_end.value());
    put("flows", static_cast<std::int64_t>(trace_.flows().size()));
    put("args", static_cast<std::int64_t>(trace_.args().size()));

    SQLite::Statement string(database_, "INSERT INTO string VALUES(?,?)");
    for (std::size_t id = 0; id < trace_.strings().size(); ++id) {
      string.bind(1, static_cast<std::int64_t>(id));
      string.bind(2, std::string(trace_.text(StringId(id))));
      string.exec();
      string.reset();
    }
    SQLite::Statement property(database_, "INSERT INTO property(key,value) VALUES(?,?)");
    for (const auto& [key, value] : trace_.properties()) {
      property.bind(1, key);
      std::visit([&](const auto& v) { property.bind(2, v); }, value);
      property.exec();
      property.reset();
    }
    SQLite::Statement metric(database_,
                             "INSERT INTO metric(name,value,unit,provenance,low,high,note) "
                             "VALUES(?,?,?,?,?,?,?)");
    for (const Metric& m : trace_.metrics()) {
      metric.bind(1, m.name);
      metric.bind(2, m.value);
      metric.bind(3, m.unit);
      metric.bind(4, std::string(to_string(m.provenance)));
      m.low ? metric.bind(5, *m.low) : metric.bind(5);
      m.high ? metric.bind(6, *m.high) : metric.bind(6);
      metric.bind(7, m.note);
      metric.exec();
      metric.reset();
    }
    SQLite::Statement diagnostic(
        database_, "INSERT INTO diagnostic(code,severity,count,example) VALUES(?,?,?,?)");
    for (const Diagnostic& d : trace_.diagnostics()) {
      diagnostic.bind(1, d.code);
      diagnostic.bind(2, static_cast<int>(d.severity));
      diagnostic.bind(3, d.count);
      diagnostic.bind(4, d.example);
      diagnostic.exec();
      diagnostic.reset();
    }
  }

  void write_tracks() {
    SQLite::Statement insert(database_, "INSERT INTO track VALUES(?,?,?,?,?,?,?,?,?,?,?,?)");
    control_.begin("Saving", trace_.tracks().size());
    for (const Track& track : trace_.tracks()) {
      if (control_.cancelled()) return;
      control_.advance_to(track.id.index());
      const auto id = static_cast<std::int64_t>(track.id.value);
      const auto optional_id = [&](int column, auto value) {
        value.valid() ? insert.bind(column, static_cast<std::int64_t>(value.value))
                      : insert.bind(column);
      };
      insert.bind(1, id);
      optional_id(2, track.parent);
      optional_id(3, track.name);
      optional_id(4, track.unit);
      insert.bind(5, static_cast<int>(track.kind));
      insert.bind(6, static_cast<int>(track.engine));
      insert.bind(7, static_cast<int>(track.slice_kind));
      insert.bind(8, static_cast<int>(track.layout));
      insert.bind(9, track.core);
      insert.bind(10, static_cast<std::int64_t>(track.slices.size()));
      insert.bind(11, static_cast<std::int64_t>(track.counters.size()));
      insert.bind(12, track.slices.wait.empty() ? 0 : 1);
      insert.exec();
      insert.reset();
      chunks<std::int64_t>(id, "start", track.slices.start);
      chunks<std::int64_t>(id, "duration", track.slices.duration);
      chunks<StringId>(id, "name", track.slices.name);
      chunks<std::uint32_t>(id, "parent", track.slices.parent);
      chunks<std::uint16_t>(id, "depth", track.slices.depth);
      chunks<std::int64_t>(id, "wait", track.slices.wait);
      chunks<std::int64_t>(id, "time", track.counters.time);
      chunks<double>(id, "value", track.counters.value);
    }
  }

  void write_flows_and_args() {
    chunks<Flow>(kTraceOwner, "flow", trace_.flows());
    std::vector<SliceId> slices;
    std::vector<StringId> keys;
    std::vector<StoredValue> values;
    for (const Arg& arg : trace_.args()) {
      slices.push_back(arg.slice);
      keys.push_back(arg.key);
      values.push_back(store(arg.value));
    }
    chunks<SliceId>(kTraceOwner, "arg_slice", slices);
    chunks<StringId>(kTraceOwner, "arg_key", keys);
    chunks<StoredValue>(kTraceOwner, "arg_value", values);
  }

  const Trace& trace_;
  SQLite::Database& database_;
  TaskControl& control_;
};

class Reader {
 public:
  Reader(SQLite::Database& database, std::string path, TaskControl& control)
      : database_(database), path_(std::move(path)), control_(control) {}

  Result<std::shared_ptr<const Trace>> read() {
    const int version = database_.execAndGet("PRAGMA user_version").getInt();
    if (version != kSchemaVersion) {
      return fail(ErrorCode::kUnsupportedVersion,
                  fmt::format("session schema {}; this program reads schema {}", version,
                              kSchemaVersion),
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
      const auto values =
          unpack({static_cast<const std::byte*>(blob.getBlob()),
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
      out_.diagnostics().push_back({diagnostics.getColumn(0).getString(),
                                    static_cast<Severity>(std::clamp(severity, 0, 2)),
                                    diagnostics.getColumn(2).getInt64(),
                                    diagnostics.getColumn(3).getString()});
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
    const int kind = enumeration(4, static_cast<int>(TrackKind::kCompile));
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

bool sniff(std::span<const std::byte> head) {
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  constexpr std::size_t kApplicationIdAt = 68;
  if (head.size() < 100 || std::memcmp(head.data(), kMagic.data(), kMagic.size()) != 0) {
    return false;
  }
  std::uint32_t id = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    id = id << 8 | std::to_integer<std::uint32_t>(head[kApplicationIdAt + i]);
  }
  return id == static_cast<std::uint32_t>(kApplicationId);
}

Result<> save(const Trace& trace, const std::string& path, TaskControl& control) {
  AtomicFile file(path);
  const Result<> written = sqlite_guard(ErrorCode::kIo, path, [&]() -> Result<> {
    SQLite::Database database(file.temporary_path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec("PRAGMA page_size=16384; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;");
    return Writer(trace, database, control).write();
  });
  if (!written) return written;
  return file.commit();
}

Result<std::shared_ptr<const Trace>> load(const std::string& path, TaskControl& control) {
  auto database = open_database_read_only(path, kApplicationId);
  if (!database) return fail(database.error());
  return sqlite_guard(ErrorCode::kBadInput, path, [&] {
    return Reader(*database, path, control).read();
  });
}

}  // namespace nscope::session_file
