#include "app/cli/studies/gate_trend.h"

#include "costmodel/report/chart_axes.h"
#include "profiler/base/order_statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

using cost::Anchor;
using cost::Drawing;
using cost::Ink;
using gate::history::RecordedUpdate;

constexpr std::size_t kMostUpdatesListed = 50;
constexpr double kLeft = 116;  ///< for labels such as "1,250 tokens/s"

/// The values of a metric in the runs of one update.
struct TrendPoint {
  std::size_t update = 0;  ///< index
  std::vector<double> values;
  double median = 0;
};

/// A metric over the updates that have it.
struct Trend {
  std::string metric;
  std::string unit;
  std::vector<TrendPoint> points;
  const gate::Rule* rule = nullptr;
  bool in_quarantine = false;
};

/// The rule that applies: one by name takes precedence over patterns.
const gate::Rule* rule_for(const gate::Rules* rules, const std::string& metric) {
  if (rules == nullptr) return nullptr;
  const gate::Rule* pattern = nullptr;
  for (const gate::Rule& rule : rules->rules) {
    if (!rule.matches(metric)) continue;
    if (!rule.is_pattern()) return &rule;
    if (pattern == nullptr) pattern = &rule;
  }
  return pattern;
}

bool is_in_quarantine(const gate::Baseline& baseline, const std::string& metric) {
  return std::any_of(
      baseline.quarantine.begin(), baseline.quarantine.end(),
      [&](const gate::Quarantine& entry) { return gate::matches(entry.metric, metric); });
}

/// Values in another unit than the latest one are not comparable and left out.
std::vector<Trend> trends_of(const gate::history::Record& record, const gate::Rules* rules) {
  std::map<std::string, std::string> units;
  for (const RecordedUpdate& update : record.updates) {
    for (const gate::Run& run : update.runs) {
      for (const Metric& metric : run.summary.metrics) units[metric.name] = metric.unit;
    }
  }
  std::map<std::string, Trend> trends;
  for (std::size_t at = 0; at < record.updates.size(); ++at) {
    std::map<std::string, std::vector<double>> values;
    for (const gate::Run& run : record.updates[at].runs) {
      for (const Metric& metric : run.summary.metrics) {
        if (metric.unit == units[metric.name]) values[metric.name].push_back(metric.value);
      }
    }
    for (auto& [name, list] : values) {
      Trend& trend = trends[name];
      const double median = quantile(list, 0.5);
      trend.points.push_back({.update = at, .values = std::move(list), .median = median});
    }
  }
  std::vector<Trend> list;
  for (auto& [name, trend] : trends) {
    trend.metric = name;
    trend.unit = units[name];
    trend.rule = rule_for(rules, name);
    trend.in_quarantine = is_in_quarantine(record.baseline, name);
    if (rules == nullptr || trend.rule != nullptr) list.push_back(std::move(trend));
  }
  return list;
}

Text value_text(double value, const Trend& trend) {
  return tr("{}", as::value(value, trend.unit));
}

/// The change from one median to another: "+5.2 %", or "-" without a base.
Text change_text(double from, double to) {
  if (from == 0) return Text::verbatim("-");
  const double share = (to - from) / std::abs(from);
  return Text::verbatim(fmt::format("{:+.1f} %", share * 100));
}

/// The first point of the current level, which begins with the last replacement.
const TrendPoint& level_start(const gate::history::Record& record, const Trend& trend) {
  const auto begin = std::find_if(
      trend.points.begin(), trend.points.end(),
      [&](const TrendPoint& point) { return !record.updates[point.update].superseded; });
  return begin == trend.points.end() ? trend.points.back() : *begin;
}

/// The largest or smallest median that passes, measured from the median of all current runs.
std::optional<double> limit_of(const gate::history::Record& record, const Trend& trend) {
  if (trend.rule == nullptr) return std::nullopt;
  std::vector<double> current;
  for (const TrendPoint& point : trend.points) {
    if (record.updates[point.update].superseded) continue;
    current.insert(current.end(), point.values.begin(), point.values.end());
  }
  if (current.empty()) return std::nullopt;
  const double base = quantile(current, 0.5);
  const double permitted = trend.rule->relative_limit ? std::abs(base) * *trend.rule->relative_limit
                                                      : trend.rule->absolute_limit.value_or(0);
  return trend.rule->direction == gate::Direction::kLowerIsBetter ? base + permitted
                                                                  : base - permitted;
}

