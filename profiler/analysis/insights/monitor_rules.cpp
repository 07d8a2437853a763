#include "profiler/analysis/insights/rules.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <string>
#include <vector>

namespace nscope::analysis {
namespace {

/// "NeuronCore 0 (3.0 %), NeuronCore 1 (0 %)"; long lists are shortened.
Text listed(const std::vector<const MonitoredCore*>& cores) {
  constexpr std::size_t kMost = 8;
  std::vector<Text> names;
  for (const MonitoredCore* const core : cores) {
    if (names.size() == kMost) break;
    names.push_back(tr("{} ({})", core->name, as::percent(core->utilization)));
  }
  if (cores.size() <= kMost) return joined(names);
  return tr("{} and {} more", joined(names), as::count(cores.size() - kMost));
}

}  // namespace

Findings find_idle_cores(const RunFacts& facts, const ParameterValues& thresholds) {
  if (facts.monitored.empty()) return std::nullopt;
  const double limit = thresholds.number("idle_core_share");
  std::vector<const MonitoredCore*> idle;
  double idle_ns = 0.0;
  double assigned_ns = 0.0;
  std::int64_t idle_reports = 0;
  for (const MonitoredCore& core : facts.monitored) {
    assigned_ns += core.assigned_ns;
    if (core.utilization >= limit) continue;
    idle.push_back(&core);
    idle_ns += core.assigned_ns * (1.0 - core.utilization);
    idle_reports = std::max(idle_reports, core.reports);
  }
  if (idle.empty()) return nothing_found();
  const std::size_t all = facts.monitored.size();
  const std::string type = facts.trace.property_text(property::kInstanceType);
  constexpr double kHour = 3.6e12;
  std::vector<InsightNumber> numbers{
      {"idle_cores", phrase("idle cores"), static_cast<double>(idle.size()), ""},
      {"assigned_cores", phrase("assigned cores"), static_cast<double>(all), ""}};
  Text finding;
  if (assigned_ns > 0.0) {
    const double share = idle_ns / assigned_ns;
    numbers.push_back({"idle_core_hours", phrase("idle core hours"), idle_ns / kHour, "h"});
    numbers.push_back(
        {"assigned_core_hours", phrase("assigned core hours"), assigned_ns / kHour, "h"});
    numbers.push_back(
        {"idle_core_hour_share", phrase("idle share of the core hours"), share, "share"});
    finding = tr_plural(all,
                        "{} of {} NeuronCore that is assigned to a runtime is idle: {}. Of {} of "
                        "core time, {} ({}) are idle.",
                        "{} of {} NeuronCores that are assigned to runtimes are idle: {}. Of {} "
                        "of core time, {} ({}) are idle.",
                        as::count(idle.size()), as::count(all), listed(idle),
                        as::duration_ns(assigned_ns), as::duration_ns(idle_ns), as::percent(share));
  } else {
    finding = tr_plural(all,
                        "{} of {} NeuronCore that is assigned to a runtime is idle: {}. The "
                        "capture has one report, so the length of this state is unknown.",
                        "{} of {} NeuronCores that are assigned to runtimes are idle: {}. The "
                        "capture has one report, so the length of this state is unknown.",
                        as::count(idle.size()), as::count(all), listed(idle));
  }
  const Text action =
      type.empty()
          ? tr("Stop the runtimes of idle cores, send more requests to them, or use a smaller "
               "instance: the instance is billed in full meanwhile. 'nscope prices at' prints the "
               "price of an hour.")
          : tr("Stop the runtimes of idle cores, send more requests to them, or use a smaller "
               "instance: the {} is billed in full meanwhile. 'nscope prices at DATE "
               "--instance {}' prints the price of an hour.",
               type, type);
  return found({.finding = std::move(finding),
                .action = action,
                .gain = unknown_gain(tr("not estimated: idle cores cost money, not time")),
                .evidence = facts.throughout(std::move(numbers), "summary")});
}

}  // namespace nscope::analysis
