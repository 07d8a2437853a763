#include "app/gui/plan/costs/break_even_panel.h"

#include "app/gui/panels/choice_box.h"
#include "app/gui/plan/charts/card_grid.h"
#include "app/gui/plan/charts/plan_card.h"
#include "app/gui/plan/costs/cost_matrix_model.h"
#include "app/gui/text/text.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/significant.h"
#include "profiler/base/format.h"
#include "profiler/base/large_number.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

constexpr double kPercent = 100;
constexpr int kCurveSteps = 120;
/// The load slider starts at 10^6 tokens per month and has kLoadSteps steps per factor of ten.
constexpr int kLoadSteps = 50;
constexpr int kLoadDecades = 8;

QString usd(double dollars) {
  constexpr double kLarge = 1000;
  return dollars < kLarge ? QStringLiteral("USD ") + significant_text(dollars, 3)
                          : usd_text(dollars, 0);
}

QString tokens_text(double tokens) {
  constexpr int kDigits = 3;
  return to_qstring(large_number(cost::rounded_to_digits(tokens, kDigits)));
}

QString percent_text(double share) {
  return number_text(format_percent(share, share < 0.1 ? 1 : 0));
}

/// The utilisation of the item according to the scenario, or 1 if it is unknown.
double utilisation_of(const cost::CostMatrix& matrix, const std::string& label) {
  for (const cost::UtilisationPanel& panel : matrix.economics.utilisation) {
    if (panel.label == label && panel.missing.empty()) return std::min(1.0, panel.utilisation);
  }
  return 1;
}

int groups_for(const cost::ComparedSide& side, double tokens_per_month) {
  return cost::instances_for_load(tokens_per_month / (kHoursPerMonth * kSecondsPerHour),
                                  side.tokens_per_second * side.speed * side.utilisation);
}

double per_month(const cost::ComparedSide& side, double tokens_per_month) {
  return side.per_hour.dollars() * (1 - side.discount) * kHoursPerMonth *
         groups_for(side, tokens_per_month);
}

}  // namespace

BreakEvenPanel::BreakEvenPanel(QWidget* parent)
    : QWidget(parent),
      base_(new ChoiceBox),
      other_(new ChoiceBox),
      lever_(new ChoiceBox),
      sentence_(named_label("bannerText")),
      chart_(new CurveChart),
      table_(new TablePanel(tr("A comparison needs two prices."))) {
  auto* controls = new QWidget;
  auto* column = new QVBoxLayout(controls);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(6);
  const auto choice = [&](int row, const QString& title, QComboBox* box) {
    box->setAccessibleName(title);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(12);
    grid->addWidget(named_label("muted", title), row, 0);
    grid->addWidget(box, row, 1, 1, 2);
    connect(box, &QComboBox::activated, this, &BreakEvenPanel::recompute);
  };
  choice(0, tr("Base"), base_);
  choice(1, tr("Alternative"), other_);
  add_slider(*grid, kSpeed, tr("Alternative speed"), 5, 400, 100);
  add_slider(*grid, kOtherBusy, tr("Alternative utilisation"), 1, 100, 100);
  add_slider(*grid, kDiscount, tr("Alternative discount"), 0, 90, 0);
  add_slider(*grid, kBaseBusy, tr("Base utilisation"), 1, 100, 100);
  add_slider(*grid, kLoad, tr("Load per month"), 0, kLoadSteps * kLoadDecades, kLoadSteps * 3);
  grid->setColumnStretch(1, 1);
  column->addLayout(grid);
  auto* figures = new QHBoxLayout;
  const QString titles[] = {tr("Base"), tr("Alternative"), tr("Alternative costs")};
  for (int i = 0; i < 3; ++i) {
    figures_[i] = new KeyFigure(titles[i]);
    figures_[i]->let_note_wrap();
    figures->addWidget(figures_[i], 1);
  }
  column->addLayout(figures);
  sentence_->setWordWrap(true);
  column->addWidget(sentence_);
  table_->setMinimumHeight(140);
  table_->view().setAccessibleName(tr("Break-even of each input"));
  column->addWidget(table_, 1);
  lever_->setAccessibleName(tr("X axis"));
  for (const QString& title :
       {tr("Speed"), tr("Utilisation"), tr("Discount"), tr("Load per month")}) {
    lever_->addItem(title);
  }
  connect(lever_, &QComboBox::activated, this, &BreakEvenPanel::recompute);
  auto* drawing = new QWidget;
  auto* right = new QVBoxLayout(drawing);
  right->setContentsMargins(0, 0, 0, 0);
  auto* row = new QHBoxLayout;
  row->addWidget(named_label("muted", tr("X axis")));
  row->addWidget(lever_);
  row->addStretch(1);
  right->addLayout(row);
  right->addWidget(chart_, 1);
  auto* cards = new CardGrid(2, kBesideWidth);
  cards->add(plan_card(new SectionTitle(tr("Assumptions to vary")), controls));
  cards->add(plan_card(new SectionTitle(tr("Cost of both sides")), drawing));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(cards);
}

