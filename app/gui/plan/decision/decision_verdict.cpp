#include "app/gui/plan/decision/decision_verdict.h"

#include "app/gui/panels/marked_field.h"
#include "app/gui/panels/restyle.h"
#include "app/gui/plan/charts/card_grid.h"
#include "app/gui/plan/charts/roi_chart.h"
#include "app/gui/text/text.h"
#include "costmodel/migration/figure_text.h"
#include "costmodel/migration/roi_tables.h"
#include "profiler/base/format.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QVBoxLayout>
#include <string>
#include <vector>

namespace nscope::gui {
namespace {

using Verdict = cost::Recommendation::Verdict;

QString verdict_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::kMove: return DecisionVerdict::tr("Move");
    case Verdict::kStay: return DecisionVerdict::tr("Stay");
    case Verdict::kOpen: return DecisionVerdict::tr("Open");
    case Verdict::kImpossible: return DecisionVerdict::tr("Impossible");
  }
  return {};
}

const char* verdict_style(Verdict verdict) {
  if (verdict == Verdict::kMove) return "verdictGood";
  return verdict == Verdict::kImpossible ? "verdictBad" : "verdictWarn";
}

QString bullets(const std::vector<Text>& items) {
  QStringList lines;
  for (const Text& item : items) lines << QStringLiteral("•  ") + to_qstring(item);
  return lines.join(QLatin1Char('\n'));
}

QString months_text(const cost::Payback& payback, int horizon) {
  using State = cost::Payback::State;
  switch (payback.state) {
    case State::kNothingToPay: return DecisionFigures::tr("immediate");
    case State::kPaid:
      return DecisionFigures::tr("%1 months").arg(QLocale().toString(payback.months, 'f', 1));
    case State::kNotYet: return DecisionFigures::tr("not within %1 months").arg(horizon);
    case State::kNever: return DecisionFigures::tr("never");
  }
  return {};
}

QString rate_text(const cost::InternalRate& rate) {
  using State = cost::InternalRate::State;
  if (rate.state == State::kNone) return DecisionFigures::tr("none");
  if (rate.state == State::kSeveral) {
    return DecisionFigures::tr("%1 solutions").arg(static_cast<int>(rate.monthly.size()));
  }
  return to_qstring(cost::internal_rate_text(rate));
}

