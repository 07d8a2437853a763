#include "costmodel/migration/roi_document.h"

#include "costmodel/cost_report/finding_tone.h"
#include "costmodel/migration/figure_text.h"
#include "costmodel/migration/roi_charts.h"
#include "costmodel/migration/roi_summary.h"
#include "costmodel/migration/roi_tables.h"
#include "costmodel/money/figures.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

using Group = Assumption::Group;

/// The footnotes of the assumptions.
class CitedStudy {
 public:
  CitedStudy(const RoiResult& result, ReportSources& sources) : all_(assumptions(result)) {
    for (const Assumption& a : all_) {
      numbers_.push_back(sources.cite({a.source, a.date, a.provenance}));
    }
    everything_ = sources.cite({tr("all assumptions of this report, which have their own sources"),
                                Text::verbatim(to_string(result.as_of)), tr("calculated")});
  }
  /// The footnotes of the assumptions of some groups. If `input` is set, only those about this
  /// input.
  std::vector<int> of(const std::vector<Group>& groups,
                      std::optional<RoiInput> input = std::nullopt) const {
    std::vector<int> found;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const bool in_group = std::find(groups.begin(), groups.end(), all_[i].group) != groups.end();
      if (!in_group || (input && all_[i].input != input)) continue;
      if (std::find(found.begin(), found.end(), numbers_[i]) == found.end()) {
        found.push_back(numbers_[i]);
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  }
  /// The footnote of figures that depend on all assumptions.
  std::vector<int> everything() const { return {everything_}; }
  int at(std::size_t index) const { return numbers_[index]; }

 private:
  std::vector<Assumption> all_;
  std::vector<int> numbers_;
  int everything_ = 0;
};

Tone tone_of(Recommendation::Verdict verdict) {
  switch (verdict) {
    case Recommendation::Verdict::kMove: return Tone::kGood;
    case Recommendation::Verdict::kStay:
    case Recommendation::Verdict::kOpen: return Tone::kWarn;
    case Recommendation::Verdict::kImpossible: return Tone::kBad;
  }
  return Tone::kNormal;
}

ReportTable cited_by_all(Table table, const std::vector<int>& sources) {
  ReportTable block{.table = std::move(table)};
  block.row_sources.assign(block.table.row_count(), sources);
  return block;
}

/// main_assumptions() with footnotes.
std::vector<Text> cited_assumptions(const RoiResult& result, const CitedStudy& cited) {
  std::vector<Text> items;
  for (const MainAssumption& one : main_assumptions(result)) {
    std::string notes;
    for (const int number : cited.of({Group::kRisk}, one.input)) {
      notes += fmt::format(" [{}]", number);
    }
    items.push_back(tr("{}{}", one.text, notes));
  }
  return items;
}

ReportSection recommendation_section(const RoiResult& result, const CitedStudy& cited) {
  const Recommendation& advice = result.recommendation;
  ReportSection section{.heading = tr("Recommendation"), .blocks = {}};
  section.blocks.push_back(ReportParagraph{advice.summary, tone_of(advice.verdict)});
  const auto add = [&](Text heading, const std::vector<Text>& items) {
    if (!items.empty()) section.blocks.push_back(ReportList{std::move(heading), items});
  };
  add(tr("In short"), decision_items(result));
  add(move_heading(advice), advice.move_if);
  add(stay_heading(advice), advice.stay_if);
  add(tr("Does not change the result"), advice.no_effect);
  add(tr("Assumptions that matter most"), cited_assumptions(result, cited));
  add(tr("Find out first"), advice.find_out);
  add(tr("Warnings of the checks"), warnings(result));
  add(tr("Not known"), unknowns(result));
  add(tr("Not included"), exclusions(result));
  return section;
}

ReportSection figures_section(const RoiResult& result, const CitedStudy& cited) {
  ReportTable table{.table = key_figures_table(result)};
  for (const KeyFigure& figure : key_figures(result)) {
    table.row_sources.push_back(figure.groups.empty() ? cited.everything()
                                                      : cited.of(figure.groups));
  }
  ReportSection section{.heading = tr("Key figures"), .blocks = {std::move(table)}};
  if (result.claim) {
    section.blocks.push_back(ReportParagraph{
        tr("The two runs as claimed and for the same number of tokens:"), Tone::kNormal});
    section.blocks.push_back(cited_by_all(
        claim_table(result), cited.of({Group::kBaseline, Group::kTarget, Group::kMigration})));
  }
  return section;
}

ReportSection assumptions_section(const RoiResult& result, const CitedStudy& cited) {
  Table table({{"group", tr("Group")}, {"name", tr("Input")}, {"value", tr("Value")}});
  ReportTable block{.table = Table()};
  const auto all = assumptions(result);
  for (std::size_t i = 0; i < all.size(); ++i) {
    table.add_row({title(all[i].group), all[i].name, all[i].value});
    block.row_sources.push_back({cited.at(i)});
  }
  block.table = std::move(table);
  return {.heading = tr("Assumptions"), .blocks = {std::move(block)}};
}

/// The sensitivity table, in which each row cites the range of its input.
ReportTable tornado_block(const RoiResult& result, const CitedStudy& cited) {
  ReportTable block{.table = tornado_table(result)};
  for (const TornadoBar& bar : result.tornado) {
    block.row_sources.push_back(cited.of({Group::kRisk}, bar.input));
  }
  return block;
}

ReportSection sensitivity_section(const RoiResult& result, const CitedStudy& cited) {
  ReportSection section{.heading = tr("Sensitivity: one input at a time"), .blocks = {}};
  if (!result.tornado.empty()) section.blocks.push_back(tornado_chart(result));
  section.blocks.push_back(tornado_block(result, cited));
  section.blocks.push_back(
      ReportParagraph{tr("Break-evens of one input if all others are as planned:"), Tone::kNormal});
  section.blocks.push_back(cited_by_all(break_even_table(result), cited.everything()));
  return section;
}

/// The table in whole dollars, without the columns of amounts that are all zero.
Table in_whole_dollars(const Table& table) {
  std::vector<std::size_t> kept;
  std::vector<Table::Column> columns;
  std::vector<Text> omitted;
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    Table::Column column = table.columns()[c];
    const bool amounts = column.unit == "USD";
    bool zero = amounts;
    for (std::size_t r = 0; r < table.row_count(); ++r) zero &= table.at(r, c) == Cell(0.0);
    if (zero) {
      omitted.push_back(column.title);
      continue;
    }
    if (amounts) column.decimals = 0;
    columns.push_back(std::move(column));
    kept.push_back(c);
  }
  Table shown(std::move(columns));
  for (std::size_t r = 0; r < table.row_count(); ++r) {
    std::vector<Cell> cells;
    for (const std::size_t c : kept) cells.push_back(table.at(r, c));
    shown.add_row(std::move(cells));
  }
  for (const Text& note : table.notes()) shown.add_note(note);
  if (!omitted.empty()) {
    shown.add_note(tr("Columns in which all amounts are zero are left out: {}.", joined(omitted)));
  }
  return shown;
}

