#include "profiler/export/parquet_tables.h"

#include <cstddef>
#include <optional>
#include <string>

namespace nscope {
namespace {

constexpr auto kInteger = DuckType::kInteger;
constexpr auto kReal = DuckType::kReal;
constexpr auto kText = DuckType::kText;

// The version of the columns; increased when they change.
constexpr std::int64_t kFormatVersion = 1;
constexpr std::string_view kWriter = "neuronscope " NSCOPE_VERSION;

/// Writes the cells of one row in the order of its columns.
class Row {
 public:
  Row(DuckChunkWriter& chunk, std::size_t row) : chunk_(chunk), row_(row) {}

  Row& skip() {
    ++column_;
    return *this;
  }
  template <class Value>
  Row& put(Value value) {
    chunk_.put(column_++, row_, value);
    return *this;
  }
  Row& number(std::size_t value) { return put(static_cast<std::int64_t>(value)); }
  template <class Tag>
  Row& id(Id<Tag> value) {
    return value.valid() ? number(value.index()) : skip();
  }
  Row& core(std::int32_t value) { return value < 0 ? skip() : put(std::int64_t{value}); }
  Row& text_or_null(std::string_view text) { return text.empty() ? skip() : put(text); }
  Row& real(const std::optional<double>& value) { return value ? put(*value) : skip(); }

