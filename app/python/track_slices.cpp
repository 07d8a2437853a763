#include "app/python/track_slices.h"

#include "profiler/base/text/closest_names.h"
#include "profiler/trace/track_path.h"

#include <algorithm>
#include <iterator>
#include <span>

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

/// Adds value(x) for the first `rows` values x of a column of a track.
template <class From, class Value>
void append(const From& from, std::size_t rows, ResultColumn& to, const Value& value) {
  constexpr std::size_t kBlock = 256;
  static_assert(kChunkRows % kBlock == 0);
  typename From::value_type block[kBlock];
  for (std::size_t first = 0; first < rows; first += kBlock) {
    const std::size_t count = std::min(kBlock, rows - first);
    from.read(first, count, block);
    for (std::size_t i = 0; i < count; ++i) to.add(value(block[i]));
  }
}

/// Adds the first `rows` slices of a track to a column, which its id names.
void append(const Trace& trace, const Track& track, std::size_t rows, ResultColumn& to) {
  const SliceColumns& slices = track.slices;
  const auto ns = [&](std::int64_t ticks) { return trace.to_ns(TraceTime(ticks)); };
  if (to.id == "id") {
    for (std::size_t row = 0; row < rows; ++row)
      to.add(std::int64_t{track.first_slice} + static_cast<std::int64_t>(row));
  } else if (to.id == "track_id") {
    const auto id = static_cast<std::int64_t>(track.id.index());
    for (std::size_t row = 0; row < rows; ++row) to.add(id);
  } else if (to.id == "name") {
    append(slices.name, rows, to, [&](StringId id) { return trace.text(id); });
  } else if (to.id == "start_ns") {
    append(slices.start, rows, to, ns);
  } else if (to.id == "duration_ns") {
    append(slices.duration, rows, to, ns);
  } else if (to.id == "wait_ns") {
    append(slices.wait, rows, to, ns);
  } else {
    append(slices.depth, rows, to, [](std::uint16_t depth) { return std::int64_t{depth}; });
  }
}

Result<ResultTable> slices_of(const Trace& trace, std::span<const Track> tracks,
                              const std::vector<std::string>& columns, std::uint64_t limit,
                              TaskControl& control) {
  control.begin(phrase("Reading the slices"), columns.size() * tracks.size());
  ResultTable table;
  for (const Track& track : tracks) table.rows += track.slices.size();
  table.more = table.rows > limit;
  table.rows = std::min<std::uint64_t>(table.rows, limit);
  std::uint64_t done = 0;
  for (const std::string& id : columns) {
    ResultColumn& column = table.columns.emplace_back();
    column.id = id;
    if (id.ends_with("_ns")) column.unit = "ns";
    for (const Track& track : tracks) {
      if (control.cancelled()) return cancelled();
      append(trace, track, std::min(track.slices.size(), table.rows - column.size()), column);
      control.advance_to(++done);
    }
    column.shrink();
  }
  // Columns of a large session are checked when they are first read.
  if (auto damage = trace.storage_error()) return fail(std::move(*damage));
  table.finish();
  return table;
}

std::string_view without_spaces(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

}  // namespace

std::optional<std::vector<std::string>> listed_slice_columns(std::string_view sql) {
  static constexpr std::string_view kKnown[] = {"id",          "track_id", "name", "start_ns",
                                                "duration_ns", "wait_ns",  "depth"};
  constexpr std::string_view kBegin = "SELECT ";
  constexpr std::string_view kEnd = " FROM slice";
  sql = without_spaces(sql);
  if (!sql.starts_with(kBegin) || !sql.ends_with(kEnd) ||
      sql.size() < kBegin.size() + kEnd.size()) {
    return std::nullopt;
  }
  std::string_view list = sql.substr(kBegin.size(), sql.size() - kBegin.size() - kEnd.size());
  std::vector<std::string> columns;
  for (;;) {
    const std::size_t comma = list.find(',');
    const std::string_view name = without_spaces(list.substr(0, comma));
    if (std::ranges::find(kKnown, name) == std::end(kKnown)) return std::nullopt;
    columns.emplace_back(name);
    if (comma == std::string_view::npos) return columns;
    list.remove_prefix(comma + 1);
  }
}

Result<ResultTable> all_slices(const Trace& trace, const std::vector<std::string>& columns,
                               std::uint64_t limit, TaskControl& control) {
  return slices_of(trace, trace.tracks(), columns, limit, control);
}

Result<ResultTable> track_slices(const Trace& trace,
                                 const std::variant<std::int64_t, std::string>& track,
                                 TaskControl& control) {
  const auto found = std::visit([&](const auto& by) { return track_of(trace, by); }, track);
  if (!found) return fail(found.error());
  return slices_of(trace, std::span(*found, 1),
                   {"id", "name", "start_ns", "duration_ns", "wait_ns", "depth"},
                   (*found)->slices.size(), control);
}

}  // namespace nscope::python