void BreakEvenPanel::add_slider(QGridLayout& grid, Turned which, const QString& title, int low,
                                int high, int value) {
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setRange(low, high);
  slider->setValue(value);
  slider->setPageStep(std::max(1, (high - low) / 20));
  slider->setAccessibleName(title);
  sliders_[which] = slider;
  values_[which] = named_label("muted");
  values_[which]->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  values_[which]->setMinimumWidth(74);
  const int row = grid.rowCount();
  auto* label = named_label("muted", title);
  label->setBuddy(slider);
  grid.addWidget(label, row, 0);
  grid.addWidget(slider, row, 1);
  grid.addWidget(values_[which], row, 2);
  connect(slider, &QSlider::valueChanged, this, &BreakEvenPanel::recompute);
}

bool BreakEvenPanel::set_matrix(const cost::CostMatrix& matrix) {
  choose_sides(matrix);
  const bool enough = candidates_.size() >= 2;
  if (enough) recompute();
  return enough;
}

void BreakEvenPanel::choose_sides(const cost::CostMatrix& matrix) {
  const QString base = base_->currentText();
  const QString other = other_->currentText();
  candidates_.clear();
  for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
    const cost::CostRow& line = matrix.rows[row];
    const cost::WorkEstimate& work = matrix.work_of(line);
    for (std::size_t option = 0; option < line.cells.size(); ++option) {
      const auto& figures = line.cells[option].figures;
      if (!figures) continue;
      const QString name = row_title(matrix, row) + QStringLiteral(" · ") +
                           to_qstring(cost::title(matrix.scenario.options[option]));
      candidates_.push_back(
          {.name = to_string(name),
           .row = row,
           .option = option,
           .figures = {.per_hour = figures->per_hour,
                       .tokens_per_second = matrix.throughput_of(line)->tokens_per_second,
                       .utilisation = utilisation_of(matrix, work.label)}});
    }
  }
  for (QComboBox* box : {base_, other_}) {
    const QSignalBlocker quiet(box);
    box->clear();
    for (const Side& side : candidates_) box->addItem(to_qstring(side.name));
  }
  if (candidates_.size() < 2) return;
  const int at_base = base_->findText(base);
  const int at_other = other_->findText(other);
  if (at_base >= 0 && at_other >= 0) {
    base_->setCurrentIndex(at_base);
    other_->setCurrentIndex(at_other);
    return;
  }
  choose_first_sides(matrix);
}

