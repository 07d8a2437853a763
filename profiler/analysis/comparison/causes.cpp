#include "profiler/analysis/comparison/causes.h"

#include "profiler/base/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

/// What one group contributes to the change of the wall time, in ns.
struct Effects {
  double count = 0.0;
  double duration = 0.0;
  double hidden = 0.0;
};

/// Exposed share of the time; of `other` where there is no time to have a share of.
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

/// "0.9 MiB instead of 9.1 MiB"; empty where the bytes are not known or the same.
std::string bytes_text(const GroupTotals& base, const GroupTotals& now) {
  if (!base.bytes || !now.bytes || *base.bytes == *now.bytes) return {};
  return fmt::format("{} instead of {}", format_bytes(*now.bytes), format_bytes(*base.bytes));
}

std::string share_text(const GroupTotals& base, const GroupTotals& now) {
  return fmt::format("{} of the time is exposed instead of {}",
                     format_percent(exposed_share(now, base)),
                     format_percent(exposed_share(base, now)));
}

std::string part_text(CauseKind kind, const GroupDifference& group) {
  const std::string title = title_of(group.key);
  switch (kind) {
    case CauseKind::kFewer:
    case CauseKind::kMore: {
      const std::string bytes = bytes_text(group.base, group.now);
      return fmt::format("{}: {} instead of {}{}{}", title, count_text(group.now.count),
                         count_text(group.base.count), bytes.empty() ? "" : "; ", bytes);
    }
    case CauseKind::kShorter:
    case CauseKind::kLonger:
      return fmt::format("{}: {} each instead of {}; {} of them", title,
                         format_duration_ns(mean_ns(group.now).value_or(0.0)),
                         format_duration_ns(mean_ns(group.base).value_or(0.0)),
                         count_text(group.now.count));
    case CauseKind::kMoreHidden:
    case CauseKind::kLessHidden:
      return fmt::format("{}: {}", title, share_text(group.base, group.now));
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

/// All that goes into one cause.
struct GatheredCause {
  Cause cause;
  GroupTotals base;
  GroupTotals now;
  std::size_t groups = 0;
  std::string_view plural;
};

std::string cause_text(const GatheredCause& gathered) {
  const std::string_view things = gathered.plural;
  const std::string counts = fmt::format("{} instead of {}", count_text(gathered.now.count),
                                         count_text(gathered.base.count));
  const std::string bytes = bytes_text(gathered.base, gathered.now);
  const std::string tail = bytes.empty() ? "" : "; " + bytes;
  const std::string kinds =
      gathered.groups == 1 ? "of one kind" : fmt::format("of {} kinds", gathered.groups);
  switch (gathered.cause.kind) {
    case CauseKind::kFewer: return fmt::format("Fewer {} {}: {}{}", things, kinds, counts, tail);
    case CauseKind::kMore: return fmt::format("More {} {}: {}{}", things, kinds, counts, tail);
    case CauseKind::kShorter: return fmt::format("Shorter {} {}", things, kinds);
    case CauseKind::kLonger: return fmt::format("Longer {} {}", things, kinds);
    case CauseKind::kMoreHidden: return fmt::format("Better hidden {} {}", things, kinds);
    case CauseKind::kLessHidden: return fmt::format("Less hidden {} {}", things, kinds);
    case CauseKind::kIdle: break;
  }
  return {};
}

/// Sums by kind, class and noun.
class CauseList {
 public:
  explicit CauseList(double least_ns) : least_ns_(least_ns) {}

  void add_effect(CauseKind less, CauseKind more, double change, const GroupDifference& group) {
    if (change == 0.0) return;
    const CauseKind kind = change < 0.0 ? less : more;
    GatheredCause& to = causes_[{kind, group.key.work, plural_of(group.key)}];
    to.cause.kind = kind;
    to.cause.work = group.key.work;
    to.plural = plural_of(group.key);
    to.cause.change_ns += change;
    if (std::abs(change) < least_ns_) return;  // counts in the sum, names nothing
    ++to.groups;
    add(group.base, to.base);
    add(group.now, to.now);
    to.cause.parts.push_back({group.key, change, part_text(kind, group), group.matches.base_example,
                              group.matches.new_example});
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

  /// Largest first; what differs by less than a picosecond keeps its order.
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
                      .text = fmt::format("{} time in which nothing is under way: {} instead of {}",
                                          new_idle < base_idle ? "Less" : "More",
                                          format_duration_ns(std::max(new_idle, 0.0)),
                                          format_duration_ns(std::max(base_idle, 0.0))),
                      .parts = {}});
  }
  CauseList::sort(causes);
  return causes;
}

}  // namespace nscope::analysis
