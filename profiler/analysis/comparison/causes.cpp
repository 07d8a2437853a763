#include "profiler/analysis/comparison/causes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

namespace nscope::analysis {
namespace {

/// The contributions of one group to the change of the wall time, in ns.
struct Effects {
  double count = 0.0;
  double duration = 0.0;
  double hidden = 0.0;
};

/// Exposed share of the time; that of `other` if the group has no time.
double exposed_share(const GroupTotals& of, const GroupTotals& other) {
  if (of.time_ns > 0.0) return of.exposed_ns / of.time_ns;
  return other.time_ns > 0.0 ? other.exposed_ns / other.time_ns : 0.0;
}

Effects effects_of(const GroupDifference& group) {
  const double change = group.exposed_change();
  if (group.base.count <= 0.0 || group.now.count <= 0.0) return {.count = change};
  const double share = exposed_share(group.base, group.now);
  const double old_mean = group.base.time_ns / group.base.count;
  const double new_mean = group.now.time_ns / group.now.count;
  Effects effects;
  effects.count = (group.now.count - group.base.count) * old_mean * share;
  effects.duration = group.now.count * (new_mean - old_mean) * share;
  effects.hidden = change - effects.count - effects.duration;
  return effects;
}

/// "0.9 MiB instead of 9.1 MiB"; empty if the bytes are unknown or equal.
Text bytes_text(const GroupTotals& base, const GroupTotals& now) {
  if (!base.bytes || !now.bytes || *base.bytes == *now.bytes) return {};
  return tr("{} instead of {}", as::bytes(*now.bytes), as::bytes(*base.bytes));
}

Text part_text(CauseKind kind, const Text& title, const GroupDifference& group) {
  switch (kind) {
    case CauseKind::kFewer:
    case CauseKind::kMore: {
      const Text bytes = bytes_text(group.base, group.now);
      const TextNumber now = count_number(group.now.count);
      const TextNumber base = count_number(group.base.count);
      return bytes.empty() ? tr("{}: {} instead of {}", title, now, base)
                           : tr("{}: {} instead of {}; {}", title, now, base, bytes);
    }
    case CauseKind::kShorter:
    case CauseKind::kLonger:
      return tr("{}: {} each instead of {} (count: {})", title,
                as::duration_ns(mean_ns(group.now).value_or(0.0)),
                as::duration_ns(mean_ns(group.base).value_or(0.0)), count_number(group.now.count));
    case CauseKind::kMoreHidden:
    case CauseKind::kLessHidden:
      return tr("{}: {} of the time is exposed instead of {}", title,
                as::percent(exposed_share(group.now, group.base)),
                as::percent(exposed_share(group.base, group.now)));
    case CauseKind::kIdle: break;
  }
  return title;
}

void add(const GroupTotals& of, GroupTotals& to) {
  to.count += of.count;
  to.time_ns += of.time_ns;
  to.exposed_ns += of.exposed_ns;
  if (of.bytes) to.bytes = to.bytes.value_or(0.0) + *of.bytes;
}

/// A cause while the effects of its groups are added up.
struct GatheredCause {
  Cause cause;
  GroupTotals base;
  GroupTotals now;
  std::size_t groups = 0;
  Phrase events;  ///< plural_of()
};

Text cause_text(const GatheredCause& gathered) {
  const std::size_t n = gathered.groups;
  const Phrase events = gathered.events;
  const TextNumber now = count_number(gathered.now.count);
  const TextNumber base = count_number(gathered.base.count);
  Text text;
  switch (gathered.cause.kind) {
    case CauseKind::kFewer:
      text = tr_plural(n, "Fewer {} ({} kind): {} instead of {}",
                       "Fewer {} ({} kinds): {} instead of {}", events, n, now, base);
      break;
    case CauseKind::kMore:
      text = tr_plural(n, "More {} ({} kind): {} instead of {}",
                       "More {} ({} kinds): {} instead of {}", events, n, now, base);
      break;
    case CauseKind::kShorter:
      return tr_plural(n, "Shorter {} ({} kind)", "Shorter {} ({} kinds)", events, n);
    case CauseKind::kLonger:
      return tr_plural(n, "Longer {} ({} kind)", "Longer {} ({} kinds)", events, n);
    case CauseKind::kMoreHidden:
      return tr_plural(n, "Better overlapped {} ({} kind)", "Better overlapped {} ({} kinds)",
                       events, n);
    case CauseKind::kLessHidden:
      return tr_plural(n, "Less overlapped {} ({} kind)", "Less overlapped {} ({} kinds)", events,
                       n);
    case CauseKind::kIdle: return {};
  }
  const Text bytes = bytes_text(gathered.base, gathered.now);
  return bytes.empty() ? text : tr("{}; {}", text, bytes);
}

Text idle_text(double base_ns, double new_ns) {
  return new_ns < base_ns ? tr("Less idle time: {} instead of {}", as::duration_ns(new_ns),
                               as::duration_ns(base_ns))
                          : tr("More idle time: {} instead of {}", as::duration_ns(new_ns),
                               as::duration_ns(base_ns));
}

/// Adds up effects by kind, class and kind of events.
class CauseList {
 public:
  explicit CauseList(double least_ns) : least_ns_(least_ns) {}

