#include "profiler/analysis/ranks/arrivals.h"

#include <algorithm>

#include <fmt/format.h>

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
                       ? "the run shows no collectives"
                       : "collectives are shown on one rank only: merge the captures of several");
    return;
  }
  if (ranks.events.outside > 0) {
    table.add_note(fmt::format("{} collectives are not wholly in the time looked at and left out",
                               ranks.events.outside));
  }
  if (matches.unmatched > 0) {
    table.add_note(fmt::format("{} collectives are shown on one rank only", matches.unmatched));
  }
  if (matches.by_overlap > 0) {
    table.add_note(
        fmt::format("{} are matched by time, as the ranks show unequal numbers of their kind",
                    matches.by_overlap));
  }
  if (matches.ambiguous > 0) {
    table.add_note(
        fmt::format("{} are left out: more ranks show them than take part, so several "
                    "groups cannot be told apart",
                    matches.ambiguous));
  }
  if (trace.property("parts") != nullptr && !ranks.corrected) {
    table.add_note(
        "the runs were recorded with clocks of their own: a difference of clocks looks like a late "
        "rank. clocks=collective-ends takes out what the ends of collectives differ by");
  }
  if (!ranks.corrected) return;
  const auto known = std::count_if(ranks.clock_offset.begin(), ranks.clock_offset.end(),
                                   [](const auto& offset) { return offset.has_value(); });
  if (known < 2) {
    table.add_note(
        "clocks are as recorded: no collective that ends together on all its ranks is matched");
  } else {
    table.add_note(
        "arrivals are moved by the median difference of the collectives' ends to the first rank");
  }
}

}  // namespace nscope::analysis
