#include "app/python/track_slices.h"

#include "profiler/base/text/closest_names.h"
#include "profiler/trace/track_path.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::python {
namespace {

Result<const Track*> track_of(const Trace& trace, std::int64_t id) {
  if (id >= 0 && static_cast<std::size_t>(id) < trace.tracks().size()) {
    return &trace.tracks()[static_cast<std::size_t>(id)];
  }
  return fail(ErrorCode::kNotFound, tr("unknown track {}; the run has the tracks 0 to {}", id,
                                       static_cast<std::int64_t>(trace.tracks().size()) - 1));
}

Result<const Track*> track_of(const Trace& trace, const std::string& path) {
  std::vector<std::string> paths;
  std::vector<const Track*> found;
  for (const Track& track : trace.tracks()) {
    paths.push_back(track_path(trace, track));
    if (paths.back() == path) found.push_back(&track);
  }
  if (found.size() == 1) return found.front();
  if (found.size() > 1) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{} tracks have the path '{}'; give the id of one of them, for example {}",
                   found.size(), path, found.front()->id.index()));
  }
  const std::vector<std::string> closest = closest_names(path, paths, 3);
  return fail(ErrorCode::kNotFound, tr("unknown track '{}'; similar: {}", path,
                                       fmt::format("'{}'", fmt::join(closest, "', '"))));
}

ResultColumn& add_column(ResultTable& table, const char* id, const char* unit) {
  ResultColumn& column = table.columns.emplace_back();
  column.id = id;
  column.unit = unit;
  return column;
}

/// Calls value(row) for every row and adds the result to a new column.
template <class Value>
Result<> add_values(ResultTable& table, const char* id, const char* unit, TaskControl& control,
                    const Value& value) {
  ResultColumn& column = add_column(table, id, unit);
  for (std::size_t row = 0; row < table.rows; ++row) {
    if (control.cancelled_at(row)) return cancelled();
    column.add(value(row));
  }
  column.shrink();
  return {};
}

Result<ResultTable> slices_of(const Trace& trace, const Track& track, TaskControl& control) {
  const SliceColumns& slices = track.slices;
  const auto ns = [&](std::int64_t ticks) { return trace.to_ns(TraceTime(ticks)); };
  ResultTable table;
  table.rows = slices.size();
  control.begin(phrase("Reading the slices"), 6);
  Result<> done = add_values(table, "id", "", control, [&](std::size_t row) {
    return static_cast<std::int64_t>(Trace::slice_id(track, row).index());
  });
  control.advance_to(1);
  if (done) {
    done = add_values(table, "name", "", control,
                      [&](std::size_t row) { return trace.text(slices.name[row]); });
  }
  control.advance_to(2);
  if (done) {
    done = add_values(table, "start_ns", "ns", control,
                      [&](std::size_t row) { return ns(slices.start[row]); });
  }
  control.advance_to(3);
  if (done) {
    done = add_values(table, "duration_ns", "ns", control,
                      [&](std::size_t row) { return ns(slices.duration[row]); });
  }
  control.advance_to(4);
  if (done) {
    done = add_values(table, "wait_ns", "ns", control,
                      [&](std::size_t row) { return ns(slices.wait[row]); });
  }
  control.advance_to(5);
  if (done) {
    done = add_values(table, "depth", "", control,
                      [&](std::size_t row) { return std::int64_t{slices.depth[row]}; });
  }
  if (!done) return fail(done.error());
  // Columns of a large session are checked when they are first read.
  if (auto damage = trace.storage_error()) return fail(std::move(*damage));
  table.finish();
  return table;
}

}  // namespace

Result<ResultTable> track_slices(const Trace& trace,
                                 const std::variant<std::int64_t, std::string>& track,
                                 TaskControl& control) {
  const auto found = std::visit([&](const auto& by) { return track_of(trace, by); }, track);
  if (!found) return fail(found.error());
  return slices_of(trace, **found, control);
}

}  // namespace nscope::python