ReportSection cash_section(const RoiResult& result, const CitedStudy& cited) {
  ReportSection section{.heading = tr("Cash flow"), .blocks = {}};
  section.blocks.push_back(cash_flow_chart(result));
  section.blocks.push_back(ReportParagraph{
      tr("Amounts are in US dollars. Costs are positive; net, cumulative and present value are "
         "positive if moving saves money. Payments are at the end of a month; month 0 is today."),
      Tone::kMuted});
  section.blocks.push_back(
      cited_by_all(in_whole_dollars(yearly_table(result)), cited.everything()));
  section.blocks.push_back(ReportTable{.table = in_whole_dollars(cash_flow_table(result))});
  return section;
}

ReportSection uncertainty_section(const RoiResult& result, const CitedStudy& cited) {
  ReportSection section{.heading = tr("Uncertainty: all inputs together"), .blocks = {}};
  section.blocks.push_back(npv_chart(result));
  section.blocks.push_back(cited_by_all(odds_table(result), cited.of({Group::kRisk})));
  return section;
}

ReportSection options_section(const RoiResult& result, const CitedStudy& cited) {
  ReportSection section{.heading = tr("Net present value by purchase option"), .blocks = {}};
  section.blocks.push_back(options_chart(result));
  section.blocks.push_back(
      cited_by_all(options_table(result), cited.of({Group::kBaseline, Group::kTarget})));
  return section;
}

ReportSection compatibility_section(const RoiResult& result, ReportSources& sources) {
  Table table({{"check", tr("Check")}, {"state", tr("Supported")}, {"finding", tr("Finding")}});
  ReportTable block{.table = Table()};
  for (const CompatibilityRow& row : result.compatibility) {
    using State = CompatibilityRow::State;
    table.add_row({row.check, title(row.state), row.finding});
    block.row_sources.push_back(
        {sources.cite({row.source, row.date.empty() ? tr("undated") : Text::verbatim(row.date),
                       row.provenance})});
    block.row_tones.push_back(row.state == State::kNo        ? Tone::kBad
                              : row.state == State::kPartly  ? Tone::kWarn
                              : row.state == State::kUnknown ? Tone::kMuted
                                                             : Tone::kNormal);
  }
  block.table = std::move(table);
  return {.heading = tr("Compatibility with the target"), .blocks = {std::move(block)}};
}

ReportSection checks_section(const RoiResult& result) {
  ReportTable block{.table = concerns_table(result)};
  for (const Concern& concern : result.concerns) {
    block.row_tones.push_back(cost::tone_of(concern.severity));
  }
  return {.heading = tr("Checks"), .blocks = {std::move(block)}};
}

}  // namespace

ReportDocument roi_document(const RoiResult& result) {
  ReportDocument document =
      titled_document(Text::of_resource(result.study.title), result.study.note, result.as_of);
  const CitedStudy cited(result, document.sources);
  document.sections.push_back(recommendation_section(result, cited));
  document.sections.push_back(figures_section(result, cited));
  document.sections.push_back(sensitivity_section(result, cited));
  document.sections.push_back(assumptions_section(result, cited));
  document.sections.push_back(cash_section(result, cited));
  document.sections.push_back(uncertainty_section(result, cited));
  document.sections.push_back(options_section(result, cited));
  document.sections.push_back(compatibility_section(result, document.sources));
  document.sections.push_back(checks_section(result));
  return document;
}

}  // namespace nscope::cost
