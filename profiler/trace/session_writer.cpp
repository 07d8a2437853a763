#include "profiler/trace/session_writer.h"

#include "profiler/trace/session_columns.h"
#include "profiler/trace/session_file.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

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

}  // namespace

Result<> write_session(const Trace& trace, SQLite::Database& database, TaskControl& control) {
  return Writer(trace, database, control).write();
}

}  // namespace nscope::session_file
