#include "profiler/analysis/engines/critical_path.h"
#include "profiler/analysis/engines/followed_run.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/order_statistics.h"
#include "profiler/dependency/dependency_timing.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace nscope::analysis {
namespace {

struct SlackTotals {
  std::int64_t count = 0;
  std::int64_t critical = 0;
  Picoseconds time = 0;
  Picoseconds critical_time = 0;
  std::vector<Picoseconds> slack;
};

Result<Table> slack_table(const Trace& trace, const AnalysisRequest& request,
                          TaskControl& control) {
  Table table(
      {{.id = "engine", .title = tr("Engine")},
       {.id = "instruction", .title = tr("Instruction")},
       {.id = "count", .title = tr("Count")},
       {.id = "time_ns", .title = tr("Time"), .unit = "ns", .decimals = 3},
       {.id = "critical", .title = tr("Critical")},
       {.id = "critical_ns", .title = tr("Critical time"), .unit = "ns", .decimals = 3},
       {.id = "least_slack_ns", .title = tr("Minimum slack"), .unit = "ns", .decimals = 3},
       {.id = "median_slack_ns", .title = tr("Median slack"), .unit = "ns", .decimals = 3}});
  const auto fill = [&](const DependencyGraph& graph, Table& to) -> Result<> {
    const auto order = order_of(graph, request, control);
    if (!order) return fail(order.error());
    const auto timing = run_dependencies(graph, **order, {},
                                         {.path = false, .waits = false, .slack = true}, control);
    if (!timing) return fail(timing.error());
    const Scope scope(trace, request.scope);
    std::map<std::pair<Engine, StringId>, SlackTotals> totals;
    for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
      if (control.cancelled_at(i)) return cancelled();
      const DependencyNode& node = graph.nodes[i];
      if (!node.slice.valid() || !scope.holds(graph.track_of(i))) continue;
      const auto slice = trace.slice(node.slice);
      if (!scope.holds(slice.begin(), slice.end())) continue;
      const Engine engine = node.packet ? Engine::kDma : graph.track_of(i).engine;
      SlackTotals& of = totals[{engine, slice.name()}];
      ++of.count;
      of.time += node.end - node.start;
      of.slack.push_back(timing->slack[i]);
      if (timing->slack[i] > 0) continue;
      ++of.critical;
      of.critical_time += node.end - node.start;
    }
    std::vector<std::pair<decltype(totals)::key_type, SlackTotals*>> rows;
    for (auto& [what, of] : totals) rows.emplace_back(what, &of);
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
      return std::pair(a.second->critical_time, a.second->time) >
             std::pair(b.second->critical_time, b.second->time);
    });
    for (const auto& [what, of] : rows) {
      std::vector<Picoseconds>& slack = of->slack;
      const Picoseconds median = upper_median(slack);
      to.add_row({std::string(to_string(what.first)), std::string(trace.text(what.second)),
                  of->count, to_ns(of->time), of->critical, to_ns(of->critical_time),
                  to_ns(*std::min_element(slack.begin(), slack.end())), to_ns(median)});
    }
    return {};
  };
  return from_dependencies(trace, request, control, std::move(table), fill);
}

}  // namespace

constinit const Analysis kSlackAnalysis{
    .id = "slack",
    .group = phrase("Engines"),
    .title = phrase("Slack by instruction"),
    .shows =
        phrase("Time by which instructions could start later without delaying the end of the run"),
    .definition = phrase(
        "slack = latest start that does not delay the end of the run - earliest start. Both are "
        "computed by running the dependencies of the run forwards and backwards. Instructions "
        "without slack are critical: they determine the length of the run."),
    .run = slack_table,
    .plot = {Plot::Kind::kBars, "instruction", "critical_ns", "engine"}};

}  // namespace nscope::analysis
