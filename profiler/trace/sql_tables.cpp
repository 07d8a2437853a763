#include "profiler/trace/sql_tables.h"

#include <algorithm>
#include <utility>

#include <sqlite3.h>

namespace nscope {
namespace {

void put(sqlite3_context* out, std::int64_t value) {
  sqlite3_result_int64(out, value);
}
void put(sqlite3_context* out, double value) {
  sqlite3_result_double(out, value);
}
void put(sqlite3_context* out, std::string_view text) {
  // Every text served lives in the trace or in a table, both behind the session.
  sqlite3_result_text64(out, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}
void put_text_or_null(sqlite3_context* out, std::string_view text) {
  text.empty() ? sqlite3_result_null(out) : put(out, text);
}
void put_core(sqlite3_context* out, std::int32_t core) {
  core < 0 ? sqlite3_result_null(out) : put(out, std::int64_t{core});
}
template <class Tag>
void put_id(sqlite3_context* out, Id<Tag> id) {
  id.valid() ? put(out, static_cast<std::int64_t>(id.value)) : sqlite3_result_null(out);
}

/// First rows of the tracks in a table that lists their rows one after another.
class TrackOffsets {
 public:
  template <class Count>
  TrackOffsets(const Trace& trace, Count count) {
    first_.reserve(trace.tracks().size() + 1);
    first_.push_back(0);
    for (const Track& track : trace.tracks()) first_.push_back(first_.back() + count(track));
  }
  std::size_t size() const { return first_.back(); }
  std::pair<std::size_t, std::size_t> locate(std::size_t row) const {  // track, row in it
    const auto it = std::upper_bound(first_.begin(), first_.end(), row) - 1;
    return {static_cast<std::size_t>(it - first_.begin()), row - *it};
  }
  RowRange rows_of(std::int64_t track) const {
    const auto count = static_cast<std::int64_t>(first_.size()) - 1;
    if (track < 0 || track >= count) return {};
    return {first_[static_cast<std::size_t>(track)], first_[static_cast<std::size_t>(track) + 1]};
  }

 private:
  std::vector<std::size_t> first_;
};

class TraceTable : public SqlTable {
 public:
  explicit TraceTable(std::shared_ptr<const Trace> trace) : trace_(std::move(trace)) {}

 protected:
  const Trace& trace() const { return *trace_; }

 private:
  std::shared_ptr<const Trace> trace_;
};

class SliceTable final : public TraceTable {
 public:
  using TraceTable::TraceTable;
  const char* name() const override { return "slice"; }
  const char* schema() const override {
    return "CREATE TABLE slice(id INTEGER, track_id INTEGER, kind TEXT, core INTEGER, engine TEXT,"
           " name TEXT, start_ns INTEGER, duration_ns INTEGER, wait_ns INTEGER, depth INTEGER,"
           " parent_id INTEGER)";
  }
  std::size_t size() const override { return trace().slice_count(); }
  bool indexed(int column) const override { return column == 0 || column == 1; }
  std::optional<RowRange> find(int column, std::int64_t value) const override {
    if (column == 0) {
      const bool exists = value >= 0 && value < static_cast<std::int64_t>(size());
      const auto row = static_cast<std::size_t>(value);
      return exists ? RowRange{row, row + 1} : RowRange{};
    }
    if (column != 1) return std::nullopt;
    if (value < 0 || value >= static_cast<std::int64_t>(trace().tracks().size())) return RowRange{};
    const Track& track = trace().track(TrackId(static_cast<std::size_t>(value)));
    return RowRange{track.first_slice, track.first_slice + track.slices.size()};
  }
  void column(sqlite3_context* out, std::size_t row, int, int column) const override {
    const Trace::SliceRef slice = trace().slice(SliceId(row));
    const Track& track = *slice.track;
    const SliceColumns& slices = track.slices;
    switch (column) {
      case 0:
        return put(out, static_cast<std::int64_t>(row));
      case 1:
        return put_id(out, track.id);
      case 2:
        return put(out, to_string(track.slice_kind));
      case 3:
        return put_core(out, track.core);
      case 4:
        return put_text_or_null(out, to_string(track.engine));
      case 5:
        return put(out, trace().text(slice.name()));
      case 6:
        return put(out, trace().to_ns(slice.begin()));
      case 7:
        return put(out, trace().to_ns(TraceTime(slices.duration[slice.row])));
      case 8:
        return put(out, trace().to_ns(slice.wait()));
      case 9:
        return put(out, std::int64_t{slices.depth[slice.row]});
      case 10: {
        const std::uint32_t parent = slices.parent[slice.row];
        return parent == SliceId::kNone ? sqlite3_result_null(out)
                                        : put_id(out, Trace::slice_id(track, parent));
      }
      default:
        return;
    }
  }
};

class TrackTable final : public TraceTable {
 public:
  using TraceTable::TraceTable;
  const char* name() const override { return "track"; }
  const char* schema() const override {
    return "CREATE TABLE track(id INTEGER, parent_id INTEGER, name TEXT, kind TEXT, core INTEGER,"
           " engine TEXT, unit TEXT HIDDEN, slices INTEGER HIDDEN, samples INTEGER HIDDEN)";
  }
  std::size_t size() const override { return trace().tracks().size(); }
  void column(sqlite3_context* out, std::size_t row, int, int column) const override {
    const Track& track = trace().tracks()[row];
    switch (column) {
      case 0:
        return put_id(out, track.id);
      case 1:
        return put_id(out, track.parent);
      case 2:
        return put(out, trace().text(track.name));
      case 3:
        return put(out, to_string(track.kind));
      case 4:
        return put_core(out, track.core);
      case 5:
        return put_text_or_null(out, to_string(track.engine));
      case 6:
        return put_text_or_null(out, trace().text(track.unit));
      case 7:
        return put(out, static_cast<std::int64_t>(track.slices.size()));
      case 8:
        return put(out, static_cast<std::int64_t>(track.counters.size()));
      default:
        return;
    }
  }
};

class CounterTable final : public TraceTable {
 public:
  explicit CounterTable(std::shared_ptr<const Trace> trace)
      : TraceTable(std::move(trace)),
        offsets_(this->trace(), [](const Track& track) { return track.counters.size(); }) {}
  const char* name() const override { return "counter"; }
  const char* schema() const override {
    return "CREATE TABLE counter(track_id INTEGER, time_ns INTEGER, value REAL)";
  }
  std::size_t size() const override { return offsets_.size(); }
  bool indexed(int column) const override { return column == 0; }
  std::optional<RowRange> find(int column, std::int64_t value) const override {
    return column == 0 ? std::optional(offsets_.rows_of(value)) : std::nullopt;
  }
  void column(sqlite3_context* out, std::size_t row, int, int column) const override {
    const auto [track_index, sample] = offsets_.locate(row);
    const Track& track = trace().tracks()[track_index];
    switch (column) {
      case 0:
        return put_id(out, track.id);
      case 1:
        return put(out, trace().to_ns(TraceTime(track.counters.time[sample])));
      case 2:
        return put(out, track.counters.value[sample]);
      default:
        return;
    }
  }

 private:
  TrackOffsets offsets_;
};

class FlowTable final : public TraceTable {
 public:
  explicit FlowTable(std::shared_ptr<const Trace> trace) : TraceTable(std::move(trace)) {
    by_target_.resize(this->trace().flows().size());
    for (std::size_t i = 0; i < by_target_.size(); ++i) {
      by_target_[i] = static_cast<std::uint32_t>(i);
    }
    std::stable_sort(by_target_.begin(), by_target_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return this->trace().flows()[a].to < this->trace().flows()[b].to;
    });
  }
  const char* name() const override { return "flow"; }
  const char* schema() const override {
    return "CREATE TABLE flow(id INTEGER, from_slice_id INTEGER, to_slice_id INTEGER, kind TEXT)";
  }
  std::size_t size() const override { return by_target_.size(); }
  bool indexed(int column) const override { return column == 1 || column == 2; }
  std::optional<RowRange> find(int column, std::int64_t value) const override {
    if (value < 0 || value >= SliceId::kNone) return RowRange{};
    const SliceId slice(static_cast<std::size_t>(value));
    if (column == 1) {
      const auto flows = trace().flows();
      const auto found = trace().flows_from(slice);
      const auto begin = static_cast<std::size_t>(found.data() - flows.data());
      return found.empty() ? RowRange{} : RowRange{begin, begin + found.size()};
    }
    if (column != 2) return std::nullopt;
    const auto begin = std::partition_point(
        by_target_.begin(), by_target_.end(),
        [&](std::uint32_t index) { return trace().flows()[index].to < slice; });
    const auto end = std::partition_point(begin, by_target_.end(), [&](std::uint32_t index) {
      return trace().flows()[index].to == slice;
    });
    return RowRange{static_cast<std::size_t>(begin - by_target_.begin()),
                    static_cast<std::size_t>(end - by_target_.begin()), kByTarget};
  }
  void column(sqlite3_context* out, std::size_t row, int order, int column) const override {
    const std::size_t index = order == kByTarget ? by_target_[row] : row;
    const Flow& flow = trace().flows()[index];
    switch (column) {
      case 0:
        return put(out, static_cast<std::int64_t>(index));
      case 1:
        return put_id(out, flow.from);
      case 2:
        return put_id(out, flow.to);
      case 3:
        return put(out, trace().text(flow.kind));
      default:
        return;
    }
  }

 private:
  static constexpr int kByTarget = 1;
  std::vector<std::uint32_t> by_target_;
};

class ArgTable final : public TraceTable {
 public:
  using TraceTable::TraceTable;
  const char* name() const override { return "arg"; }
  const char* schema() const override {
    return "CREATE TABLE arg(slice_id INTEGER, key TEXT, value)";
  }
  std::size_t size() const override { return trace().args().size(); }
  bool indexed(int column) const override { return column == 0; }
  std::optional<RowRange> find(int column, std::int64_t value) const override {
    if (column != 0) return std::nullopt;
    if (value < 0 || value >= SliceId::kNone) return RowRange{};
    const auto found = trace().args_of(SliceId(static_cast<std::size_t>(value)));
    const auto begin = static_cast<std::size_t>(found.data() - trace().args().data());
    return found.empty() ? RowRange{} : RowRange{begin, begin + found.size()};
  }
  void column(sqlite3_context* out, std::size_t row, int, int column) const override {
    const Arg& arg = trace().args()[row];
    if (column == 0) return put_id(out, arg.slice);
    if (column == 1) return put(out, trace().text(arg.key));
    if (const auto* text = std::get_if<StringId>(&arg.value)) return put(out, trace().text(*text));
    if (const auto* real = std::get_if<double>(&arg.value)) return put(out, *real);
    put(out, std::get<std::int64_t>(arg.value));
  }
};

class MetricTable final : public SqlTable {
 public:
  explicit MetricTable(std::vector<Metric> metrics) : metrics_(std::move(metrics)) {}
  const char* name() const override { return "metric"; }
  const char* schema() const override {
    return "CREATE TABLE metric(name TEXT, value REAL, unit TEXT, provenance TEXT,"
           " low REAL HIDDEN, high REAL HIDDEN, note TEXT HIDDEN)";
  }
  std::size_t size() const override { return metrics_.size(); }
  void column(sqlite3_context* out, std::size_t row, int, int column) const override {
    const Metric& metric = metrics_[row];
    const auto real = [&](const std::optional<double>& value) {
      value ? put(out, *value) : sqlite3_result_null(out);
    };
    switch (column) {
      case 0:
        return put(out, metric.name);
      case 1:
        return put(out, metric.value);
      case 2:
        return put(out, metric.unit);
      case 3:
        return put(out, to_string(metric.provenance));
      case 4:
        return real(metric.low);
      case 5:
        return real(metric.high);
      case 6:
        return put_text_or_null(out, metric.note);
      default:
        return;
    }
  }