/// The scale of the values and the limit, with a margin.
cost::Scale scale_of(const Trend& trend, const std::optional<double>& limit, double bottom) {
  double low = trend.points.front().values.front();
  double high = low;
  const auto include = [&](double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  };
  for (const TrendPoint& point : trend.points) {
    for (const double value : point.values) include(value);
  }
  if (limit) include(*limit);
  const double margin = high > low ? (high - low) * 0.12 : std::max(std::abs(high) * 0.05, 1e-12);
  return {low - margin, high + margin, bottom, cost::kChartTop};
}

/// The day of a time stamp: "2026-11-22".
std::string day_of(const std::string& time) {
  return time.substr(0, 10);
}

void add_axes(Drawing& drawing, const gate::history::Record& record, const Trend& trend,
              const cost::Scale& x, const cost::Scale& y) {
  constexpr int kTicks = 6;
  Text last;  // labels that rounding makes equal appear once
  for (const double tick : cost::round_ticks(y.low, y.high, kTicks)) {
    const double at = y.at(tick);
    drawing.marks.push_back(cost::LineMark{kLeft, at, drawing.width - cost::kChartRight, at});
    Text text = value_text(tick, trend);
    if (text == last) continue;
    last = text;
    drawing.marks.push_back(
        cost::TextMark{kLeft - 8, at + 4, std::move(text), Ink::kMuted, 11, Anchor::kEnd});
  }
  const auto label = [&](std::size_t update, Anchor anchor) {
    drawing.marks.push_back(cost::TextMark{
        x.at(static_cast<double>(update)), y.from + 18,
        Text::verbatim(day_of(record.updates[update].update.time)), Ink::kMuted, 11, anchor});
  };
  label(0, Anchor::kStart);
  if (record.updates.size() > 1) label(record.updates.size() - 1, Anchor::kEnd);
}

Drawing chart_of(const gate::history::Record& record, const Trend& trend) {
  Drawing drawing{.width = 760,
                  .height = 220,
                  .title = tr("{} over the changes of the baseline", trend.metric)};
  const double bottom = drawing.height - cost::kChartBottom;
  const auto limit = limit_of(record, trend);
  const cost::Scale y = scale_of(trend, limit, bottom);
  const double last = std::max(1.0, static_cast<double>(record.updates.size() - 1));
  const cost::Scale x{0.0, last, kLeft + 12, drawing.width - cost::kChartRight - 12};
  add_axes(drawing, record, trend, x, y);
  drawing.marks.push_back(
      cost::TextMark{kLeft, 14,
                     tr("Each square is a run; the line connects medians. Dashed: a replaced "
                        "baseline."),
                     Ink::kMuted, 11, Anchor::kStart});
  for (std::size_t at = 0; at < record.updates.size(); ++at) {
    if (!record.updates[at].update.replace) continue;
    const double left = x.at(static_cast<double>(at)) - 6;
    drawing.marks.push_back(
        cost::LineMark{left, cost::kChartTop, left, bottom, Ink::kWarn, 1.0, true});
  }
  if (limit) {
    const double at = y.at(*limit);
    drawing.marks.push_back(
        cost::LineMark{kLeft, at, drawing.width - cost::kChartRight, at, Ink::kBad, 1.0, true});
    drawing.marks.push_back(cost::TextMark{drawing.width - cost::kChartRight, at - 4,
                                           tr("limit for new runs"), Ink::kBad, 11, Anchor::kEnd});
  }
  cost::PolylineMark line{.points = {}};
  for (const TrendPoint& point : trend.points) {
    const bool old = record.updates[point.update].superseded;
    const double at = x.at(static_cast<double>(point.update));
    for (const double value : point.values) {
      drawing.marks.push_back(cost::RectMark{at - 2, y.at(value) - 2, 4, 4,
                                             old ? Ink::kMuted : Ink::kAccent, old ? 0.5 : 0.7});
    }
    line.points.emplace_back(at, y.at(point.median));
  }
  if (line.points.size() > 1) drawing.marks.push_back(std::move(line));
  return drawing;
}

