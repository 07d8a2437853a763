#include "app/cli/output/sweep_text.h"

#include "app/sweep/reason_groups.h"
#include "profiler/base/tables/table.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

using sweep::Column;
using sweep::Outcome;
using sweep::Results;

constexpr std::size_t kMostShown = 20;
constexpr std::size_t kMostReasons = 10;

std::vector<sweep::ReasonGroup> groups_of(const Results& results) {
  sweep::ReasonGroups groups;
  for (const sweep::ResultRow& row : results.rows) groups.add(row.outcome, row.reason, row.id);
  return groups.list();
}

Cell cell_of(const sweep::Value& value) {
  if (const auto* const number = std::get_if<double>(&value)) {
    return fmt::format("{:.4g}", *number);
  }
  if (const auto* const integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* const text = std::get_if<std::string>(&value)) return *text;
  return Missing{};
}

/// The rows with their members and the figures of the objectives.
Table table_of_rows(const Results& results, const std::vector<std::size_t>& rows) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < results.columns.size(); ++i) {
    if (results.columns[i].kind == Column::Kind::kMember) shown.push_back(i);
  }
  for (const sweep::Objective& objective : results.objectives) {
    const std::size_t at = results.column(objective.figure);
    if (at != Results::npos) shown.push_back(at);
  }
  std::vector<Table::Column> columns{{.id = "point"}};
  for (const std::size_t at : shown) {
    columns.push_back({.id = results.columns[at].name, .unit = results.columns[at].unit});
  }
  Table table(std::move(columns));
  for (std::size_t i = 0; i < std::min(rows.size(), kMostShown); ++i) {
    const sweep::ResultRow& row = results.rows[rows[i]];
    std::vector<Cell> cells{row.id};
    for (const std::size_t at : shown) cells.push_back(cell_of(row.values[at]));
    table.add_row(std::move(cells));
  }
  return table;
}

Text counts_text(const Results& results) {
  const auto count = [&](Outcome outcome) {
    return as::count(static_cast<std::int64_t>(results.count(outcome)));
  };
  const Text counts = tr("{} of {} points: {} evaluated, {} rejected, {} failed",
                         as::count(results.rows.size()), as::count(results.points),
                         count(Outcome::kDone), count(Outcome::kRejected), count(Outcome::kFailed));
  if (results.excluded == 0) return counts;
  return tr("{}; {} combinations are excluded by constraints", counts, as::count(results.excluded));
}

/// Objectives whose figure no point has.
std::vector<std::string> unknown_objectives(const Results& results) {
  std::vector<std::string> unknown;
  for (const sweep::Objective& objective : results.objectives) {
    if (results.column(objective.figure) == Results::npos) unknown.push_back(objective.figure);
  }
  return unknown;
}

std::string front_text(const Results& results, const Language& language) {
  if (results.objectives.empty()) return {};
  std::string text = "\n";
  if (const auto unknown = unknown_objectives(results); !unknown.empty()) {
    std::vector<Text> figures;
    for (const Column& column : results.columns) {
      if (column.kind == Column::Kind::kFigure) figures.push_back(Text::verbatim(column.name));
    }
    return text +
           language.say(tr("No point has the figure '{}' of the objectives. Figures: {}.",
                           unknown.front(), figures.empty() ? tr("none") : joined(figures))) +
           "\n";
  }
  const auto front = sweep::pareto_front(results);
  const std::size_t shown = std::min(front.size(), kMostShown);
  text +=
      language.say(results.objectives.size() == 1
                       ? tr("Best points by {}:", results.objectives.front().figure)
                       : tr("Pareto front ({} of {} points; no point is better in all objectives):",
                            as::count(shown), as::count(front.size())));
  return text + "\n" + table_of_rows(results, front).to_text(language);
}

std::string reasons_text(const Results& results, const Language& language) {
  const auto groups = groups_of(results);
  std::string text;
  for (std::size_t i = 0; i < std::min(groups.size(), kMostReasons); ++i) {
    const sweep::ReasonGroup& group = groups[i];
    const TextNumber count = as::count(group.points);
    text += language.say(
                group.outcome == Outcome::kRejected
                    ? tr("{} rejected, for example point {}: {}", count, group.first, group.reason)
                    : tr("{} failed, for example point {}: {}", count, group.first, group.reason)) +
            "\n";
  }
  if (groups.size() > kMostReasons) {
    text += language.say(tr("{} other reasons are in the column \"reason\".",
                            groups.size() - kMostReasons)) +
            "\n";
  }
  return text.empty() ? text : "\n" + text;
}

}  // namespace

std::string sweep_text(const Results& results, const Language& language) {
  std::string text = results.title.empty() ? "" : results.title + "\n";
  text += language.say(counts_text(results)) + "\n";
  return text + front_text(results, language) + reasons_text(results, language);
}

Json sweep_json(const Results& results, const std::string& path) {
  Json objectives = Json::array();
  for (const sweep::Objective& objective : results.objectives) {
    objectives.push_back(
        {{"figure", objective.figure}, {"goal", objective.maximise ? "maximum" : "minimum"}});
  }
  Json reasons = Json::array();
  for (const sweep::ReasonGroup& group : groups_of(results)) {
    reasons.push_back({{"outcome", sweep::to_string(group.outcome)},
                       {"points", group.points},
                       {"first", group.first},
                       {"reason", group.reason}});
  }
  Json front = Json::array();
  for (const std::size_t row : sweep::pareto_front(results)) {
    front.push_back(results.rows[row].id);
  }
  return Json{{"schema", "nscope.sweep_report/1"},
              {"title", results.title},
              {"results", path},
              {"shard", results.shard.text()},
              {"points", results.points},
              {"evaluated", results.count(Outcome::kDone)},
              {"rejected", results.count(Outcome::kRejected)},
              {"failed", results.count(Outcome::kFailed)},
              {"excluded", results.excluded},
              {"objectives", std::move(objectives)},
              {"pareto_front", std::move(front)},
              {"reasons", std::move(reasons)}};
}

std::string sweep_note(const sweep::SweepRun& run, const Language& language) {
  std::string note;
  if (run.up_to_date) {
    note += language.say(tr("The file has all results already.")) + "\n";
  }
  if (run.resumed > 0) {
    note += language.say(tr_plural(
                static_cast<std::int64_t>(run.resumed), "{} point was evaluated by an earlier run.",
                "{} points were evaluated by an earlier run.", as::count(run.resumed))) +
            "\n";
  }
  if (run.unreadable_lines > 0) {
    note += language.say(tr_plural(
                static_cast<std::int64_t>(run.unreadable_lines),
                "{} line of the unfinished results cannot be read, so its point was evaluated "
                "again.",
                "{} lines of the unfinished results cannot be read, so their points were evaluated "
                "again.",
                as::count(run.unreadable_lines))) +
            "\n";
  }
  return note;
}

}  // namespace nscope::cli