 private:
  std::vector<Metric> metrics_;
};

class DiagnosticTable final : public TraceTable {
 public:
  using TraceTable::TraceTable;
  const char* name() const override { return "diagnostic"; }
  const char* schema() const override {
    return "CREATE TABLE diagnostic(code TEXT, severity TEXT, count INTEGER, example TEXT)";
  }
  std::size_t size() const override { return trace().diagnostics().size(); }
  void column(sqlite3_context* out, std::size_t row, int, int column) const override {
    const Diagnostic& diagnostic = trace().diagnostics()[row];
    switch (column) {
      case 0:
        return put(out, diagnostic.code);
      case 1:
        return put(out, to_string(diagnostic.severity));
      case 2:
        return put(out, diagnostic.count);
      case 3:
        return put(out, diagnostic.example);
      default:
        return;
    }
  }
};

class PropertyTable final : public TraceTable {
 public:
  using TraceTable::TraceTable;
  const char* name() const override { return "property"; }
  const char* schema() const override { return "CREATE TABLE property(key TEXT, value)"; }
  std::size_t size() const override { return trace().properties().size(); }
  void column(sqlite3_context* out, std::size_t row, int, int column) const override {
    const auto& [key, value] = trace().properties()[row];
    if (column == 0) return put(out, key);
    std::visit([&](const auto& v) { put(out, v); }, value);
  }
};

}  // namespace

std::optional<RowRange> SqlTable::find(int, std::int64_t) const {
  return std::nullopt;
}
bool SqlTable::indexed(int) const {
  return false;
}

std::vector<std::unique_ptr<SqlTable>> make_sql_tables(std::shared_ptr<const Trace> trace,
                                                       std::vector<Metric> metrics) {
  std::vector<std::unique_ptr<SqlTable>> tables;
  tables.push_back(std::make_unique<SliceTable>(trace));
  tables.push_back(std::make_unique<TrackTable>(trace));
  tables.push_back(std::make_unique<CounterTable>(trace));
  tables.push_back(std::make_unique<FlowTable>(trace));
  tables.push_back(std::make_unique<ArgTable>(trace));
  tables.push_back(std::make_unique<MetricTable>(std::move(metrics)));
  tables.push_back(std::make_unique<DiagnosticTable>(trace));
  tables.push_back(std::make_unique<PropertyTable>(std::move(trace)));
  return tables;
}

}  // namespace nscope