 private:
  DuckChunkWriter& chunk_;
  std::size_t row_;
  std::size_t column_ = 0;
};

/// A source of `size` rows that calls `write(index, row)` for each.
template <class Write>
DuckSource from_rows(std::size_t size, TaskControl& control, Write write) {
  return [size, &control, write, next = std::size_t{0}](DuckChunkWriter& chunk) mutable {
    std::size_t count = 0;
    if (control.cancelled()) return count;
    for (; count < chunk.capacity() && next < size; ++count, ++next) {
      write(next, Row(chunk, count));
    }
    control.advance_to(next);
    return count;
  };
}

/// A source of the rows of all tracks, `rows_of(track)` rows for each.
template <class RowsOf, class Write>
DuckSource from_tracks(const Trace& trace, TaskControl& control, RowsOf rows_of, Write write) {
  return [&trace, &control, rows_of, write, track = std::size_t{0}, row = std::size_t{0},
          done = std::uint64_t{0}](DuckChunkWriter& chunk) mutable {
    std::size_t count = 0;
    if (control.cancelled()) return count;
    const auto& tracks = trace.tracks();
    while (count < chunk.capacity() && track < tracks.size()) {
      if (row == rows_of(tracks[track])) {
        ++track;
        row = 0;
        continue;
      }
      write(tracks[track], row++, Row(chunk, count++));
    }
    control.advance_to(done += count);
    return count;
  };
}

/// Writes an integer, real number or string to the first, second or third of three columns.
template <class Value, class Text>
void put_variant(Row& row, const Value& value, const Text& text_of) {
  if (const auto* integer = std::get_if<0>(&value)) {
    row.put(*integer);
  } else if (const auto* real = std::get_if<1>(&value)) {
    row.skip().put(*real);
  } else {
    row.skip().skip().put(std::string_view(text_of(std::get<2>(value))));
  }
}

/// Nanoseconds are rounded down; finer ticks are written in addition.
bool has_ticks(const Trace& trace) {
  return trace.time_base().ticks_per_ns != 1;
}

ParquetTable trace_table(const Trace& trace, TaskControl& control) {
  const auto write = [&trace](std::size_t, Row row) {
    const TimeBase& base = trace.time_base();
    row.put(kFormatVersion)
        .put(base.ticks_per_ns)
        .put(base.window_begin.value())
        .put(base.window_end.value())
        .put(kWriter);
  };
  return {"trace",
          {{"format", kInteger},
           {"ticks_per_ns", kInteger},
           {"window_begin_ticks", kInteger},
           {"window_end_ticks", kInteger},
           {"written_by", kText}},
          1,
          from_rows(1, control, write)};
}

ParquetTable track_table(const Trace& trace, TaskControl& control) {
  const auto write = [&trace](std::size_t index, Row row) {
    const Track& track = trace.tracks()[index];
    row.id(track.id)
        .id(track.parent)
        .put(trace.text(track.name))
        .put(to_string(track.kind))
        .core(track.core)
        .text_or_null(to_string(track.engine))
        .text_or_null(trace.text(track.unit))
        .number(track.slices.size())
        .number(track.counters.size())
        .put(to_string(track.slice_kind))
        .put(std::string_view(track.layout == TrackLayout::kNested ? "nested" : "flat"));
  };
  return {"track",
          {{"id", kInteger},
           {"parent_id", kInteger},
           {"name", kText},
           {"kind", kText},
           {"core", kInteger},
           {"engine", kText},
           {"unit", kText},
           {"slices", kInteger},
           {"samples", kInteger},
           {"slice_kind", kText},
           {"layout", kText}},
          trace.tracks().size(),
          from_rows(trace.tracks().size(), control, write)};
}

void write_slice(const Trace& trace, const Track& track, std::size_t index, Row row) {
  const SliceColumns& slices = track.slices;
  const SliceId id = Trace::slice_id(track, index);
  const TraceTime duration(slices.duration[index]);
  const TraceTime wait = trace.slice(id).wait();
  const std::uint32_t parent = track.parent_of(index);
  row.id(id)
      .id(track.id)
      .put(to_string(track.slice_kind))
      .core(track.core)
      .text_or_null(to_string(track.engine))
      .put(trace.text(slices.name[index]))
      .put(trace.to_ns(slices.begin(index)))
      .put(trace.to_ns(duration))
      .put(trace.to_ns(wait))
      .put(static_cast<std::int64_t>(slices.depth[index]));
  parent == SliceId::kNone ? row.skip() : row.id(Trace::slice_id(track, parent));
  if (!has_ticks(trace)) return;
  row.put(slices.begin(index).value()).put(duration.value()).put(wait.value());
}

ParquetTable slice_table(const Trace& trace, TaskControl& control) {
  ParquetTable table{"slice",
                     {{"id", kInteger},
                      {"track_id", kInteger},
                      {"kind", kText},
                      {"core", kInteger},
                      {"engine", kText},
                      {"name", kText},
                      {"start_ns", kInteger},
                      {"duration_ns", kInteger},
                      {"wait_ns", kInteger},
                      {"depth", kInteger},
                      {"parent_id", kInteger}},
                     trace.slice_count(),
                     from_tracks(
                         trace, control, [](const Track& track) { return track.slices.size(); },
                         [&trace](const Track& track, std::size_t index, Row row) {
                           write_slice(trace, track, index, row);
                         })};
  if (has_ticks(trace)) {
    for (const char* name : {"start_ticks", "duration_ticks", "wait_ticks"}) {
      table.columns.push_back({name, kInteger});
    }
  }
  return table;
}

ParquetTable counter_table(const Trace& trace, TaskControl& control) {
  const bool ticks = has_ticks(trace);
  const auto write = [&trace, ticks](const Track& track, std::size_t index, Row row) {
    const TraceTime time(track.counters.time[index]);
    row.id(track.id).put(trace.to_ns(time)).put(double{track.counters.value[index]});
    if (ticks) row.put(time.value());
  };
  const auto rows_of = [](const Track& track) { return track.counters.size(); };
  ParquetTable table{"counter",
                     {{"track_id", kInteger}, {"time_ns", kInteger}, {"value", kReal}},
                     0,
                     from_tracks(trace, control, rows_of, write)};
  for (const Track& track : trace.tracks()) table.steps += rows_of(track);
  if (ticks) table.columns.push_back({"time_ticks", kInteger});
  return table;
}

ParquetTable flow_table(const Trace& trace, TaskControl& control) {
  const auto write = [&trace](std::size_t index, Row row) {
    const auto& flow = trace.flows()[index];
    row.number(index).id(flow.from).id(flow.to).put(trace.text(flow.kind));
  };
  return {
      "flow",
      {{"id", kInteger}, {"from_slice_id", kInteger}, {"to_slice_id", kInteger}, {"kind", kText}},
      trace.flows().size(),
      from_rows(trace.flows().size(), control, write)};
}

/// All properties of all slices in order of slice. A slice may have more properties than a chunk
/// has rows, so the position within the slice is stored.
class ArgCursor {
 public:
  ArgCursor(const Trace& trace, TaskControl& control) : trace_(&trace), control_(&control) {}

