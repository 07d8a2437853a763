#include "profiler/analysis/ranks/collective_matches.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace nscope::analysis {
namespace {

using Events = std::span<const CollectiveEvent*>;

auto identity(const CollectiveEvent& event) {
  return std::tuple(event.op, event.name, event.bytes, event.ranks, event.group, event.sequence,
                    event.calls);
}

class Matcher {
 public:
  explicit Matcher(CollectiveMatches& out) : out_(out) {}

  /// Matches the events of one identity, which must be sorted by device and start.
  void match(Events events) {
    lists_.clear();
    for (std::size_t first = 0; first < events.size();) {
      std::size_t last = first;
      while (last < events.size() && events[last]->device == events[first]->device) ++last;
      lists_.push_back(events.subspan(first, last - first));
      first = last;
    }
    if (lists_.size() < 2) {
      out_.unmatched += static_cast<std::int64_t>(events.size());
    } else if (std::all_of(lists_.begin(), lists_.end(), [&](const Events& list) {
                 return list.size() == lists_.front().size();
               })) {
      by_order();
    } else {
      by_overlap();
    }
  }

 private:
  void by_order() {
    for (std::size_t i = 0; i < lists_.front().size(); ++i) {
      CollectiveMatch match;
      for (const Events& list : lists_) match.push_back(list[i]);
      keep(std::move(match));
    }
  }

  void by_overlap() {
    while (true) {
      const CollectiveEvent* first = nullptr;
      for (const Events& list : lists_) {
        if (!list.empty() && (first == nullptr || list.front()->begin < first->begin)) {
          first = list.front();
        }
      }
      if (first == nullptr) return;
      CollectiveMatch match;
      for (Events& list : lists_) {
        if (list.empty() || (list.front() != first && list.front()->begin >= first->end)) continue;
        match.push_back(list.front());
        list = list.subspan(1);
      }
      if (match.size() < 2) {
        ++out_.unmatched;
      } else {
        ++out_.by_overlap;
        keep(std::move(match));
      }
    }
  }

  void keep(CollectiveMatch match) {
    const std::int64_t ranks = match.front()->ranks;
    if (ranks > 0 && static_cast<std::int64_t>(match.size()) > ranks) {
      ++out_.ambiguous;
    } else {
      out_.all.push_back(std::move(match));
    }
  }

  CollectiveMatches& out_;
  std::vector<Events> lists_;
};

std::int64_t first_arrival(const CollectiveMatch& match) {
  return (*std::min_element(match.begin(), match.end(),
                            [](const auto* a, const auto* b) { return a->begin < b->begin; }))
      ->begin;
}

}  // namespace

std::optional<CollectiveMatches> match_collectives(const CollectiveEvents& events,
                                                   const TaskControl& control) {
  CollectiveMatches out;
  std::vector<const CollectiveEvent*> sorted;
  sorted.reserve(events.events.size());
  for (const CollectiveEvent& event : events.events) sorted.push_back(&event);
  std::sort(sorted.begin(), sorted.end(), [](const CollectiveEvent* a, const CollectiveEvent* b) {
    return std::tuple_cat(identity(*a), std::tuple(a->device, a->begin, a->slice)) <
           std::tuple_cat(identity(*b), std::tuple(b->device, b->begin, b->slice));
  });
  Matcher matcher(out);
  for (std::size_t first = 0; first < sorted.size();) {
    if (control.cancelled()) return std::nullopt;
    std::size_t last = first;
    while (last < sorted.size() && identity(*sorted[last]) == identity(*sorted[first])) ++last;
    matcher.match(Events(sorted).subspan(first, last - first));
    first = last;
  }
  std::sort(out.all.begin(), out.all.end(), [](const CollectiveMatch& a, const CollectiveMatch& b) {
    return std::tuple(first_arrival(a), a.front()->slice) <
           std::tuple(first_arrival(b), b.front()->slice);
  });
  return out;
}

}  // namespace nscope::analysis
