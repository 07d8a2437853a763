#include "app/gui/plan/spot_panel.h"

#include "app/gui/panels/choice_box.h"
#include "app/gui/plan/plan_card.h"
#include "app/gui/text.h"
#include "profiler/base/format.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

constexpr double kMinutes = 60;

QString hours(double value) {
  return number_text(group_thousands(fmt::format("{:.1f}", value))) + QStringLiteral(" h");
}

QString minutes(double interval_hours) {
  return number_text(fmt::format("{:.0f}", interval_hours * kMinutes)) + QStringLiteral(" min");
}

}  // namespace

SpotJobPanel::SpotJobPanel(QWidget* parent)
    : QWidget(parent),
      jobs_(new ChoiceBox),
      chart_(new CurveChart),
      table_(new TablePanel(tr("Nothing is known of this job."))),
      note_(named_label("muted")),
      content_(new QWidget) {
  jobs_->setAccessibleName(tr("Job on spot"));
  jobs_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  connect(jobs_, &QComboBox::activated, this, &SpotJobPanel::show_job);
  auto* figures = new QHBoxLayout;
  const QString titles[] = {tr("Expected time"), tr("On spot"), tr("On demand"),
                            tr("Spot pays while reclaims are rarer than")};
  for (int i = 0; i < 4; ++i) {
    figures_[i] = new KeyFigure(titles[i]);
    figures_[i]->let_note_wrap();
    figures->addWidget(figures_[i], 1);
  }
  auto* chart_title = new SectionTitle(tr("Cost over the checkpoint interval"));
  chart_title->set_caption(tr("expected, USD"));
  table_->view().setAccessibleName(tr("Figures of the job"));
  auto* inner = new QVBoxLayout(content_);
  inner->setContentsMargins(0, 0, 0, 0);
  inner->addLayout(figures);
  inner->setSpacing(12);
  inner->addWidget(plan_card(chart_title, chart_), 1);
  table_->setMinimumHeight(200);
  inner->addWidget(plan_card(new SectionTitle(tr("Time, cost and break-even")), table_), 1);
  note_->setWordWrap(true);
  note_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(jobs_, 0, Qt::AlignLeft);
  layout->addWidget(content_, 1);
  layout->addWidget(note_);
}

void SpotJobPanel::set_answer(std::shared_ptr<const app::CostAnswer> answer) {
  const QString before = jobs_->currentText();
  answer_ = std::move(answer);
  jobs_->clear();
  for (const cost::SpotPanel& panel : answer_->matrix.economics.spot) {
    jobs_->addItem(to_qstring(panel.label));
  }
  jobs_->setCurrentIndex(std::max(0, jobs_->findText(before)));
  jobs_->setVisible(jobs_->count() > 1);
  show_job();
}

void SpotJobPanel::show_job() {
  const auto at = static_cast<std::size_t>(std::max(0, jobs_->currentIndex()));
  const cost::SpotPanel& panel = answer_->matrix.economics.spot[at];
  const auto& curve = answer_->intervals[at];
  content_->setVisible(curve.has_value());
  note_->setText(curve ? tr("Reclaims: %1. Prices: %2.")
                             .arg(to_qstring(panel.hazard_source), to_qstring(panel.price_source))
                       : tr("Unknown: %1.").arg(to_qstring(panel.missing)));
  if (!curve) return;
  show_figures(panel);
  show_curve(panel, *curve);
  show_table(panel);
}

void SpotJobPanel::show_figures(const cost::SpotPanel& panel) {
  const cost::SpotExpectation& e = panel.expected;
  figures_[0]->set_value(hours(e.wall_hours()),
                         tr("%1 of work; %2 to %3 in eight of ten simulated jobs")
                             .arg(hours(panel.job.work_hours), hours(panel.trials.p10_wall_hours),
                                  hours(panel.trials.p90_wall_hours)));
  figures_[0]->set_note(tr("a checkpoint every %1").arg(minutes(e.interval_hours)));
  figures_[1]->set_value(usd_text(e.compute, 0),
                         tr("%1 to %2 in eight of ten simulated jobs")
                             .arg(usd_text(panel.trials.p10, 0), usd_text(panel.trials.p90, 0)));
  figures_[1]->set_note(
      tr("%1 less").arg(number_text(format_percent(1 - e.compute / e.on_demand, 1))));
  figures_[2]->set_value(usd_text(e.on_demand, 0), tr("never interrupted, without checkpoints"));
  figures_[2]->set_note(tr("never interrupted"));
  figures_[3]->set_value(panel.break_even.hazard
                             ? tr("one in %1").arg(hours(1 / *panel.break_even.hazard))
                             : tr("one an hour"),
                         tr("of a node that the job needs"));
  figures_[3]->set_note(panel.job.hazard > 0
                            ? tr("assumed: one in %1").arg(hours(1 / panel.job.hazard))
                            : tr("assumed: none"));
}

void SpotJobPanel::show_curve(const cost::SpotPanel& panel, const cost::IntervalCurve& curve) {
  Curves curves;
  curves.name = tr("Cost of %1 over the checkpoint interval").arg(to_qstring(panel.label));
  curves.x_label = tr("minutes between checkpoints");
  curves.y_label = tr("USD");
  curves.log_x = true;
  curves.from_zero = false;
  Curves::Line line{.name = tr("Spot, expected")};
  for (const cost::IntervalPoint& point : curve.points) {
    line.x.push_back(point.interval_hours * kMinutes);
    line.y.push_back(point.compute.dollars());
  }
  curves.lines.push_back(std::move(line));
  const auto mark = [&](const QString& name, const cost::IntervalPoint& point, bool main) {
    curves.marks.push_back({point.interval_hours * kMinutes,
                            name + QStringLiteral(" ") + minutes(point.interval_hours), main});
  };
  mark(tr("Best"), curve.best, true);
  if (curve.daly) mark(QStringLiteral("Daly"), *curve.daly, false);
  if (curve.young) mark(QStringLiteral("Young"), *curve.young, false);
  if (curve.stated) mark(tr("Stated"), *curve.stated, false);
  chart_->set_curves(std::move(curves));
}

void SpotJobPanel::show_table(const cost::SpotPanel& panel) {
  cost::ScenarioEconomics one;
  one.spot.push_back(panel);
  for (cost::EconomicsSection& section : cost::economics_sections(one)) {
    table_->set_table(std::move(section.table));
  }
  table_->hide_column("work");
}

}  // namespace nscope::gui