  std::size_t operator()(DuckChunkWriter& chunk) {
    std::size_t count = 0;
    if (control_->cancelled()) return count;
    for (; slice_ < trace_->slice_count(); ++slice_, taken_ = 0) {
      std::size_t index = 0;
      const SliceId id(slice_);
      for (const Arg& arg : trace_->args_of(id)) {
        if (index++ < taken_) continue;
        if (count == chunk.capacity()) return count;
        ++taken_;
        Row row(chunk, count++);
        row.id(id).put(trace_->text(arg.key));
        put_variant(row, arg.value, [&](StringId text) { return trace_->text(text); });
      }
      control_->advance_to(slice_);
      if (control_->cancelled_at(slice_)) return 0;
    }
    return count;
  }

 private:
  const Trace* trace_;
  TaskControl* control_;
  std::size_t slice_ = 0;
  std::size_t taken_ = 0;  ///< number of properties of the slice that are written
};

ParquetTable arg_table(const Trace& trace, TaskControl& control) {
  return {"arg",
          {{"slice_id", kInteger},
           {"key", kText},
           {"integer_value", kInteger},
           {"real_value", kReal},
           {"text_value", kText}},
          trace.slice_count(),
          ArgCursor(trace, control)};
}

ParquetTable metric_table(const Trace& trace, TaskControl& control) {
  const auto write = [&trace](std::size_t index, Row row) {
    const Metric& metric = trace.metrics()[index];
    row.put(std::string_view(metric.name))
        .put(metric.value)
        .put(std::string_view(metric.unit))
        .put(to_string(metric.provenance))
        .real(metric.low)
        .real(metric.high)
        .text_or_null(metric.note.english());
  };
  return {"metric",
          {{"name", kText},
           {"value", kReal},
           {"unit", kText},
           {"provenance", kText},
           {"low", kReal},
           {"high", kReal},
           {"note", kText}},
          trace.metrics().size(),
          from_rows(trace.metrics().size(), control, write)};
}

ParquetTable diagnostic_table(const Trace& trace, TaskControl& control) {
  const auto write = [&trace](std::size_t index, Row row) {
    const Diagnostic& diagnostic = trace.diagnostics()[index];
    row.put(std::string_view(diagnostic.code))
        .put(to_string(diagnostic.severity))
        .put(diagnostic.count)
        .put(std::string_view(diagnostic.example.english()));
  };
  return {"diagnostic",
          {{"code", kText}, {"severity", kText}, {"count", kInteger}, {"example", kText}},
          trace.diagnostics().size(),
          from_rows(trace.diagnostics().size(), control, write)};
}

ParquetTable property_table(const Trace& trace, TaskControl& control) {
  const auto write = [&trace](std::size_t index, Row row) {
    const auto& [key, value] = trace.properties()[index];
    row.put(std::string_view(key));
    put_variant(row, value, [](const std::string& text) { return std::string_view(text); });
  };
  return {
      "property",
      {{"key", kText}, {"integer_value", kInteger}, {"real_value", kReal}, {"text_value", kText}},
      trace.properties().size(),
      from_rows(trace.properties().size(), control, write)};
}

}  // namespace

std::vector<ParquetTable> make_parquet_tables(const Trace& trace, TaskControl& control) {
  std::vector<ParquetTable> tables;
  for (const auto make : {trace_table, track_table, slice_table, counter_table, flow_table,
                          arg_table, metric_table, diagnostic_table, property_table}) {
    tables.push_back(make(trace, control));
  }
  return tables;
}

}  // namespace nscope