cost::ReportTable latest_table(const gate::history::Record& record,
                               const std::vector<Trend>& trends) {
  cost::ReportTable result{
      .table = Table({{.id = "metric", .title = tr("Metric")},
                      {.id = "latest", .title = tr("Latest median")},
                      {.id = "before", .title = tr("Change from the one before")},
                      {.id = "level", .title = tr("Change since the baseline began")},
                      {.id = "limit", .title = tr("Limit")},
                      {.id = "runs", .title = tr("Runs")}})};
  for (const Trend& trend : trends) {
    const TrendPoint& latest = trend.points.back();
    std::size_t runs = 0;
    for (const TrendPoint& point : trend.points) runs += point.values.size();
    const auto limit = limit_of(record, trend);
    result.table.add_row(
        {trend.in_quarantine ? tr("{} (in quarantine)", trend.metric) : tr("{}", trend.metric),
         value_text(latest.median, trend),
         trend.points.size() > 1
             ? change_text(trend.points[trend.points.size() - 2].median, latest.median)
             : Text::verbatim("-"),
         change_text(level_start(record, trend).median, latest.median),
         limit ? value_text(*limit, trend) : Text::verbatim("-"), static_cast<std::int64_t>(runs)});
  }
  return result;
}

/// The revisions of the runs, each once.
std::string revisions_of(const RecordedUpdate& update) {
  std::set<std::string> revisions;
  for (const gate::Run& run : update.runs) {
    if (!run.revision.empty()) revisions.insert(run.revision);
  }
  std::string text;
  for (const std::string& revision : revisions) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", revision);
  }
  return text.empty() ? "-" : text;
}

cost::ReportTable update_table(const gate::history::Record& record) {
  cost::ReportTable result{.table = Table({{.id = "time", .title = tr("Time (UTC)")},
                                           {.id = "change", .title = tr("Change")},
                                           {.id = "runs", .title = tr("Runs")},
                                           {.id = "revision", .title = tr("Revision")},
                                           {.id = "verdict", .title = tr("Gate")},
                                           {.id = "reason", .title = tr("Reason")}})};
  const std::size_t count = std::min(record.updates.size(), kMostUpdatesListed);
  for (std::size_t i = 0; i < count; ++i) {
    const RecordedUpdate& recorded = record.updates[record.updates.size() - 1 - i];
    result.table.add_row({recorded.update.time,
                          recorded.update.replace ? tr("replaced the baseline") : tr("added"),
                          static_cast<std::int64_t>(recorded.runs.size()), revisions_of(recorded),
                          recorded.update.verdict, recorded.update.reason});
  }
  return result;
}

}  // namespace

cost::ReportDocument trend_document(const gate::history::Record& record, const gate::Rules* rules) {
  cost::ReportDocument document;
  document.title = tr("Performance history");
  std::vector<Trend> trends = trends_of(record, rules);
  const std::size_t all = trends.size();
  if (all > kMostTrends) trends.resize(kMostTrends);
  std::size_t runs = 0;
  for (const RecordedUpdate& update : record.updates) runs += update.runs.size();
  document.subtitle =
      tr("{} runs in {} changes of the baseline", as::count(static_cast<std::int64_t>(runs)),
         as::count(static_cast<std::int64_t>(record.updates.size())));
  cost::ReportSection overview{.heading = tr("Metrics"), .blocks = {}};
  if (trends.empty()) {
    overview.blocks.emplace_back(cost::ReportParagraph{
        rules == nullptr ? tr("The history has no metrics.")
                         : tr("The history has no metric to which a rule applies."),
        cost::Tone::kWarn});
  } else {
    overview.blocks.emplace_back(latest_table(record, trends));
  }
  if (all > kMostTrends) {
    overview.blocks.emplace_back(cost::ReportParagraph{
        tr("{} of {} metrics are shown. State rules for fewer metrics.", kMostTrends, all),
        cost::Tone::kMuted});
  }
  if (record.baseline.older > 0) {
    overview.blocks.emplace_back(
        cost::ReportParagraph{tr("{} earlier runs are not shown.",
                                 as::count(static_cast<std::int64_t>(record.baseline.older))),
                              cost::Tone::kMuted});
  }
  document.sections.push_back(std::move(overview));
  for (const Trend& trend : trends) {
    document.sections.push_back(
        {.heading = tr("{}", trend.metric), .blocks = {chart_of(record, trend)}});
  }
  cost::ReportSection changes{.heading = tr("Changes of the baseline"), .blocks = {}};
  changes.blocks.emplace_back(update_table(record));
  if (record.updates.size() > kMostUpdatesListed) {
    changes.blocks.emplace_back(
        cost::ReportParagraph{tr("The latest {} of {} changes are listed.", kMostUpdatesListed,
                                 as::count(static_cast<std::int64_t>(record.updates.size()))),
                              cost::Tone::kMuted});
  }
  document.sections.push_back(std::move(changes));
  return document;
}

}  // namespace nscope::cli
