#include "app/gui/plan/decision/what_if_panel.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "costmodel/migration/figure_text.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

namespace nscope::gui {
namespace {

using Quantity = cost::BreakEven::Quantity;
using State = cost::BreakEven::State;

constexpr int kSteps = 400;

constexpr Quantity kRows[] = {Quantity::kTargetThroughput,
                              Quantity::kTargetPrice,
                              Quantity::kTargetUtilisation,
                              Quantity::kBaselinePrice,
                              Quantity::kLoad,
                              Quantity::kEffort,
                              Quantity::kGoLive};

QString row_title(Quantity quantity) {
  switch (quantity) {
    case Quantity::kTargetThroughput: return WhatIfPanel::tr("Target throughput");
    case Quantity::kTargetPrice: return WhatIfPanel::tr("Target price");
    case Quantity::kBaselinePrice: return WhatIfPanel::tr("Baseline price");
    case Quantity::kTargetUtilisation: return WhatIfPanel::tr("Target utilisation");
    case Quantity::kLoad: return WhatIfPanel::tr("Load");
    case Quantity::kEffort: return WhatIfPanel::tr("Engineering effort");
    case Quantity::kGoLive: return WhatIfPanel::tr("Go-live");
  }
  return {};
}

double value_at(const cost::WhatIfRange& range, double place) {
  if (range.logarithmic) return range.from * std::pow(range.to / range.from, place);
  return range.from + (range.to - range.from) * place;
}

/// The result may be outside of 0..1.
double place_of(const cost::WhatIfRange& range, double value) {
  if (range.logarithmic) return std::log(value / range.from) / std::log(range.to / range.from);
  return (value - range.from) / (range.to - range.from);
}

int step_at(double place) {
  return static_cast<int>(std::lround(place * kSteps));
}

QString figure(Quantity quantity, double value) {
  return to_qstring(cost::figure_text(quantity, value));
}

}  // namespace

std::vector<cost::WhatIf> values_at(const cost::RoiResult& plan,
                                    const std::vector<SliderPlace>& places) {
  std::vector<cost::WhatIf> values;
  for (const auto& [quantity, place] : places) {
    values.push_back({quantity, value_at(cost::what_if_range(quantity, plan), place)});
  }
  return values;
}

MarkedSlider::MarkedSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
  setRange(0, kSteps);
  setPageStep(kSteps / 20);
  setMinimumHeight(26);
}

void MarkedSlider::set_marks(std::vector<int> marks) {
  marks_ = std::move(marks);
  update();
}

void MarkedSlider::paintEvent(QPaintEvent* event) {
  QSlider::paintEvent(event);
  if (marks_.empty() || !isEnabled()) return;
  QStyleOptionSlider option;
  initStyleOption(&option);
  const int handle = style()->pixelMetric(QStyle::PM_SliderLength, &option, this);
  const int room = width() - handle;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(current_tokens().warn);
  for (const int mark : marks_) {
    const double x =
        handle / 2.0 + QStyle::sliderPositionFromValue(minimum(), maximum(), mark, room);
    painter.drawPolygon(QPolygonF({{x - 4.0, 0.0}, {x + 4.0, 0.0}, {x, 7.0}}));
  }
}

WhatIfPanel::WhatIfPanel(QWidget* parent)
    : QFrame(parent),
      title_(new SectionTitle(tr("What-if analysis"))),
      reset_(new QPushButton(tr("Reset"))) {
  setObjectName(QStringLiteral("planCard"));
  setAccessibleName(tr("What-if analysis"));
  reset_->setObjectName(QStringLiteral("link"));
  reset_->setToolTip(tr("Moves all sliders back to the plan."));
  connect(reset_, &QPushButton::clicked, this, &WhatIfPanel::reset);
  auto* top = new QHBoxLayout;
  top->addWidget(title_, 1);
  top->addWidget(reset_);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(2);
  grid->setColumnStretch(1, 1);
  int line = 0;
  for (const Quantity quantity : kRows) {
    Row row{quantity, new MarkedSlider, named_label("muted"), named_label("caption")};
    auto* name = new QLabel(row_title(quantity));
    name->setBuddy(row.slider);
    name->setWordWrap(true);
    row.slider->setAccessibleName(row_title(quantity));
    row.value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row.turn->setWordWrap(true);
    grid->addWidget(name, line, 0);
    grid->addWidget(row.slider, line, 1);
    grid->addWidget(row.value, line, 2);
    grid->addWidget(row.turn, line + 1, 1, 1, 2);
    line += 2;
    connect(row.slider, &QSlider::valueChanged, this, [this, quantity] {
      Row& moved = row_of(quantity);
      moved.moved = true;
      show_value(moved);
      show_state();
      emit changed();
    });
    rows_.push_back(row);
  }
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 10, 16, 12);
  layout->setSpacing(8);
  layout->addLayout(top);
  layout->addLayout(grid);
  layout->addStretch(1);
  show_state();
}

WhatIfPanel::Row& WhatIfPanel::row_of(Quantity quantity) {
  return *std::find_if(rows_.begin(), rows_.end(),
                       [&](const Row& row) { return row.quantity == quantity; });
}