/// The alternative is the cheapest cell. The base is the cell that is most like it: rows not at
/// full load come first, then the same purchase option, then another item that may win, then
/// another instance type.
void BreakEvenPanel::choose_first_sides(const cost::CostMatrix& matrix) {
  std::size_t best = 0;
  for (std::size_t i = 0; matrix.best && i < candidates_.size(); ++i) {
    const Side& side = candidates_[i];
    if (side.row == matrix.best->row && side.option == matrix.best->option) best = i;
  }
  const auto likeness = [&](std::size_t i) {
    const cost::CostRow& row = matrix.rows[candidates_[i].row];
    const cost::CostRow& winner = matrix.rows[candidates_[best].row];
    int points = row.full_load ? 0 : 8;
    points += candidates_[i].option == candidates_[best].option ? 4 : 0;
    points += row.work != winner.work && row.may_win() ? 2 : 0;
    points += matrix.work_of(row).instance != matrix.work_of(winner).instance ? 1 : 0;
    return i == best ? -1 : points;
  };
  std::size_t against = best == 0 ? 1 : 0;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    if (likeness(i) > likeness(against)) against = i;
  }
  base_->setCurrentIndex(static_cast<int>(against));
  other_->setCurrentIndex(static_cast<int>(best));
  const auto set = [&](Turned which, double value) {
    const QSignalBlocker quiet(sliders_[which]);
    sliders_[which]->setValue(static_cast<int>(std::lround(value)));
  };
  set(kBaseBusy, base_side().figures.utilisation * kPercent);
  set(kOtherBusy, other_side().figures.utilisation * kPercent);
  if (matrix.scenario.tokens_per_month) {
    set(kLoad, std::log10(*matrix.scenario.tokens_per_month / cost::kMillion) * kLoadSteps);
  }
}

const BreakEvenPanel::Side& BreakEvenPanel::base_side() const {
  return candidates_[static_cast<std::size_t>(std::max(0, base_->currentIndex()))];
}

const BreakEvenPanel::Side& BreakEvenPanel::other_side() const {
  return candidates_[static_cast<std::size_t>(std::max(0, other_->currentIndex()))];
}

cost::ComparedSides BreakEvenPanel::sides() const {
  cost::ComparedSides sides{base_side().figures, other_side().figures};
  sides.base.utilisation = sliders_[kBaseBusy]->value() / kPercent;
  sides.other.utilisation = sliders_[kOtherBusy]->value() / kPercent;
  sides.other.speed = sliders_[kSpeed]->value() / kPercent;
  sides.other.discount = sliders_[kDiscount]->value() / kPercent;
  return sides;
}

double BreakEvenPanel::load() const {
  return cost::kMillion *
         std::pow(10.0, static_cast<double>(sliders_[kLoad]->value()) / kLoadSteps);
}

void BreakEvenPanel::recompute() {
  if (candidates_.size() < 2) return;
  const cost::ComparedSides now = sides();
  show_values(now);
  show_figures(now);
  show_break_evens(now);
  sentence_->setText(sentence_for(now));
  show_chart(now);
  emit changed();
}

void BreakEvenPanel::show_values(const cost::ComparedSides& sides) {
  values_[kSpeed]->setText(percent_text(sides.other.speed));
  values_[kSpeed]->setToolTip(
      tr("%1 tokens/s")
          .arg(number_text(group_thousands(
              fmt::format("{:.0f}", sides.other.tokens_per_second * sides.other.speed)))));
  values_[kOtherBusy]->setText(percent_text(sides.other.utilisation));
  values_[kBaseBusy]->setText(percent_text(sides.base.utilisation));
  values_[kDiscount]->setText(percent_text(sides.other.discount));
  values_[kLoad]->setText(tr("%1 tokens").arg(tokens_text(load())));
}

