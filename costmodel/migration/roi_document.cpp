#include "costmodel/migration/roi_document.h"

#include "costmodel/cost_report/finding_tone.h"
#include "costmodel/migration/figure_text.h"
#include "costmodel/migration/roi_charts.h"
#include "costmodel/migration/roi_tables.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

/// The footnotes of the inputs, by group and name.
class CitedStudy {
 public:
  CitedStudy(const RoiResult& result, ReportSources& sources) : all_(assumptions(result)) {
    for (const Assumption& a : all_) {
      numbers_.push_back(sources.cite({a.source, a.date, a.provenance}));
    }
  }
  /// Of the inputs whose group is among `groups` and, where given, whose name is `name`.
  std::vector<int> of(std::initializer_list<std::string_view> groups,
                      std::string_view name = {}) const {
    std::vector<int> found;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const bool in_group = std::find(groups.begin(), groups.end(), all_[i].group) != groups.end();
      if (!in_group || (!name.empty() && all_[i].name != name)) continue;
      if (std::find(found.begin(), found.end(), numbers_[i]) == found.end()) {
        found.push_back(numbers_[i]);
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  }
  std::vector<int> everything() const {
    return of({"baseline", "target", "load", "migration", "risk", "finance"});
  }
  int at(std::size_t index) const { return numbers_[index]; }

 private:
  std::vector<Assumption> all_;
  std::vector<int> numbers_;
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

ReportSection recommendation_section(const RoiResult& result) {
  const Recommendation& advice = result.recommendation;
  ReportSection section{.heading = "Recommendation", .blocks = {}};
  section.blocks.push_back(ReportParagraph{advice.summary, tone_of(advice.verdict)});
  const auto add = [&](const char* heading, const std::vector<std::string>& items) {
    if (!items.empty()) section.blocks.push_back(ReportList{heading, items});
  };
  add("Move if", advice.move_if);
  add("Stay if", advice.stay_if);
  add("Find out first", advice.find_out);
  return section;
}

ReportSection figures_section(const RoiResult& result, const CitedStudy& cited) {
  ReportTable table{.table = key_figures_table(result)};
  for (std::size_t r = 0; r < table.table.row_count(); ++r) {
    const std::string name = to_string(table.table.at(r, 0));
    table.row_sources.push_back(name == "baseline"              ? cited.of({"baseline", "load"})
                                : name == "target"              ? cited.of({"target", "load"})
                                : name == "speed of the target" ? cited.of({"baseline", "target"})
                                                                : cited.everything());
  }
  ReportSection section{.heading = "Key figures", .blocks = {std::move(table)}};
  if (result.claim) {
    section.blocks.push_back(ReportParagraph{
        "The two runs as their source tells them, and brought to the same number of tokens:",
        Tone::kNormal});
    section.blocks.push_back(
        cited_by_all(claim_table(result), cited.of({"baseline", "target", "migration"})));
  }
  return section;
}

ReportSection assumptions_section(const RoiResult& result, const CitedStudy& cited) {
  Table table({{"group"}, {"name", "input"}, {"value"}});
  ReportTable block{.table = Table()};
  const auto all = assumptions(result);
  for (std::size_t i = 0; i < all.size(); ++i) {
    table.add_row({all[i].group, all[i].name, all[i].value});
    block.row_sources.push_back({cited.at(i)});
  }
  block.table = std::move(table);
  return {.heading = "Assumptions", .blocks = {std::move(block)}};
}

/// The range of an input and its planned value.
ReportTable tornado_block(const RoiResult& result, const CitedStudy& cited) {
  ReportTable block{.table = tornado_table(result)};
  for (const TornadoBar& bar : result.tornado) {
    block.row_sources.push_back(cited.of({"risk"}, fmt::format("range of {}", title(bar.input))));
  }
  return block;
}

ReportSection sensitivity_section(const RoiResult& result, const CitedStudy& cited) {
  ReportSection section{.heading = "Sensitivity: one input at a time", .blocks = {}};
  if (!result.tornado.empty()) section.blocks.push_back(tornado_chart(result));
  section.blocks.push_back(tornado_block(result, cited));
  section.blocks.push_back(
      ReportParagraph{"Where the decision turns, everything else as planned:", Tone::kNormal});
  section.blocks.push_back(cited_by_all(break_even_table(result), cited.everything()));
  return section;
}

ReportSection cash_section(const RoiResult& result, const CitedStudy& cited) {
  ReportSection section{.heading = "Cash flow", .blocks = {}, .new_page = true};
  section.blocks.push_back(cash_flow_chart(result));
  section.blocks.push_back(ReportParagraph{
      "In US dollars; positive is money that goes out, but for net, cumulative and present value. "
      "Payments of a month are booked at its end; month 0 is today.",
      Tone::kMuted});
  section.blocks.push_back(cited_by_all(yearly_table(result), cited.everything()));
  section.blocks.push_back(ReportTable{.table = cash_flow_table(result)});
  return section;
}

ReportSection odds_section(const RoiResult& result, const CitedStudy& cited) {
  ReportSection section{
      .heading = "Uncertainty: all inputs together", .blocks = {}, .new_page = true};
  section.blocks.push_back(npv_chart(result));
  section.blocks.push_back(cited_by_all(odds_table(result), cited.of({"risk"})));
  return section;
}

ReportSection options_section(const RoiResult& result, const CitedStudy& cited) {
  ReportSection section{.heading = "Net present value by purchase option", .blocks = {}};
  section.blocks.push_back(options_chart(result));
  section.blocks.push_back(cited_by_all(options_table(result), cited.of({"baseline", "target"})));
  return section;
}

ReportSection compatibility_section(const RoiResult& result, ReportSources& sources) {
  Table table({{"check"}, {"state", "works"}, {"finding"}});
  ReportTable block{.table = Table()};
  for (const CompatibilityRow& row : result.compatibility) {
    using State = CompatibilityRow::State;
    table.add_row({row.check, std::string(to_string(row.state)), row.finding});
    block.row_sources.push_back(
        {sources.cite({row.source, row.date.empty() ? "undated" : row.date, "catalogue"})});
    block.row_tones.push_back(row.state == State::kNo        ? Tone::kBad
                              : row.state == State::kPartly  ? Tone::kWarn
                              : row.state == State::kUnknown ? Tone::kMuted
                                                             : Tone::kNormal);
  }
  block.table = std::move(table);
  return {.heading = "Does it run there?", .blocks = {std::move(block)}};
}

ReportSection checks_section(const RoiResult& result) {
  ReportTable block{.table = concerns_table(result)};
  for (const Concern& concern : result.concerns) {
    block.row_tones.push_back(cost::tone_of(concern.severity));
  }
  return {.heading = "Checks", .blocks = {std::move(block)}};
}

}  // namespace

ReportDocument roi_document(const RoiResult& result) {
  ReportDocument document = titled_document(result.study.title, result.study.note, result.as_of);
  const CitedStudy cited(result, document.sources);
  document.sections.push_back(recommendation_section(result));
  document.sections.push_back(figures_section(result, cited));
  document.sections.push_back(sensitivity_section(result, cited));
  document.sections.push_back(assumptions_section(result, cited));
  document.sections.push_back(cash_section(result, cited));
  document.sections.push_back(odds_section(result, cited));
  document.sections.push_back(options_section(result, cited));
  document.sections.push_back(compatibility_section(result, document.sources));
  document.sections.push_back(checks_section(result));
  return document;
}

}  // namespace nscope::cost
