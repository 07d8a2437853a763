#include "profiler/trace/session/session_writer.h"

#include "profiler/base/text_json.h"
#include "profiler/trace/session/name_sums.h"
#include "profiler/trace/session/session_columns.h"
#include "profiler/trace/session/session_file.h"
#include "profiler/trace/session/session_layout.h"

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

namespace nscope::session_file {
namespace {

constexpr const char* kSessionTables = R"sql(
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE string(id INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE property(seq INTEGER PRIMARY KEY, key TEXT NOT NULL, value);
CREATE TABLE metric(seq INTEGER PRIMARY KEY, name TEXT NOT NULL, value REAL, unit TEXT,
                    provenance TEXT, low REAL, high REAL, note TEXT, text_parts TEXT);
CREATE TABLE diagnostic(seq INTEGER PRIMARY KEY, code TEXT, severity INTEGER, count INTEGER,
                        example TEXT, text_parts TEXT);
CREATE TABLE track(id INTEGER PRIMARY KEY, parent INTEGER, name INTEGER, unit INTEGER,
                   kind INTEGER, engine INTEGER, slice_kind INTEGER, layout INTEGER, core INTEGER,
                   slices INTEGER, samples INTEGER, lanes BLOB, roots_cover INTEGER);
CREATE TABLE arg_column(track INTEGER, seq INTEGER, key INTEGER, type INTEGER, entries INTEGER,
                        every_row INTEGER, PRIMARY KEY(track, seq)) WITHOUT ROWID;
CREATE TABLE "column"(owner INTEGER, field TEXT, rows INTEGER, fill BLOB, first_chunk INTEGER,
                      chunks BLOB, PRIMARY KEY(owner, field)) WITHOUT ROWID;
CREATE TABLE chunk(id INTEGER PRIMARY KEY, data BLOB);
)sql";

/// A column of the trace, independent of its type, with access to its chunks.
struct ColumnToStore {
  std::int64_t owner = 0;
  std::string field;
  std::size_t rows = 0;
  std::size_t chunks = 0;
  Encoding encoding = Encoding::kPlanes;
  std::vector<std::byte> fill{};  ///< value of a constant column
  std::function<std::pair<std::span<const std::byte>, std::size_t>(std::size_t)> bytes{};
};

class Writer {
 public:
  Writer(const Trace& trace, SQLite::Database& database, TaskControl& control)
      : trace_(trace), database_(database), control_(control) {}

  Result<> write() {
    database_.exec(fmt::format("PRAGMA application_id={}; PRAGMA user_version={};", kApplicationId,
                               kSchemaVersion));
    SQLite::Transaction transaction(database_);
    database_.exec(kSessionTables);
    sum_names();
    write_small_tables();
    write_tracks();
    write_columns();
    if (control_.cancelled()) return cancelled();
    if (const auto damage = trace_.storage_error()) return fail(*damage);
    transaction.commit();
    return {};
  }

 private:
  template <class T, class Small>
  void add(std::int64_t owner, std::string field, const Column<T, Small>& column,
           Encoding encoding) {
    ColumnToStore store{.owner = owner,
                        .field = std::move(field),
                        .rows = column.size(),
                        .chunks = column.chunk_count(),
                        .encoding = encoding};
    if (column.constant()) {
      const auto* const fill = reinterpret_cast<const std::byte*>(&column.fill());
      store.fill.assign(fill, fill + sizeof(T));
    }
    store.bytes = [&column](std::size_t chunk) {
      const auto bytes = column.bytes(chunk);
      return std::pair(bytes.data, bytes.width);
    };
    columns_.push_back(std::move(store));
  }

  void collect_columns() {
    for (const Track& track : trace_.tracks()) {
      visit_columns(track, track.slices.size(), track.counters.size(), trace_.strings().size(),
                    [&](std::string field, const auto& column, Encoding encoding, auto&&...) {
                      add(track.id.value, std::move(field), column, encoding);
                    });
    }
    visit_flow_columns(trace_.flows(), trace_.flows_by_target(), trace_.flows().size(),
                       trace_.slice_count(), trace_.strings().size(),
                       [&](std::string field, const auto& column, Encoding encoding, auto&&...) {
                         add(kTraceOwner, std::move(field), column, encoding);
                       });
    visit_name_sums(name_sums_, name_sums_.size(), trace_.tracks().size(), trace_.strings().size(),
                    [&](std::string field, const auto& column, Encoding encoding, auto&&...) {
                      add(kTraceOwner, std::move(field), column, encoding);
                    });
  }

  /// Computes the totals that readers need without reading all slices. They are left out if
  /// almost every slice has its own name, because they would be as large as the slices.
  void sum_names() {
    const auto sums = sum_by_name(trace_, [&] { return control_.cancelled(); });
    if (!sums || sums->size() > trace_.slice_count() / 8) return;
    name_sums_.push_back(*sums);
  }

