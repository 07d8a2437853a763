#include "costmodel/migration/figure_text.h"
#include "costmodel/migration/roi_tables.h"

#include <fmt/format.h>

namespace nscope::cost {
namespace {

std::string list(std::string_view heading, const std::vector<std::string>& items) {
  if (items.empty()) return "";
  std::string text = fmt::format("\n{}\n", heading);
  for (const std::string& item : items) text += fmt::format("  - {}\n", item);
  return text;
}

std::string section(std::string_view heading, const Table& table) {
  if (table.row_count() == 0) return "";
  return fmt::format("\n{}\n{}", heading, table.to_text());
}

std::string concerns(const RoiResult& result) {
  std::string text;
  for (const Concern& concern : result.concerns) {
    text += fmt::format("  {} ({}){}{}\n    {}\n", to_string(concern.severity), concern.topic,
                        concern.subject.empty() ? "" : ": ", concern.subject, concern.message);
  }
  return text.empty() ? "" : "\nChecks\n" + text;
}

}  // namespace

std::string roi_text(const RoiResult& result, bool detail) {
  const Recommendation& advice = result.recommendation;
  std::string text = result.study.title + "\n";
  if (!result.study.note.empty()) text += result.study.note + "\n";
  text += fmt::format("\nPrices as of {}. {}\n", to_string(result.as_of), advice.summary);
  text += list("Move if", advice.move_if);
  text += list("Stay if", advice.stay_if);
  text += list("Find out first", advice.find_out);
  text += section("Figures", key_figures_table(result));
  text += section("As claimed, and on equal work", claim_table(result));
  text += section("Cash flow by year", yearly_table(result));
  if (detail) text += section("Cash flow by month", cash_flow_table(result));
  text += section("Net present value by purchase option", options_table(result));
  text += section("Sensitivity: one input at a time", tornado_table(result));
  text += section("Uncertainty: all inputs together", odds_table(result));
  text += section("Where the decision turns", break_even_table(result));
  text += section("Does it run there?", compatibility_table(result));
  if (detail) text += section("Assumptions", assumptions_table(result));
  return text + concerns(result);
}

}  // namespace nscope::cost