const WhatIfPanel::Row& WhatIfPanel::row_of(Quantity quantity) const {
  return *std::find_if(rows_.begin(), rows_.end(),
                       [&](const Row& row) { return row.quantity == quantity; });
}

MarkedSlider& WhatIfPanel::slider(Quantity quantity) {
  return *row_of(quantity).slider;
}

QString WhatIfPanel::value_text(Quantity quantity) const {
  return row_of(quantity).value->text();
}

QString WhatIfPanel::turn_text(Quantity quantity) const {
  return row_of(quantity).turn->text();
}

void WhatIfPanel::set_plans(std::shared_ptr<const cost::RoiResult> stated,
                            std::shared_ptr<const cost::RoiResult> shown) {
  stated_ = std::move(stated);
  shown_ = std::move(shown);
  for (Row& row : rows_) {
    const bool felt = cost::is_felt(row.quantity, *stated_);
    row.slider->setEnabled(felt);
    row.slider->setToolTip(felt ? QString() : tr("The plan has no engineer-weeks."));
    if (!row.moved) {
      const auto range = cost::what_if_range(row.quantity, *stated_);
      const QSignalBlocker quiet(row.slider);
      row.slider->setValue(step_at(place_of(range, planned_value(row.quantity, *stated_))));
    }
    show_value(row);
    show_turn(row);
  }
  show_state();
}

std::vector<SliderPlace> WhatIfPanel::moved() const {
  std::vector<SliderPlace> places;
  for (const Row& row : rows_) {
    if (row.moved) places.push_back({row.quantity, row.slider->value() / double{kSteps}});
  }
  return places;
}

void WhatIfPanel::reset() {
  const bool any = std::any_of(rows_.begin(), rows_.end(), [](const Row& r) { return r.moved; });
  for (Row& row : rows_) row.moved = false;
  if (!any || !stated_) return show_state();
  set_plans(stated_, stated_);
  emit changed();
}

void WhatIfPanel::show_value(Row& row) {
  if (!stated_) return;
  const double planned = planned_value(row.quantity, *stated_);
  const auto range = cost::what_if_range(row.quantity, *stated_);
  const double value = row.moved ? value_at(range, row.slider->value() / double{kSteps}) : planned;
  QString text = figure(row.quantity, value);
  // The speed ratio and the price ratio together determine the result, so show the speed ratio.
  if (row.quantity == Quantity::kTargetThroughput) {
    const double speed = stated_->levers.baseline.tokens_per_second;
    text +=
        QStringLiteral(" · ") + tr("%1 × baseline").arg(QLocale().toString(value / speed, 'f', 2));
  }
  row.value->setText(text);
  row.value->setToolTip(tr("Plan: %1").arg(figure(row.quantity, planned)));
  row.slider->setAccessibleDescription(text);
}

void WhatIfPanel::show_turn(Row& row) {
  const auto found =
      std::find_if(shown_->break_evens.begin(), shown_->break_evens.end(),
                   [&](const cost::BreakEven& turn) { return turn.quantity == row.quantity; });
  if (found == shown_->break_evens.end() || !row.slider->isEnabled()) {
    row.slider->set_marks({});
    return row.turn->setText(row.slider->toolTip());
  }
  // The break-even of the effort is a factor of the shown plan, which the slider has changed.
  double factor = 1.0;
  if (row.quantity == Quantity::kEffort && row.moved) {
    const auto range = cost::what_if_range(row.quantity, *stated_);
    factor = value_at(range, row.slider->value() / double{kSteps});
  }
  const auto range = cost::what_if_range(row.quantity, *stated_);
  std::vector<int> marks;
  QStringList texts;
  constexpr qsizetype kMost = 3;
  for (const double turn : found->turns) {
    const double place = place_of(range, turn * factor);
    if (place >= 0.0 && place <= 1.0) marks.push_back(step_at(place));
    if (texts.size() < kMost) texts << figure(row.quantity, turn * factor);
  }
  if (found->turns.size() > static_cast<std::size_t>(kMost)) texts << QStringLiteral("…");
  row.slider->set_marks(std::move(marks));
  const QString at = texts.join(QStringLiteral(", "));
  switch (found->state) {
    case State::kAlways: row.turn->setText(tr("pays off at any value")); break;
    case State::kNever: row.turn->setText(tr("does not pay off at any value")); break;
    case State::kAbove: row.turn->setText(tr("pays off above %1").arg(at)); break;
    case State::kBelow: row.turn->setText(tr("pays off below %1").arg(at)); break;
    case State::kSeveral: row.turn->setText(tr("break-even at %1").arg(at)); break;
  }
}

void WhatIfPanel::show_state() {
  const auto count =
      std::count_if(rows_.begin(), rows_.end(), [](const Row& row) { return row.moved; });
  reset_->setEnabled(count > 0);
  title_->set_caption(
      count == 0 ? tr("▾ break-even, other inputs fixed")
                 : tr("%n slider(s) moved away from the plan", nullptr, static_cast<int>(count)));
}

}  // namespace nscope::gui

#include "moc_what_if_panel.cpp"
