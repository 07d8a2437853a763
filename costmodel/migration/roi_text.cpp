#include "costmodel/migration/figure_text.h"
#include "costmodel/migration/roi_tables.h"
#include "costmodel/money/figures.h"

#include <fmt/format.h>

namespace nscope::cost {
namespace {

/// Prints the parts of the text in one language.
class RoiPrinter {
 public:
  RoiPrinter(const RoiResult& result, const Language& language)
      : result_(result), language_(language) {}

  std::string print(bool detail) {
    const Recommendation& advice = result_.recommendation;
    text_ = language_.say(Text::of_resource(result_.study.title)) + "\n";
    if (!result_.study.note.empty()) text_ += language_.say(result_.study.note) + "\n";
    text_ += fmt::format("\n{}\n", language_.say(tr("Prices as of {}. {}", to_string(result_.as_of),
                                                    advice.summary)));
    list(move_heading(advice), advice.move_if);
    list(stay_heading(advice), advice.stay_if);
    list(tr("Does not change the result"), advice.no_effect);
    list(tr("Find out first"), advice.find_out);
    section(tr("Key figures"), key_figures_table(result_));
    section(tr("Runs as claimed and for equal work"), claim_table(result_));
    section(tr("Cash flow by year"), yearly_table(result_));
    if (detail) section(tr("Cash flow by month"), cash_flow_table(result_));
    section(tr("Net present value by purchase option"), options_table(result_));
    section(tr("Sensitivity: one input at a time"), tornado_table(result_));
    section(tr("Uncertainty: all inputs together"), odds_table(result_));
    section(tr("Break-evens"), break_even_table(result_));
    section(tr("Compatibility with the target"), compatibility_table(result_));
    if (detail) section(tr("Assumptions"), assumptions_table(result_));
    concerns();
    return std::move(text_);
  }

 private:
  void list(const Text& heading, const std::vector<Text>& items) {
    if (items.empty()) return;
    text_ += fmt::format("\n{}\n", language_.say(heading));
    for (const Text& item : items) text_ += fmt::format("  - {}\n", language_.say(item));
  }

  void section(const Text& heading, const Table& table) {
    if (table.row_count() == 0) return;
    text_ += fmt::format("\n{}\n{}", language_.say(heading), table.to_text(language_));
  }

  void concerns() {
    if (result_.concerns.empty()) return;
    text_ += fmt::format("\n{}\n", language_.say(tr("Checks")));
    for (const Concern& concern : result_.concerns) {
      const Phrase severity = severity_word(concern.severity);
      const Text heading = concern.subject.empty()
                               ? tr("{} ({})", severity, concern.topic)
                               : tr("{} ({}): {}", severity, concern.topic, concern.subject);
      text_ +=
          fmt::format("  {}\n    {}\n", language_.say(heading), language_.say(concern.message));
    }
  }

  const RoiResult& result_;
  const Language& language_;
  std::string text_;
};

}  // namespace

std::string roi_text(const RoiResult& result, bool detail, const Language& language) {
  return RoiPrinter(result, language).print(detail);
}

}  // namespace nscope::cost