void BreakEvenPanel::show_figures(const cost::ComparedSides& sides) {
  const double base = cost::usd_per_million(sides.base);
  const double other = cost::usd_per_million(sides.other);
  const auto note = [&](const cost::ComparedSide& side) {
    return tr("%1 per month for this load, with %2 copies of the item")
        .arg(usd(per_month(side, load())), number_text(format_count(groups_for(side, load()))));
  };
  figures_[0]->set_value(usd(base), to_qstring(base_side().name));
  figures_[0]->set_note(note(sides.base));
  figures_[1]->set_value(usd(other), to_qstring(other_side().name));
  figures_[1]->set_note(note(sides.other));
  const double change = base > 0 ? other / base - 1 : 0;
  const QString size = percent_text(std::abs(change));
  constexpr double kSame = 5e-4;  // would be shown as 0.0 %
  figures_[2]->set_value(std::abs(change) < kSame ? tr("the same")
                         : change < 0             ? tr("%1 less").arg(size)
                                                  : tr("%1 more").arg(size),
                         tr("USD per million tokens, with instances paid around the clock"));
  figures_[2]->set_note(tr("per million tokens"));
}

void BreakEvenPanel::show_break_evens(const cost::ComparedSides& sides) {
  Table table({{"what", text_of(tr("Input"))},
               {"now", text_of(tr("Current"))},
               {"break_even", text_of(tr("Break-even"))},
               {"note", text_of(tr("Note"))}});
  const auto add = [&](const QString& what, const QString& now, const QString& even,
                       const QString& note) {
    table.add_row({to_string(what), to_string(now), to_string(even), to_string(note)});
  };
  const auto shown = [&](cost::Lever lever) {
    const auto at = cost::break_even_at(sides, lever);
    return at ? percent_text(*at) : tr("none");
  };
  add(tr("Speed"), percent_text(sides.other.speed), shown(cost::Lever::kSpeed),
      tr("%1 × the speed of the base")
          .arg(number_text(fmt::format("{:.2f}", break_even_speed(sides)))));
  add(tr("Utilisation"), percent_text(sides.other.utilisation), shown(cost::Lever::kUtilisation),
      tr("base utilisation: %1").arg(percent_text(sides.base.utilisation)));
  add(tr("Discount"), percent_text(sides.other.discount), shown(cost::Lever::kDiscount),
      tr("off the price of the alternative"));
  constexpr double kReach = 10;
  const cost::LoadCurve loads = cost::load_curve(sides, load() * kReach);
  QStringList places;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, loads.crossings.size()); ++i) {
    places << tokens_text(loads.crossings[i]);
  }
  const QString more = loads.crossings.size() > 3 ? QStringLiteral(" …") : QString();
  add(tr("Load per month"), tokens_text(load()),
      places.isEmpty() ? tr("none") : places.join(QStringLiteral("; ")) + more, load_note(loads));
  table_->set_table(std::move(table));
}

QString BreakEvenPanel::load_note(const cost::LoadCurve& loads) {
  using Cheaper = cost::LoadCurve::Cheaper;
  if (loads.first == Cheaper::kNeither) {
    return tr("same cost at all loads up to ten times the current one");
  }
  const bool cheaper = loads.first == Cheaper::kOther;
  if (!loads.crossings.empty()) {
    return cheaper ? tr("cheaper below the first") : tr("more expensive below the first");
  }
  return cheaper ? tr("cheaper at all loads up to ten times the current one")
                 : tr("more expensive at all loads up to ten times the current one");
}

QString BreakEvenPanel::sentence_for(const cost::ComparedSides& sides) const {
  const double ratio = cost::break_even_speed(sides);
  const double now = sides.other.tokens_per_second * sides.other.speed /
                     (sides.base.tokens_per_second * sides.base.speed);
  return tr("%1 is cheaper above %2 × the speed of %3; at present it has %4 ×.")
      .arg(to_qstring(other_side().name), number_text(fmt::format("{:.2f}", ratio)),
           to_qstring(base_side().name), number_text(fmt::format("{:.2f}", now)));
}

