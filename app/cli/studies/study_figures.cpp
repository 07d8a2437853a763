#include "app/cli/studies/study_figures.h"

#include "profiler/base/units.h"

#include <utility>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

constexpr double kMillion = 1e6;

/// Adds metrics to those of a run.
struct FigureList {
  analysis::Summary& summary;
  const StudyPrice& price;
  double usd_per_second;

  /// `factor` times another metric.
  void scaled(const char* name, const Metric& of, double factor, const char* unit, Text note) {
    Metric metric = of;
    metric.name = name;
    metric.value *= factor;
    metric.unit = unit;
    if (metric.low) *metric.low *= factor;
    if (metric.high) *metric.high *= factor;
    metric.note = std::move(note);
    summary.metrics.push_back(std::move(metric));
  }

  /// The cost of a time, multiplied by `factor`.
  void cost_of_time(const char* name, const Metric& seconds, double factor, Text note) {
    if (!price.found) return missing(name);
    scaled(name, seconds, usd_per_second * factor, "USD", std::move(note));
  }

  /// The cost of a million units of `rate`. The ends of its band are exchanged.
  void cost_of_million(const char* name, const Metric& rate, Text note) {
    if (!price.found) return missing(name);
    if (!(rate.value > 0)) return;
    const double usd = usd_per_second * kMillion;
    Metric metric = rate;
    metric.name = name;
    metric.value = usd / rate.value;
    metric.unit = "USD";
    metric.low = rate.high ? std::optional(usd / *rate.high) : std::nullopt;
    metric.high = rate.low && *rate.low > 0 ? std::optional(usd / *rate.low) : std::nullopt;
    metric.note = std::move(note);
    summary.metrics.push_back(std::move(metric));
  }

  /// A cost that depends only on the price.
  void cost_of_hours(const char* name, double hours, Text note) {
    if (!price.found) return missing(name);
    Metric metric;
    metric.name = name;
    metric.value = usd_per_second * kSecondsPerHour * hours;
    metric.unit = "USD";
    metric.provenance = price.found->provenance;
    metric.note = std::move(note);
    summary.metrics.push_back(std::move(metric));
  }

  void missing(const char* name) { summary.unavailable.emplace_back(name, price.why_not); }
};

void add_training(FigureList& list, const Metric& step, std::optional<double> steps_total) {
  list.cost_of_time("usd_per_step", step, 1,
                    Text::verbatim(fmt::format("usd_per_hour x {}", step.name)));
  if (!steps_total) return;
  const Text job = tr("{} steps without interruption", as::fixed(*steps_total, 0));
  list.scaled("days_for_steps", step, *steps_total / kSecondsPerDay, "days", job);
  list.cost_of_time("usd_for_steps", step, *steps_total, job);
}

}  // namespace

const Metric* find_figure(const analysis::Summary& figures, std::string_view name) {
  for (const Metric& metric : figures.metrics) {
    if (metric.name == name) return &metric;
  }
  return nullptr;
}

analysis::Summary study_figures(const WorkloadRun& run, const StudyPrice& price,
                                std::optional<double> steps_total) {
  analysis::Summary summary{.metrics = run.metrics, .unavailable = run.unavailable};
  if (run.rejection) return summary;
  const double usd_per_hour = price.found ? run.instances * price.found->per_hour.dollars() : 0;
  FigureList list{summary, price, usd_per_hour / kSecondsPerHour};
  const Text fleet = tr_plural(run.instances, "{} {} instance", "{} {} instances", run.instances,
                               cost::title(price.option));
  list.cost_of_hours("usd_per_hour", 1, fleet);
  list.cost_of_hours("usd_per_month", kHoursPerMonth, tr("{}, 730 h", fleet));
  // Copies, because adding metrics invalidates pointers to them.
  const auto copy = [&](std::string_view name) {
    const Metric* const found = find_figure(summary, name);
    return found == nullptr ? std::nullopt : std::optional(*found);
  };
  const std::optional<Metric> throughput = copy("throughput");
  std::optional<Metric> tokens = copy("tokens_per_second");
  if (!tokens && throughput && throughput->unit == "tokens/s") {
    tokens = throughput;
    list.scaled("tokens_per_second", *throughput, 1, "tokens/s", throughput->note);
  }
  // With a rollout, a step is a whole iteration.
  const std::optional<Metric> iteration = copy("iteration_time");
  if (const auto step = iteration ? iteration : copy("step_time"); step && run.trains) {
    add_training(list, *step, steps_total);
  }
  if (tokens)
    list.cost_of_million("usd_per_million_tokens", *tokens,
                         Text::verbatim("usd_per_hour / tokens"));
  if (throughput && throughput->unit == "inferences/s") {
    list.cost_of_million("usd_per_million_inferences", *throughput,
                         Text::verbatim("usd_per_hour / throughput"));
  }
  return summary;
}

}  // namespace nscope::cli
