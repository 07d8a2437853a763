#include "profiler/analysis/insights/insights.h"

#include "profiler/analysis/insights/rules.h"
#include "profiler/analysis/insights/thresholds.h"
#include "profiler/base/format.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::analysis {

Result<InsightReport> find_insights(const Trace& trace, const AnalysisRequest& request,
                                    TaskControl& control) {
  const auto facts = gather_facts(trace, request, control);
  if (!facts) return fail(facts.error());
  InsightReport report;
  for (const InsightRule& rule : insight_rules()) {
    if (control.cancelled()) return cancelled();
    Findings findings = rule.find(*facts, request.parameters);
    if (!findings) {
      report.not_judged.push_back({rule.id, rule.needs});
      continue;
    }
    for (Insight& insight : *findings) {
      insight.rule = rule.id;
      report.insights.push_back(std::move(insight));
    }
  }
  std::stable_sort(report.insights.begin(), report.insights.end(),
                   [](const Insight& a, const Insight& b) {
                     return a.gain.share.value_or(-1) > b.gain.share.value_or(-1);
                   });
  return report;
}

namespace {

std::string numbers_text(const std::vector<InsightNumber>& numbers) {
  std::vector<std::string> texts;
  for (const InsightNumber& number : numbers) {
    texts.push_back(fmt::format("{}={:.6g}{}{}", number.name, number.value,
                                number.unit.empty() || number.unit == "share" ? "" : " ",
                                number.unit == "share" ? "" : number.unit));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

double ns_of(const Trace& trace, TraceTime time) {
  return static_cast<double>(time.value()) / static_cast<double>(trace.time_base().ticks_per_ns);
}

void add_row(const Trace& trace, std::size_t rank, const Insight& insight, Table& table) {
  const Evidence& evidence = insight.evidence;
  table.add_row({static_cast<std::int64_t>(rank), std::string(insight.rule), insight.finding,
                 insight.action,
                 insight.gain.share ? Cell(*insight.gain.share) : Cell(Missing{"not estimated"}),
                 insight.gain.basis, ns_of(trace, evidence.begin),
                 ns_of(trace, evidence.end - evidence.begin),
                 evidence.slice.valid() ? Cell(static_cast<std::int64_t>(evidence.slice.value))
                                        : Cell(Missing{"no single event"}),
                 std::string(evidence.analysis), numbers_text(evidence.numbers)});
}

void add_notes(const InsightReport& report, Table& table) {
  const std::size_t rules = insight_rules().size();
  if (report.insights.empty() && report.not_judged.size() < rules) {
    table.add_note(fmt::format("The rules that could be judged ({}) found nothing.",
                               rules - report.not_judged.size()));
  }
  if (report.not_judged.empty()) return;
  std::vector<std::string> texts;
  for (const InsightReport::NotJudged& rule : report.not_judged) {
    texts.push_back(fmt::format("{} ({})", rule.rule, rule.needs));
  }
  table.add_note(
      fmt::format("{} of {} rules could not be judged, as the run does not state what "
                  "they need: {}.",
                  report.not_judged.size(), rules, fmt::join(texts, ", ")));
}

Result<Table> insight_table(const Trace& trace, const AnalysisRequest& request,
                            TaskControl& control) {
  const auto report = find_insights(trace, request, control);
  if (!report) return fail(report.error());
  Table table({{.id = "rank", .title = "Rank"},
               {.id = "rule", .title = "Rule"},
               {.id = "finding", .title = "Finding"},
               {.id = "action", .title = "What to change"},
               {.id = "gain_share", .title = "Gain, at most", .decimals = 4},
               {.id = "gain_basis", .title = "Estimated from"},
               {.id = "start_ns", .title = "From", .unit = "ns", .decimals = 3},
               {.id = "duration_ns", .title = "Time", .unit = "ns", .decimals = 3},
               {.id = "slice_id", .title = "Event"},
               {.id = "analysis", .title = "Shows more"},
               {.id = "numbers", .title = "Numbers"}});
  for (std::size_t i = 0; i < report->insights.size(); ++i) {
    add_row(trace, i + 1, report->insights[i], table);
  }
  add_notes(*report, table);
  return table;
}

}  // namespace

constinit const Analysis kInsightAnalysis{
    .id = "insights",
    .group = "Overview",
    .title = "Insights",
    .shows = "what holds the run up and what to change, by estimated gain",
    .definition =
        "One row for each rule that found something. gain_share: share of the time looked at that "
        "the change can gain at most, estimated as gain_basis says, mostly from the critical path. "
        "start_ns, duration_ns and slice_id lead to the evidence; analysis names the one that "
        "shows more. A rule whose data the run lacks is silent; the notes list them. Rules and "
        "their thresholds: docs/insights.md.",
    .run = insight_table,
    .parameters = kInsightThresholds,
    .plot = {Plot::Kind::kBars, "rule", "gain_share", ""}};

}  // namespace nscope::analysis
