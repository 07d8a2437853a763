// The fields of the page of a sweep: what the axes and the colours of its charts show.
#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/section.h"
#include "app/gui/sweep/point_text.h"
#include "app/gui/sweep/sweep_page.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"

#include <QBoxLayout>
#include <QMenu>
#include <QSignalBlocker>
#include <algorithm>

namespace nscope::gui {
namespace {

using ColumnKind = sweep::Column::Kind;

constexpr std::size_t kMostUsualAxes = 8;
constexpr std::size_t kMostMembers = 6;

bool varies(const sweep::PointColumn& column) {
  const std::size_t names = column.names.size();
  return names > 1 || (names == 1 && column.has_numbers()) || column.low < column.high;
}

bool has_values(const sweep::PointColumn& column) {
  return column.has_numbers() || column.has_texts();
}

/// The goal of a figure that is an objective of the sweep.
std::optional<sweep::Goal> goal_of(const sweep::PointTable& points, std::size_t column) {
  for (const auto& objective : points.head.objectives) {
    if (objective.figure != points.head.columns[column].name) continue;
    return objective.maximise ? sweep::Goal::kHigh : sweep::Goal::kLow;
  }
  return std::nullopt;
}

/// The columns of the objectives that some point has.
std::vector<std::size_t> objective_columns(const sweep::PointTable& points) {
  std::vector<std::size_t> found;
  for (const auto& objective : points.head.objectives) {
    const std::size_t at = points.column(objective.figure);
    if (at != sweep::Results::npos && points.columns[at].has_numbers()) found.push_back(at);
  }
  return found;
}

std::optional<std::size_t> column_of(const QComboBox& box) {
  const QVariant data = box.currentData();
  return data.isValid() ? std::optional(data.value<std::size_t>()) : std::nullopt;
}

}  // namespace

SweepPage::AxisFields SweepPage::make_axis(const QString& name) {
  AxisFields axis{new ChoiceBox, new QPushButton(tr("Log")), new ChoiceBox};
  axis.column->setAccessibleName(tr("%1 axis").arg(name));
  axis.column->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  axis.column->setMinimumContentsLength(16);
  axis.logarithmic->setObjectName(QStringLiteral("segment"));
  axis.logarithmic->setCheckable(true);
  axis.logarithmic->setAccessibleName(tr("Logarithmic %1 axis").arg(name));
  axis.goal->addItem(tr("no preference"));
  axis.goal->addItem(tr("lower is better"));
  axis.goal->addItem(tr("higher is better"));
  axis.goal->setAccessibleName(tr("Better values on the %1 axis").arg(name));
  axis.goal->setToolTip(tr("The Pareto front has the points that no other point beats on both "
                           "axes."));
  connect(axis.column, &QComboBox::currentIndexChanged, this, [this, axis] {
    if (filling_) return;
    if (const auto column = column_of(*axis.column)) choose_axis(axis, *column);
    apply_axes();
  });
  connect(axis.logarithmic, &QPushButton::toggled, this, &SweepPage::apply_axes);
  connect(axis.goal, &QComboBox::currentIndexChanged, this, &SweepPage::apply_axes);
  return axis;
}

QWidget* SweepPage::build_fields() {
  x_ = make_axis(QStringLiteral("X"));
  y_ = make_axis(QStringLiteral("Y"));
  color_->setAccessibleName(tr("Colour by"));
  color_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  color_->setMinimumContentsLength(14);
  connect(color_, &QComboBox::currentIndexChanged, this, [this] {
    if (!filling_) selection_.set_color_column(column_of(*color_));
  });
  auto* axes = new QPushButton(tr("Axes ▾"));
  axes->setObjectName(QStringLiteral("menuButton"));
  axes->setMenu(axes_menu_);
  axes->setToolTip(tr("Chooses the axes of the parallel coordinates."));
  auto* fields = new QWidget;
  auto* layout = new QHBoxLayout(fields);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(6);
  const auto add = [layout](const QString& label, const AxisFields& axis) {
    layout->addWidget(named_label("muted", label));
    layout->addWidget(axis.column, 2);
    layout->addWidget(axis.logarithmic);
    layout->addWidget(axis.goal);
    layout->addSpacing(10);
  };
  add(QStringLiteral("X"), x_);
  add(QStringLiteral("Y"), y_);
  layout->addWidget(named_label("muted", tr("Colour")));
  layout->addWidget(color_, 2);
  layout->addStretch(1);
  layout->addWidget(axes);
  return fields;
}

void SweepPage::fill_fields() {
  filling_ = true;
  const sweep::PointTable& points = selection_.points();
  for (QComboBox* box : {x_.column, y_.column, color_}) {
    box->clear();
    if (box == color_) box->addItem(tr("none"));
    for (std::size_t i = 0; i < points.columns.size(); ++i) {
      if (!has_values(points.columns[i])) continue;
      box->addItem(column_title(points.head.columns[i]), QVariant::fromValue(i));
    }
  }
  // The objectives, or a member and a figure.
  std::vector<std::size_t> members;
  std::vector<std::size_t> figures = objective_columns(points);
  const bool has_objectives = !figures.empty();
  for (std::size_t i = 0; i < points.columns.size(); ++i) {
    const ColumnKind kind = points.head.columns[i].kind;
    if (kind == ColumnKind::kMember && varies(points.columns[i])) members.push_back(i);
    if (kind == ColumnKind::kFigure && !has_objectives && varies(points.columns[i])) figures.push_back(i);
  }
  std::optional<std::size_t> x;
  std::optional<std::size_t> y;
  if (has_objectives && figures.size() > 1) {
    x = figures[0];
    y = figures[1];
  } else {
    if (!members.empty()) x = members.front();
    if (!figures.empty()) y = figures.front();
  }
  if (x) choose_axis(x_, *x);
  if (y) choose_axis(y_, *y);
  const auto color = std::find_if(members.begin(), members.end(),
                                  [&](std::size_t each) { return each != x && each != y; });
  if (color != members.end()) color_->setCurrentIndex(color_->findData(QVariant::fromValue(*color)));
  filling_ = false;
  selection_.set_color_column(column_of(*color_));
  parallel_->set_columns(usual_axes());
  fill_axes_menu();
  apply_axes();
}

/// Sets the column with its usual scale and goal.
void SweepPage::choose_axis(const AxisFields& axis, std::size_t column) {
  const sweep::PointTable& points = selection_.points();
  const bool outer = filling_;
  filling_ = true;
  axis.column->setCurrentIndex(axis.column->findData(QVariant::fromValue(column)));
  const bool possible = PointAxis::can_be_logarithmic(points.columns[column]);
  axis.logarithmic->setEnabled(possible);
  axis.logarithmic->setToolTip(possible ? tr("Uses a logarithmic scale.")
                                        : tr("A logarithmic scale needs positive numbers."));
  axis.logarithmic->setChecked(PointAxis::is_wide(points.columns[column]));
  const auto goal = goal_of(points, column);
  axis.goal->setCurrentIndex(!goal ? 0 : *goal == sweep::Goal::kLow ? 1 : 2);
  axis.goal->setEnabled(points.columns[column].has_numbers());
  filling_ = outer;
}

void SweepPage::apply_axes() {
  if (filling_) return;
  const auto stated = [](const AxisFields& axis) -> std::optional<ScatterChart::Axis> {
    const auto column = column_of(*axis.column);
    if (!column) return std::nullopt;
    ScatterChart::Axis result{.column = *column, .logarithmic = axis.logarithmic->isChecked()};
    if (axis.goal->currentIndex() == 1) result.goal = sweep::Goal::kLow;
    if (axis.goal->currentIndex() == 2) result.goal = sweep::Goal::kHigh;
    return result;
  };
  scatter_->set_axes(stated(x_), stated(y_));
}

std::vector<std::size_t> SweepPage::usual_axes() const {
  const sweep::PointTable& points = selection_.points();
  std::vector<std::size_t> axes;
  for (std::size_t i = 0; i < points.columns.size() && axes.size() < kMostMembers; ++i) {
    const bool member = points.head.columns[i].kind == ColumnKind::kMember;
    if (member && varies(points.columns[i])) axes.push_back(i);
  }
  std::vector<std::size_t> figures = objective_columns(points);
  if (figures.empty()) {
    for (std::size_t i = 0; i < points.columns.size() && figures.size() < 2; ++i) {
      const bool figure = points.head.columns[i].kind == ColumnKind::kFigure;
      if (figure && varies(points.columns[i])) figures.push_back(i);
    }
  }
  for (const std::size_t each : figures) {
    if (axes.size() < kMostUsualAxes) axes.push_back(each);
  }
  return axes;
}

void SweepPage::fill_axes_menu() {
  axes_menu_->clear();
  const sweep::PointTable& points = selection_.points();
  for (std::size_t i = 0; i < points.columns.size(); ++i) {
    if (!has_values(points.columns[i])) continue;
    QAction* const action = axes_menu_->addAction(without_mnemonics(column_title(points.head.columns[i])));
    action->setCheckable(true);
    const auto& shown = parallel_->columns();
    action->setChecked(std::find(shown.begin(), shown.end(), i) != shown.end());
    connect(action, &QAction::toggled, this, [this, i](bool on) {
      std::vector<std::size_t> columns = parallel_->columns();
      if (on) {
        columns.push_back(i);
      } else {
        std::erase(columns, i);
        selection_.set_brush(i, std::nullopt);
      }
      parallel_->set_columns(std::move(columns));
    });
  }
}

}  // namespace nscope::gui