/// The prices and throughputs behind the figures, with their sources and dates.
QString price_sources_text(const cost::RoiResult& result) {
  QStringList lines;
  for (const cost::Assumption& a : cost::assumptions(result)) {
    using Group = cost::Assumption::Group;
    if (a.group != Group::kBaseline && a.group != Group::kTarget) continue;
    if (a.name != nscope::tr("Price of one instance") &&
        a.name != nscope::tr("Throughput of all instances")) {
      continue;
    }
    lines << QStringLiteral("%1, %2: %3\n    %4, %5, %6")
                 .arg(to_qstring(cost::title(a.group)), to_qstring(a.name), to_qstring(a.value),
                      to_qstring(a.provenance), to_qstring(a.source), to_qstring(a.date));
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

DecisionVerdict::DecisionVerdict(QWidget* parent)
    : QFrame(parent),
      word_(named_label("verdictWarn")),
      outdated_(named_label("caption")),
      sentence_(new QLabel) {
  setObjectName(QStringLiteral("planCard"));
  setAccessibleName(tr("Recommendation"));
  sentence_->setWordWrap(true);
  sentence_->setTextFormat(Qt::PlainText);
  sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* top = new QHBoxLayout;
  top->addWidget(word_);
  top->addStretch(1);
  top->addWidget(outdated_);
  auto* grid = new CardGrid(3, 250);
  const QString titles[] = {tr("Move if"), tr("Stay if"), tr("Does not change the result"),
                            tr("Find out first")};
  for (std::size_t i = 0; i < lists_.size(); ++i) {
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* title = named_label("subTitle", titles[i]);
    title->setWordWrap(true);
    column->addWidget(title);
    auto* items = new QLabel;
    items->setWordWrap(true);
    items->setTextFormat(Qt::PlainText);
    items->setTextInteractionFlags(Qt::TextSelectableByMouse);
    items->setAccessibleName(titles[i]);
    column->addWidget(items);
    column->addStretch(1);
    lists_[i] = {box, title, items};
    grid->add(box);
  }
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 12, 16, 14);
  layout->setSpacing(8);
  layout->addLayout(top);
  layout->addWidget(sentence_);
  layout->addWidget(grid);
}

void DecisionVerdict::show_result(const cost::RoiResult& result) {
  const cost::Recommendation& advice = result.recommendation;
  word_->setText(verdict_word(advice.verdict));
  set_style_name(*word_, verdict_style(advice.verdict));
  sentence_->setText(to_qstring(advice.summary));
  setAccessibleDescription(sentence_->text());
  const std::vector<Text>* const all[] = {&advice.move_if, &advice.stay_if, &advice.no_effect,
                                          &advice.find_out};
  lists_[kMoveIf].title->setText(to_qstring(cost::move_heading(advice)));
  lists_[kStayIf].title->setText(to_qstring(cost::stay_heading(advice)));
  for (std::size_t i = 0; i < lists_.size(); ++i) {
    lists_[i].items->setText(all[i]->empty() ? QStringLiteral("–") : bullets(*all[i]));
    lists_[i].box->setVisible(i != kNoEffect || !all[i]->empty());
  }
  set_outdated({});
}

void DecisionVerdict::show_draft(const QString& missing) {
  word_->setText(tr("Draft"));
  set_style_name(*word_, "verdictWarn");
  sentence_->setText(missing);
  setAccessibleDescription(missing);
  for (const auto& list : lists_) list.items->setText(QStringLiteral("–"));
  lists_[kNoEffect].box->hide();
  set_outdated({});
}

void DecisionVerdict::set_outdated(const QString& why, bool next_comes) {
  outdated_->setText(why);
  const char* const style = why.isEmpty() || next_comes ? "" : "muted";
  set_style_name(*sentence_, style);
  for (const auto& list : lists_) set_style_name(*list.items, style);
}

DecisionFigures::DecisionFigures(QWidget* parent) : QWidget(parent) {
  const QString labels[] = {tr("Net present value"),
                            tr("Probability that it pays off"),
                            tr("Payback"),
                            tr("Discounted payback"),
                            tr("Internal rate of return"),
                            tr("Engineering and one-off costs"),
                            tr("Saving in the last month"),
                            tr("Target speed")};
  auto* grid = new CardGrid(4, 200);
  for (std::size_t i = 0; i < cards_.size(); ++i) {
    cards_[i] = new KeyFigure(labels[i]);
    cards_[i]->let_note_wrap();
    grid->add(cards_[i]);
  }
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(grid);
}

void DecisionFigures::show_plan(const cost::RoiResult& plan) {
  const int horizon = plan.study.horizon_months;
  const QString on = price_sources_text(plan);
  const auto detail = [&](const Text& text) {
    return to_qstring(text) + QStringLiteral("\n\n") + on;
  };
  cards_[kNpv]->set_value(usd_text(plan.npv, 0), on);
  cards_[kPayback]->set_value(months_text(plan.payback, horizon),
                              detail(cost::payback_text(plan.payback, horizon)));
  cards_[kDiscounted]->set_value(months_text(plan.discounted_payback, horizon),
                                 detail(cost::payback_text(plan.discounted_payback, horizon)));
  cards_[kPayback]->set_note(tr("not discounted"));
  cards_[kDiscounted]->set_note(
      tr("discounted at %1 per year").arg(number_text(format_percent(plan.study.discount_rate))));
  cards_[kRate]->set_note(plan.internal_rate.state == cost::InternalRate::State::kOne
                              ? tr("over %1 months").arg(horizon)
                              : tr("not usable for the decision"));
  cards_[kRate]->set_value(rate_text(plan.internal_rate),
                           detail(cost::internal_rate_text(plan.internal_rate)));
  cards_[kInvestment]->set_value(usd_text(plan.investment, 0), on);
  cards_[kInvestment]->set_note(
      plan.dual_running.nano() > 0
          ? tr("plus %1 for dual running").arg(usd_text(plan.dual_running, 0))
          : tr("no dual running"));
  cards_[kSaving]->set_value(usd_text(plan.saving_per_month, 0), on);
  cards_[kSaving]->set_note(tr("month %1, without engineering and one-off costs").arg(horizon));
  const QLocale locale;
  cards_[kSpeed]->set_value(tr("%1 × baseline").arg(locale.toString(plan.speed_ratio, 'f', 3)), on);
  cards_[kSpeed]->set_note(
      tr("at %1 × the price per hour").arg(locale.toString(plan.price_speed_ratio, 'f', 3)));
}

void DecisionFigures::show_odds(const cost::RoiResult& result) {
  const cost::MonteCarlo& trials = result.monte_carlo;
  const auto& study = result.study;
  if (study.uncertainty.ranges.empty() && study.price_cuts.empty()) {
    const QString why = tr("No input has a range, so no probability can be given.");
    cards_[kNpv]->set_note(tr("no range is stated"));
    cards_[kOdds]->set_value(tr("unknown"), why);
    return cards_[kOdds]->set_note({});
  }
  cards_[kNpv]->set_note(
      tr("p10 %1 to p90 %2").arg(usd_text(trials.npv.p10, 0), usd_text(trials.npv.p90, 0)));
  const auto percent = [](double share) { return number_text(format_percent(share)); };
  cards_[kOdds]->set_value(
      percent(trials.probability),
      tr("From %1 trials with seed %2. The 95 % confidence interval covers the sampling error, not "
         "the quality of the stated ranges.")
          .arg(number_text(format_count(trials.trials)))
          .arg(static_cast<qulonglong>(trials.seed)));
  cards_[kOdds]->set_note(
      tr("%1 to %2").arg(percent(trials.probability_low), percent(trials.probability_high)));
}

}  // namespace nscope::gui

#include "moc_decision_verdict.cpp"
