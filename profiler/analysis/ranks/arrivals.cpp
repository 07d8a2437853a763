#include "profiler/analysis/ranks/arrivals.h"

#include <algorithm>

namespace nscope::analysis {
namespace {

std::vector<std::optional<std::int64_t>> offsets_of(const RankArrivals& ranks) {
  std::vector<std::vector<std::int64_t>> later(ranks.events.devices.size());
  for (const CollectiveMatch& match : ranks.matches.all) {
    if (match.front()->device != 0 || !ends_together(match.front()->op)) continue;
    for (const CollectiveEvent* event : match) {
      later[event->device].push_back(event->end - match.front()->end);
    }
  }
  std::vector<std::optional<std::int64_t>> offsets;
  for (std::vector<std::int64_t>& values : later) {
    offsets.emplace_back();
    if (values.empty()) continue;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    offsets.back() = *middle;
  }
  return offsets;
}

}  // namespace

Arrivals RankArrivals::arrivals(const CollectiveMatch& match) const {
  Arrivals out{.first = arrival(*match.front()),
               .last = arrival(*match.front()),
               .end = match.front()->end - correction(*match.front()),
               .latest = match.front()};
  for (const CollectiveEvent* event : match) {
    const std::int64_t time = arrival(*event);
    out.first = std::min(out.first, time);
    out.end = std::max(out.end, event->end - correction(*event));
    if (time <= out.last) continue;
    out.last = time;
    out.latest = event;
  }
  for (const CollectiveEvent* event : match) out.waited += out.last - arrival(*event);
  return out;
}

Result<RankArrivals> rank_arrivals(const Trace& trace, const AnalysisRequest& request,
                                   TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  auto events = collective_events(trace, Scope(trace, request.scope), control);
  if (!events) return fail(events.error());
  RankArrivals ranks{.events = std::move(*events)};
  auto matches = match_collectives(ranks.events, control);
  if (!matches) return cancelled();
  ranks.matches = std::move(*matches);
  ranks.clock_offset = offsets_of(ranks);
  ranks.corrected = request.parameters.word("clocks") == kClockWords[1];
  return ranks;
}

void add_arrival_notes(const Trace& trace, const RankArrivals& ranks, Table& table) {
  const CollectiveMatches& matches = ranks.matches;
  if (ranks.events.devices.size() < 2) {
    table.add_note(ranks.events.devices.empty()
                       ? tr("The run contains no collectives.")
                       : tr("The run contains the collectives of only one rank. Merge the captures "
                            "of several ranks to compare them."));
    return;
  }
  if (ranks.events.outside > 0) {
    table.add_note(
        tr_plural(ranks.events.outside,
                  "{} collective that is not entirely in the analysed range is excluded.",
                  "{} collectives that are not entirely in the analysed range are excluded.",
                  as::count(ranks.events.outside)));
  }
  if (matches.unmatched > 0) {
    table.add_note(tr_plural(matches.unmatched,
                             "{} collective that was recorded on only one rank is excluded.",
                             "{} collectives that were recorded on only one rank are excluded.",
                             as::count(matches.unmatched)));
  }
  if (matches.by_overlap > 0) {
    table.add_note(tr_plural(matches.by_overlap,
                             "{} collective was matched by time, because the ranks have different "
                             "numbers of collectives of this kind.",
                             "{} collectives were matched by time, because the ranks have "
                             "different numbers of collectives of these kinds.",
                             as::count(matches.by_overlap)));
  }
  if (matches.ambiguous > 0) {
    table.add_note(tr_plural(matches.ambiguous,
                             "{} collective is excluded because it was recorded on more ranks than "
                             "take part, so its groups cannot be distinguished.",
                             "{} collectives are excluded because they were recorded on more ranks "
                             "than take part, so their groups cannot be distinguished.",
                             as::count(matches.ambiguous)));
  }
  if (trace.property("parts") != nullptr && !ranks.corrected) {
    table.add_note(
        tr("The merged runs were recorded with different clocks. A clock offset looks like a late "
           "rank; set clocks=collective-ends to correct the offsets by the ends of collectives."));
  }
  if (!ranks.corrected) return;
  const auto known = std::count_if(ranks.clock_offset.begin(), ranks.clock_offset.end(),
                                   [](const auto& offset) { return offset.has_value(); });
  if (known < 2) {
    table.add_note(tr(
        "The clocks are as recorded, because no matched collective ends together on all ranks."));
  } else {
    table.add_note(
        tr("Arrivals are shifted by the median difference between the ends of collectives on each "
           "rank and on the first rank."));
  }
}

}  // namespace nscope::analysis