  /// Compresses on all cores and writes in order.
  void write_columns() {
    collect_columns();
    std::size_t total = 0;
    for (const ColumnToStore& column : columns_) total += column.chunks;
    control_.begin(phrase("Saving the session"), total);

    struct Task {
      std::size_t column = 0;
      std::size_t chunk = 0;
      PackedChunk packed;
    };
    SQLite::Statement insert(database_, "INSERT INTO chunk VALUES(?,?)");
    std::vector<std::vector<ChunkInfo>> infos(columns_.size());
    std::size_t column = 0;
    std::size_t chunk = 0;
    std::int64_t written = 0;
    const auto next = [&](tbb::flow_control& flow) -> Task {
      while (column < columns_.size() && chunk == columns_[column].chunks) {
        ++column;
        chunk = 0;
      }
      if (column == columns_.size() || control_.cancelled()) {
        flow.stop();
        return {};
      }
      return {column, chunk++, {}};
    };
    const auto compress = [&](Task task) {
      const ColumnToStore& from = columns_[task.column];
      const auto [bytes, width] = from.bytes(task.chunk);
      task.packed = pack(bytes, width, from.encoding);
      return task;
    };
    const auto store = [&](const Task& task) {
      insert.bind(1, written++);
      insert.bindNoCopy(2, task.packed.data.data(), static_cast<int>(task.packed.data.size()));
      insert.exec();
      insert.reset();
      infos[task.column].push_back(task.packed.info);
      control_.advance_to(static_cast<std::uint64_t>(written));
    };
    using tbb::filter_mode;
    tbb::parallel_pipeline(2 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()),
                           tbb::make_filter<void, Task>(filter_mode::serial_in_order, next) &
                               tbb::make_filter<Task, Task>(filter_mode::parallel, compress) &
                               tbb::make_filter<Task, void>(filter_mode::serial_in_order, store));
    write_directory(infos);
  }

  void write_directory(const std::vector<std::vector<ChunkInfo>>& infos) {
    SQLite::Statement insert(database_, "INSERT INTO \"column\" VALUES(?,?,?,?,?,?)");
    std::int64_t first = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const ColumnToStore& column = columns_[i];
      insert.bind(1, column.owner);
      insert.bind(2, column.field);
      insert.bind(3, static_cast<std::int64_t>(column.rows));
      if (column.chunks == 0) {
        insert.bind(4, column.fill.data(), static_cast<int>(column.fill.size()));
      } else {
        insert.bind(5, first);
        insert.bind(6, infos[i].data(), static_cast<int>(infos[i].size() * sizeof(ChunkInfo)));
        first += static_cast<std::int64_t>(infos[i].size());
      }
      insert.exec();
      insert.reset();
      insert.clearBindings();
    }
  }

  /// Text parts allow another language when the session is read; NULL without parts.
  static void bind_parts(SQLite::Statement& row, int column, const Text& text) {
    const std::string parts = text_parts(text);
    parts.empty() ? row.bind(column) : row.bind(column, parts);
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
    put("begin", trace_.begin().value());
    put("end", trace_.end().value());
    put("flows", static_cast<std::int64_t>(trace_.flows().size()));
    put("name_sums", static_cast<std::int64_t>(name_sums_.size()));

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
                             "INSERT INTO metric(name,value,unit,provenance,low,high,note,"
                             "text_parts) VALUES(?,?,?,?,?,?,?,?)");
    for (const Metric& m : trace_.metrics()) {
      metric.bind(1, m.name);
      metric.bind(2, m.value);
      metric.bind(3, m.unit);
      metric.bind(4, std::string(to_string(m.provenance)));
      m.low ? metric.bind(5, *m.low) : metric.bind(5);
      m.high ? metric.bind(6, *m.high) : metric.bind(6);
      metric.bind(7, m.note.english());
      bind_parts(metric, 8, m.note);
      metric.exec();
      metric.reset();
    }
    SQLite::Statement diagnostic(
        database_,
        "INSERT INTO diagnostic(code,severity,count,example,text_parts) VALUES(?,?,?,?,?)");
    for (const Diagnostic& d : trace_.diagnostics()) {
      diagnostic.bind(1, d.code);
      diagnostic.bind(2, static_cast<int>(d.severity));
      diagnostic.bind(3, d.count);
      diagnostic.bind(4, d.example.english());
      bind_parts(diagnostic, 5, d.example);
      diagnostic.exec();
      diagnostic.reset();
    }
  }

  void write_tracks() {
    SQLite::Statement insert(database_, "INSERT INTO track VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)");
    SQLite::Statement arg_column(database_, "INSERT INTO arg_column VALUES(?,?,?,?,?,?)");
    for (const Track& track : trace_.tracks()) {
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
      std::vector<std::uint32_t> lanes;
      for (const LanePyramid& lane : track.pyramid.lanes()) {
        lanes.push_back(static_cast<std::uint32_t>(lane.slices));
      }
      insert.bind(12, lanes.data(), static_cast<int>(lanes.size() * sizeof lanes[0]));
      insert.bind(13, track.pyramid.roots_cover() ? 1 : 0);
      insert.exec();
      insert.reset();
      for (std::size_t seq = 0; seq < track.args.size(); ++seq) {
        const ArgColumn& column = track.args[seq];
        arg_column.bind(1, id);
        arg_column.bind(2, static_cast<std::int64_t>(seq));
        arg_column.bind(3, static_cast<std::int64_t>(column.key.value));
        arg_column.bind(4, static_cast<int>(column.type));
        arg_column.bind(5, static_cast<std::int64_t>(column.size()));
        arg_column.bind(6, column.every_row ? 1 : 0);
        arg_column.exec();
        arg_column.reset();
      }
    }
  }

  const Trace& trace_;
  SQLite::Database& database_;
  TaskControl& control_;
  Column<NameSum> name_sums_;
  std::vector<ColumnToStore> columns_;
};

}  // namespace

Result<> write_session(const Trace& trace, SQLite::Database& database, TaskControl& control) {
  return Writer(trace, database, control).write();
}

}  // namespace nscope::session_file