  void add_effect(CauseKind less, CauseKind more, double change, const GroupDifference& group) {
    if (change == 0.0) return;
    const CauseKind kind = change < 0.0 ? less : more;
    const Phrase events = plural_of(group.key);
    GatheredCause& to = causes_[{kind, group.key.work, events.english}];
    to.cause.kind = kind;
    to.cause.work = group.key.work;
    to.events = events;
    to.cause.change_ns += change;
    if (std::abs(change) < least_ns_) return;  // included in the sum, but not listed
    ++to.groups;
    add(group.base, to.base);
    add(group.now, to.now);
    to.cause.parts.push_back({.key = group.key,
                              .change_ns = change,
                              .text = part_text(kind, title_of(group.key), group),
                              .short_text = part_text(kind, short_title_of(group.key), group),
                              .base_example = group.matches.base_example,
                              .new_example = group.matches.new_example});
  }

  std::vector<Cause> result() && {
    std::vector<Cause> causes;
    for (auto& [key, gathered] : causes_) {
      gathered.cause.text = cause_text(gathered);
      causes.push_back(std::move(gathered.cause));
    }
    for (Cause& cause : causes) sort(cause.parts);
    std::erase_if(causes,
                  [&](const Cause& cause) { return std::abs(cause.change_ns) < least_ns_; });
    return causes;
  }

  /// Sorts by size, largest first. Sizes that differ by less than a picosecond are equal.
  static void sort(auto& changes) {
    const auto size = [](const auto& of) { return std::round(std::abs(of.change_ns) * 1e3); };
    std::stable_sort(changes.begin(), changes.end(),
                     [&](const auto& a, const auto& b) { return size(a) > size(b); });
  }

 private:
  double least_ns_;
  std::map<std::tuple<CauseKind, WorkClass, std::string_view>, GatheredCause> causes_;
};

}  // namespace

std::string_view to_string(CauseKind kind) {
  constexpr std::array<std::string_view, 7> kNames{
      "fewer", "more", "shorter", "longer", "more_hidden", "less_hidden", "idle"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<Cause> explain(std::span<const GroupDifference> groups, double base_total_ns,
                           double new_total_ns, double least_ns) {
  CauseList list(least_ns);
  double base_idle = base_total_ns;
  double new_idle = new_total_ns;
  for (const GroupDifference& group : groups) {
    if (!claims_time(group.key.work)) continue;
    const Effects effects = effects_of(group);
    list.add_effect(CauseKind::kFewer, CauseKind::kMore, effects.count, group);
    list.add_effect(CauseKind::kShorter, CauseKind::kLonger, effects.duration, group);
    list.add_effect(CauseKind::kMoreHidden, CauseKind::kLessHidden, effects.hidden, group);
    base_idle -= group.base.exposed_ns;
    new_idle -= group.now.exposed_ns;
  }
  std::vector<Cause> causes = std::move(list).result();
  if (std::abs(new_idle - base_idle) >= least_ns) {
    causes.push_back({.kind = CauseKind::kIdle,
                      .change_ns = new_idle - base_idle,
                      .text = idle_text(std::max(base_idle, 0.0), std::max(new_idle, 0.0)),
                      .parts = {}});
  }
  CauseList::sort(causes);
  return causes;
}

}  // namespace nscope::analysis
