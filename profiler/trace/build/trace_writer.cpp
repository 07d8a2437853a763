#include "profiler/trace/build/trace_writer.h"

#include <utility>

namespace nscope {

TraceWriter::TraceWriter(TraceSink& sink, std::size_t batch_events)
    : sink_(sink), batch_events_(batch_events) {}

StringId TraceWriter::intern(std::string_view text) {
  const auto [it, added] = strings_.try_emplace(std::string(text), StringId(strings_.size()));
  if (added) batch_.strings.emplace_back(text);
  return it->second;
}

TrackId TraceWriter::track(const TrackSpec& spec) {
  const TrackId id(next_track_++);
  batch_.tracks.push_back({.id = id,
                           .parent = spec.parent,
                           .name = spec.name_id.valid() ? spec.name_id : intern(spec.name),
                           .unit = spec.unit.empty() ? StringId() : intern(spec.unit),
                           .kind = spec.kind,
                           .engine = spec.engine,
                           .slice_kind = spec.slice_kind,
                           .layout = spec.layout,
                           .core = spec.core,
                           .order = spec.order});
  return id;
}

SliceId TraceWriter::slices(TraceBatch::SliceTable table) {
  const SliceId first(next_slice_);
  if (sink_.takes_tables()) {
    next_slice_ += static_cast<std::uint32_t>(table.size());
    batch_.table = std::move(table);
    flush();
    return first;
  }
  for (std::size_t row = 0; row < table.size(); ++row) {
    const SliceId id =
        slice(table.track, table.name, TraceTime(table.start[row]), TraceTime(table.duration[row]));
    for (const auto& property : table.properties) {
      batch_.args.emplace_back(id, property.key, table.value(property, row));
      count_event();
    }
    if (!table.causes.empty() && table.causes[row].valid()) {
      flow(table.causes[row], id, table.cause_kind);
    }
  }
  return first;
}

void TraceWriter::time_base(const TimeBase& base) {
  batch_.time_base = base;
}

void TraceWriter::property(std::string key, PropertyValue value) {
  batch_.properties.emplace_back(std::move(key), std::move(value));
}

void TraceWriter::metric(Metric metric) {
  batch_.metrics.push_back(std::move(metric));
}

void TraceWriter::diagnose(std::string_view code, Severity severity, Text example,
                           std::int64_t count) {
  diagnostics_.add(code, severity, std::move(example), count);
}

bool TraceWriter::flush() {
  pending_ = 0;
  const std::size_t slices = batch_.slices.size();
  const std::size_t args = batch_.args.size();
  if (alive_) alive_ = sink_.push(std::move(batch_));
  // If the sink did not move the batch, its memory is reused.
  batch_.strings.clear();
  batch_.tracks.clear();
  batch_.slices.clear();
  batch_.table = {};
  batch_.slice_ends.clear();
  batch_.counters.clear();
  batch_.flows.clear();
  batch_.args.clear();
  batch_.properties.clear();
  batch_.metrics.clear();
  batch_.diagnostics.clear();
  batch_.time_base.reset();
  batch_.slices.reserve(slices);
  batch_.args.reserve(args);
  return alive_;
}

bool TraceWriter::finish() {
  batch_.diagnostics = diagnostics_.take();
  return flush();
}

}  // namespace nscope
