#include "profiler/analysis/comparison/comparison.h"

#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <tuple>

namespace nscope::analysis {
namespace {

/// Smaller changes are due to rounding: a picosecond, or the last digits of long runs.
double least_change_ns(double base_total, double new_total) {
  return std::max(1e-3, 1e-9 * std::max(base_total, new_total));
}

double mean_total(const std::vector<RunProfile>& runs) {
  const double sum = std::accumulate(runs.begin(), runs.end(), 0.0,
                                     [](double s, const RunProfile& r) { return s + r.total_ns; });
  return sum / static_cast<double>(runs.size());
}

GroupTotals mean_of(const std::vector<RunProfile>& runs, std::uint32_t group) {
  GroupTotals mean;
  std::size_t with_bytes = 0;
  double bytes = 0.0;
  for (const RunProfile& run : runs) {
    const GroupTotals of = run.of(group);
    mean.count += of.count;
    mean.time_ns += of.time_ns;
    mean.wait_ns += of.wait_ns;
    mean.exposed_ns += of.exposed_ns;
    bytes += of.bytes.value_or(0.0);
    if (of.bytes) ++with_bytes;
  }
  const auto n = static_cast<double>(runs.size());
  mean.count /= n;
  mean.time_ns /= n;
  mean.wait_ns /= n;
  mean.exposed_ns /= n;
  if (with_bytes == runs.size()) mean.bytes = bytes / n;
  return mean;
}

std::vector<double> values_of(const std::vector<RunProfile>& runs, auto value) {
  std::vector<double> values;
  for (const RunProfile& run : runs) values.push_back(value(run));
  return values;
}

bool differs(const GroupDifference& group, double least_ns) {
  const GroupMatches& matches = group.matches;
  return std::abs(group.time_change()) >= least_ns ||
         std::abs(group.exposed_change()) >= least_ns || group.base.count != group.now.count ||
         group.base.bytes != group.now.bytes || matches.added > 0 || matches.removed > 0;
}

void rank(std::vector<GroupDifference>& groups) {
  // Sizes are rounded to picoseconds: if exposed time moves from one group to another, both change
  // by the same amount except for rounding, and the group whose events became longer must be first.
  const auto size = [](double change_ns) { return -std::round(1e3 * std::abs(change_ns)); };
  std::sort(groups.begin(), groups.end(), [&](const GroupDifference& a, const GroupDifference& b) {
    return std::tuple(size(a.exposed_change()), size(a.time_change()), a.key.work, a.key.engine,
                      a.key.kind, a.key.name) < std::tuple(size(b.exposed_change()),
                                                           size(b.time_change()), b.key.work,
                                                           b.key.engine, b.key.kind, b.key.name);
  });
}

/// Whether a rank has no events within the executions.
bool does_nothing(const std::optional<PlaceTimes>& place) {
  return !place || std::all_of(place->exposed_ns.begin(), place->exposed_ns.end(),
                               [](double ns) { return ns == 0.0; });
}

bool differs(const PlaceDifference& place, Place by, double least_ns) {
  if (by == Place::kRank && does_nothing(place.base) && does_nothing(place.now)) return false;
  if (!place.base || !place.now) return true;
  for (std::size_t c = 0; c < kClaimingClasses; ++c) {
    if (std::abs(place.now->exposed_ns[c] - place.base->exposed_ns[c]) >= least_ns) return true;
  }
  return std::abs(place.now->idle_ns - place.base->idle_ns) >= least_ns;
}

/// Pairs places by name. The names of intervals are their numbers.
std::vector<PlaceDifference> pair_places(std::vector<PlaceTimes> base,
                                         std::vector<PlaceTimes> now) {
  std::vector<PlaceDifference> pairs;
  for (auto* side : {&base, &now}) {
    for (std::size_t i = 0; i < side->size(); ++i) {
      if ((*side)[i].name.empty()) (*side)[i].name = Text::verbatim(std::to_string(i + 1));
    }
  }
  for (const PlaceTimes& place : base) {
    pairs.push_back({.name = place.name, .base = place, .now = {}});
  }
  for (const PlaceTimes& place : now) {
    const auto pair = std::find_if(pairs.begin(), pairs.end(),
                                   [&](const PlaceDifference& p) { return p.name == place.name; });
    if (pair == pairs.end()) {
      pairs.push_back({.name = place.name, .base = {}, .now = place});
    } else {
      pair->now = place;
    }
  }
  return pairs;
}

/// The text that all runs of a side have in common; empty if they differ, or if there are none.
std::string common_text(const std::vector<std::string>& texts) {
  const bool same =
      std::adjacent_find(texts.begin(), texts.end(), std::not_equal_to<>()) == texts.end();
  return same && !texts.empty() ? texts.front() : std::string();
}

}  // namespace

bool Comparison::no_difference() const {
  const auto same = [](const GroupDifference& group) { return !group.differs; };
  return causes.empty() && places.empty() && metrics.empty() &&
         std::all_of(groups.begin(), groups.end(), same);
}

std::optional<double> Comparison::total_change_ns() const {
  if (!base.total_ns || !now.total_ns) return std::nullopt;
  return *now.total_ns - *base.total_ns;
}

Result<> RunComparison::add(Side side, std::string label, std::shared_ptr<const Trace> trace,
                            TaskControl& control) {
  auto items = collect_items(*trace, options_.by, groups_, control);
  if (!items) return fail(items.error());
  auto profile = profile_run(*items, groups_, control);
  if (!profile) return fail(profile.error());
  Summary summary = summarize(*trace);
  if (const auto damage = trace->storage_error()) return fail(*damage);
  Runs& to = runs(side);
  to.labels.push_back(std::move(label));
  const std::string provenance = trace->property_text(property::kProvenance);
  to.provenances.push_back(provenance.empty() ? "measured" : provenance);
  to.workloads.push_back(trace->property_text(property::kWorkload));
  to.calibrations.push_back(trace->property_text(property::kCalibration));
  to.outside += items->outside;
  to.without_layer += items->without_layer;
  to.profiles.push_back(std::move(*profile));
  to.summaries.push_back(std::move(summary));
  if (!to.first) {
    to.items = std::move(*items);
    to.first = std::move(trace);
  }
  return {};
}

void RunComparison::add(Side side, std::string label, Summary summary) {
  Runs& to = runs(side);
  to.labels.push_back(std::move(label));
  const bool simulated =
      std::any_of(summary.metrics.begin(), summary.metrics.end(),
                  [](const Metric& metric) { return metric.provenance == Provenance::kSimulated; });
  to.provenances.push_back(simulated ? "simulated" : "measured");
  to.summaries.push_back(std::move(summary));
}

/// Whether all runs of both sides have events.
bool RunComparison::has_events() const {
  return std::all_of(sides_.begin(), sides_.end(), [](const Runs& side) {
    return !side.profiles.empty() && side.profiles.size() == side.summaries.size();
  });
}

Result<> RunComparison::compare_events(Comparison& out, TaskControl& control) {
  const auto& [base, now] = sides_;
  auto alignment = align_runs(*base.items, *now.items, groups_, options_.pairs, control);
  if (!alignment) return fail(alignment.error());
  if (options_.pairs) {
    out.pairs = std::make_shared<const EventPairs>(std::move(alignment->pairs));
  }
  out.base.total_ns = mean_total(base.profiles);
  out.now.total_ns = mean_total(now.profiles);
  const auto total = [](const RunProfile& run) { return run.total_ns; };
  out.total_interval =
      mean_difference_interval(values_of(base.profiles, total), values_of(now.profiles, total));
  const double least = least_change_ns(*out.base.total_ns, *out.now.total_ns);
  for (std::uint32_t i = 0; i < groups_.size(); ++i) {
    const auto time = [&](const RunProfile& run) { return run.of(i).time_ns; };
    GroupDifference group{.key = groups_[i],
                          .base = mean_of(base.profiles, i),
                          .now = mean_of(now.profiles, i),
                          .matches = alignment->groups[i],
                          .time_interval = mean_difference_interval(values_of(base.profiles, time),
                                                                    values_of(now.profiles, time))};
    group.differs = differs(group, least);
    out.groups.push_back(std::move(group));
  }
  rank(out.groups);
  out.causes = explain(out.groups, *out.base.total_ns, *out.now.total_ns, least);
  if (options_.place) compare_places(out);
  add_notes(alignment->shortcuts, out);
  return {};
}

void RunComparison::compare_places(Comparison& out) const {
  const RunItems& base = *sides_[0].items;
  const RunItems& now = *sides_[1].items;
  std::vector<PlaceTimes> before;
  std::vector<PlaceTimes> after;
  if (*options_.place == Place::kRank) {
    before = times_of_ranks(base, groups_);
    after = times_of_ranks(now, groups_);
  } else {
    const std::size_t pieces = std::max<std::size_t>(1, options_.pieces);
    const double width = std::max(span_ns(base), span_ns(now)) / static_cast<double>(pieces);
    before = times_of_pieces(base, groups_, width, pieces);
    after = times_of_pieces(now, groups_, width, pieces);
  }
  const double least = least_change_ns(*out.base.total_ns, *out.now.total_ns);
  out.places = pair_places(std::move(before), std::move(after));
  std::erase_if(out.places, [&](const PlaceDifference& place) {
    return !differs(place, *options_.place, least);
  });
}

void RunComparison::add_notes(std::size_t shortcuts, Comparison& out) const {
  const auto& [base, now] = sides_;
  const auto outside = base.outside + now.outside;
  if (outside > 0) {
    out.notes.push_back(
        tr_plural(outside, "{} event that is not entirely within an execution is not compared.",
                  "{} events that are not entirely within an execution are not compared.",
                  as::count(outside)));
  }
  const std::int64_t without_layer = base.without_layer + now.without_layer;
  if (without_layer > 0) {
    out.notes.push_back(tr_plural(without_layer, "{} event does not belong to a layer.",
                                  "{} events do not belong to a layer.", as::count(without_layer)));
  }
  if (shortcuts > 0) {
    out.notes.push_back(
        tr("The runs have very different orders of events, so the alignment may not be the best "
           "one. The real numbers of added and removed events may be smaller."));
  }
  const bool repeats = base.profiles.size() > 1 || now.profiles.size() > 1;
  if (!out.total_interval && !out.causes.empty()) {
    out.notes.push_back(
        tr("There are no confidence intervals; they need at least {} runs of each side.",
           kFewestRepeats));
  }
  if (repeats) {
    out.notes.push_back(
        tr("Times and counts are means over the runs of each side. Matched, added and removed "
           "events, places and examples are those of the first run of each side."));
  }
  if (out.total_interval) {
    out.notes.push_back(
        tr("Intervals are 95 % confidence intervals of each row separately (Welch's t-test)."));
  }
}

Result<Comparison> RunComparison::finish(TaskControl& control) {
  Comparison out;
  out.by = options_.by;
  out.place = options_.place;
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    const Runs& side = sides_[i];
    if (side.summaries.empty()) {
      return fail(ErrorCode::kInvalidArgument, i == 0 ? tr("there is no base run to compare with")
                                                      : tr("there is no new run to compare"));
    }
    ComparedSide& to = i == 0 ? out.base : out.now;
    to.labels = side.labels;
    to.provenance = common_text(side.provenances);
    to.workload = common_text(side.workloads);
    to.calibration = common_text(side.calibrations);
  }
  out.metrics = metric_differences(sides_[0].summaries, sides_[1].summaries);
  if (has_events()) {
    if (auto done = compare_events(out, control); !done) return fail(done.error());
    for (const Runs& side : sides_) {
      if (const auto damage = side.first->storage_error()) return fail(*damage);
    }
  } else {
    out.notes.push_back(
        tr("Only metrics are compared, because summary documents contain no events."));
  }
  return out;
}

}  // namespace nscope::analysis