void BreakEvenPanel::show_chart(const cost::ComparedSides& sides) {
  const auto axis = static_cast<Axis>(std::max(0, lever_->currentIndex()));
  Curves curves;
  curves.name = tr("Cost of both sides by %1").arg(lever_->currentText());
  curves.y_label = tr("USD per million tokens");
  Curves::Line base{.name = to_qstring(base_side().name)};
  Curves::Line other{.name = to_qstring(other_side().name), .color = 1};
  // Three digits of the cheaper side; whole dollars per month.
  const double least =
      std::min(cost::usd_per_million(sides.base), cost::usd_per_million(sides.other));
  const int decimals = axis == Axis::kLoad || !(least > 0)
                           ? 0
                           : std::clamp(2 - static_cast<int>(std::floor(std::log10(least))), 0, 9);
  Table table({{"at", text_of(lever_->currentText()), "", 2},
               {"base", Text::verbatim(base_side().name), "USD", decimals},
               {"other", Text::verbatim(other_side().name), "USD", decimals}});
  const auto add = [&](const cost::CostPoint& point, double scale) {
    for (Curves::Line* line : {&base, &other}) line->x.push_back(point.at * scale);
    base.y.push_back(point.base);
    other.y.push_back(point.other);
    table.add_row({point.at * scale, point.base, point.other});
  };
  if (axis == Axis::kLoad) {
    constexpr double kReach = 3;
    const cost::LoadCurve loads = cost::load_curve(sides, load() * kReach);
    curves.y_label = tr("USD per month");
    curves.x_label = tr("Million tokens per month");
    base.steps = other.steps = true;
    double from = 0;
    for (const cost::CostPoint& step : loads.steps) {
      add({from, step.base, step.other}, 1 / cost::kMillion);
      from = step.at;
    }
    if (!loads.steps.empty()) {
      add({from, loads.steps.back().base, loads.steps.back().other}, 1 / cost::kMillion);
    }
    constexpr std::size_t kMostMarks = 4;
    for (std::size_t i = 0; i < std::min(kMostMarks, loads.crossings.size()); ++i) {
      curves.marks.push_back(
          {loads.crossings[i] / cost::kMillion, tokens_text(loads.crossings[i]), true});
    }
    curves.marks.push_back({load() / cost::kMillion, tr("current")});
  } else {
    const auto lever = static_cast<cost::Lever>(axis);
    const auto even = cost::break_even_at(sides, lever);
    double low = axis == Axis::kDiscount ? 0 : 0.05;
    double high = axis == Axis::kSpeed ? 1.5 : axis == Axis::kUtilisation ? 1 : 0.9;
    double now = sides.other.discount;
    if (axis == Axis::kSpeed) now = sides.other.speed;
    if (axis == Axis::kUtilisation) now = sides.other.utilisation;
    if (axis == Axis::kSpeed) {
      high = std::max({high, now * 1.3, std::min(4.0, even.value_or(0) * 1.3)});
    }
    // Start below both marks. The y axis is cut off because high costs would hide the crossing.
    if (axis != Axis::kDiscount) low = std::min(now, even.value_or(now)) * 0.4;
    constexpr double kHighest = 2.5;
    curves.y_most =
        kHighest * std::max(cost::usd_per_million(sides.base), cost::usd_per_million(sides.other));
    for (const cost::CostPoint& point : cost::cost_curve(sides, lever, low, high, kCurveSteps)) {
      add(point, kPercent);
    }
    curves.x_label = axis == Axis::kSpeed         ? tr("Speed of the alternative (%)")
                     : axis == Axis::kUtilisation ? tr("Utilisation of the alternative (%)")
                                                  : tr("Discount on the alternative (%)");
    if (even && *even <= high) {
      curves.marks.push_back(
          {*even * kPercent, tr("break-even: %1").arg(percent_text(*even)), true});
    }
    curves.marks.push_back({now * kPercent, tr("current")});
  }
  curves.lines = {std::move(base), std::move(other)};
  curve_table_ = std::move(table);
  chart_->set_curves(std::move(curves));
}

}  // namespace nscope::gui

#include "moc_break_even_panel.cpp"
