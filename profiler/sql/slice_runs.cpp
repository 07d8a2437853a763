#include "profiler/sql/slice_runs.h"

#include <algorithm>
#include <compare>
#include <limits>

namespace nscope {
namespace {

std::int64_t saturated_product(std::int64_t a, std::int64_t positive) {
  std::int64_t product = 0;
  if (!__builtin_mul_overflow(a, positive, &product)) return product;
  return a < 0 ? std::numeric_limits<std::int64_t>::min()
               : std::numeric_limits<std::int64_t>::max();
}

/// The ticks whose whole nanoseconds are in `ns`.
IntegerRange to_ticks(const IntegerRange& ns, std::int64_t ticks_per_ns) {
  if (ns.empty()) return {1, 0};
  const std::int64_t last = saturated_product(ns.max, ticks_per_ns);
  const std::int64_t above = ticks_per_ns - 1;
  const bool overflows = last > std::numeric_limits<std::int64_t>::max() - above;
  return {saturated_product(ns.min, ticks_per_ns), overflows ? last : last + above};
}

bool accepts(const Track& track, SliceField field, const SqlConstraint& constraint) {
  switch (field) {
    case SliceField::kTrackId:
      return equals_any(constraint, static_cast<std::int64_t>(track.id.value));
    case SliceField::kCore:
      return track.core >= 0 && equals_any(constraint, std::int64_t{track.core});
    case SliceField::kKind: return equals_any(constraint, to_string(track.slice_kind));
    case SliceField::kEngine:
      return track.engine != Engine::kNone && equals_any(constraint, to_string(track.engine));
    default: return true;
  }
}

bool accepts(const SliceTable& table, const Track& track, const SqlPlan& plan) {
  if (track.slices.size() == 0) return false;
  if (table.kind() && track.slice_kind != *table.kind()) return false;
  return std::all_of(plan.constraints.begin(), plan.constraints.end(),
                     [&](const auto& c) { return accepts(track, table.field(c.column), c); });
}

/// The first row of the track that starts at or after `ticks`.
std::uint32_t first_row_at(const Track& track, std::int64_t ticks) {
  std::size_t low = 0;
  std::size_t high = track.slices.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (track.slices.start[middle] < ticks) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return static_cast<std::uint32_t>(low);
}

struct Rows {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

Rows rows_in(const Track& track, const IntegerRange& ticks) {
  if (ticks.empty()) return {};
  const auto count = static_cast<std::uint32_t>(track.slices.size());
  Rows rows{0, count};
  constexpr IntegerRange kAll;
  if (ticks.min != kAll.min) rows.begin = first_row_at(track, ticks.min);
  if (ticks.max != kAll.max) rows.end = first_row_at(track, ticks.max + 1);
  return rows;
}

void add_by_name(const Track& track, const Rows& rows, const TrackNameOrder& order,
                 SliceRuns& out) {
  for (const NameRun& run : order.runs) {
    if (out.filter_names && (!run.name.valid() || !out.names[run.name.index()])) continue;
    const auto first = order.rows.begin() + run.begin;
    const auto last = order.rows.begin() + run.end;
    const auto begin = rows.begin == 0 ? first : std::lower_bound(first, last, rows.begin);
    const auto end = rows.end == order.rows.size() ? last : std::lower_bound(begin, last, rows.end);
    if (begin == end) continue;
    out.runs.push_back({&track, order.rows.data(),
                        static_cast<std::uint32_t>(begin - order.rows.begin()),
                        static_cast<std::uint32_t>(end - order.rows.begin()), run.rank});
  }
}

std::strong_ordering compare(const SliceRun& a, const SliceRun& b, SliceField field) {
  switch (field) {
    case SliceField::kTrackId:
    case SliceField::kId: return a.track->id <=> b.track->id;
    case SliceField::kKind:
      return to_string(a.track->slice_kind) <=> to_string(b.track->slice_kind);
    case SliceField::kCore:  // -1 is shown as NULL and sorts first, like NULL
      return a.track->core <=> b.track->core;
    case SliceField::kEngine: return to_string(a.track->engine) <=> to_string(b.track->engine);
    case SliceField::kName: return a.name_rank <=> b.name_rank;
    default:  // start: the rows of a track are in this order
      return std::strong_ordering::equal;
  }
}

void sort_runs(const SliceTable& table, const SqlPlan& plan, std::vector<SliceRun>& runs) {
  if (plan.order.empty()) return;
  std::stable_sort(runs.begin(), runs.end(), [&](const SliceRun& a, const SliceRun& b) {
    for (const SqlOrderTerm& term : plan.order) {
      const auto order = compare(a, b, table.field(term.column));
      if (order != 0) return term.descending ? order > 0 : order < 0;
    }
    return false;
  });
}

/// Restricts the names to those of the constraint; names that are not in the trace match no row.
void keep_names(const Trace& trace, const SqlConstraint& constraint, SliceRuns& out) {
  std::vector<bool> names(trace.strings().size(), false);
  for (const SqlConstant& constant : constraint.values) {
    const auto* text = std::get_if<std::string>(&constant);
    if (text == nullptr) continue;
    const StringId id = trace.strings().find(*text);
    if (id.valid() && (!out.filter_names || out.names[id.index()])) names[id.index()] = true;
  }
  out.names = std::move(names);
  out.filter_names = true;
}

}  // namespace

void find_slice_runs(const SliceTable& table, const SqlPlan& plan, bool by_name, SliceRuns& out) {
  const Trace& trace = table.trace();
  out.runs.clear();
  out.filter_names = false;
  out.filter_durations = false;
  IntegerRange ids{0, static_cast<std::int64_t>(trace.slice_count()) - 1};
  IntegerRange start_ns;
  IntegerRange duration_ns;
  for (const SqlConstraint& constraint : plan.constraints) {
    switch (table.field(constraint.column)) {
      case SliceField::kId: ids.narrow(constraint); break;
      case SliceField::kStartNs: start_ns.narrow(constraint); break;
      case SliceField::kDurationNs:
        duration_ns.narrow(constraint);
        out.filter_durations = true;
        break;
      case SliceField::kName: keep_names(trace, constraint, out); break;
      default: break;
    }
  }
  if (ids.empty() || duration_ns.empty()) return;
  out.durations = to_ticks(duration_ns, trace.time_base().ticks_per_ns);
  const IntegerRange ticks = to_ticks(start_ns, trace.time_base().ticks_per_ns);
  const bool one = ids.min == ids.max;
  const auto add = [&](const Track& track) {
    if (!accepts(table, track, plan)) return;
    Rows rows = rows_in(track, ticks);
    const auto first = static_cast<std::int64_t>(track.first_slice);
    rows.begin =
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(ids.min - first, rows.begin, rows.end));
    rows.end = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(ids.max - first + 1, rows.begin, rows.end));
    if (rows.begin >= rows.end) return;
    if (by_name && !one) {
      add_by_name(track, rows, table.names().of(track), out);
    } else {
      out.runs.push_back({&track, nullptr, rows.begin, rows.end, 0});
    }
  };
  if (one) {
    add(*trace.slice(SliceId(static_cast<std::size_t>(ids.min))).track);
    return;
  }
  for (const Track& track : trace.tracks()) add(track);
  if (by_name) out.filter_names = false;  // the runs contain only these names
  sort_runs(table, plan, out.runs);
}

bool orders_by_name(const SliceTable& table, const SqlPlan& plan) {
  return std::any_of(plan.order.begin(), plan.order.end(), [&](const SqlOrderTerm& term) {
    return table.field(term.column) == SliceField::kName;
  });
}

}  // namespace nscope
