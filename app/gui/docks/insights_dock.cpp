#include "app/gui/docks/insights_dock.h"

#include "app/gui/docks/evidence.h"
#include "app/gui/panels/scroll_column.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"
#include "profiler/analysis/insights/insights.h"

#include <QResizeEvent>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

namespace nscope::gui {
namespace {

/// Preferred width of a card in pixels. The text of much narrower or wider cards is hard to read.
constexpr int kColumnWidth = 520;

QString not_evaluated_text(const analysis::InsightReport& report) {
  QStringList lines;
  for (const auto& rule : report.not_evaluated) {
    lines << InsightsDock::tr("%1: needs %2")
                 .arg(to_qstring(analysis::insight_rule_title(rule.rule)), to_qstring(rule.needs));
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

InsightsDock::InsightsDock(RunView& run, QWidget* parent)
    : DockView(run, Follows::kRun, parent),
      job_(new Job(tr("Evaluating rules"), this)),
      content_(new QWidget),
      scroll_(scroll_column(content_)),
      summary_(named_label("muted")),
      grid_(new QGridLayout),
      missing_row_(new QWidget),
      not_evaluated_button_(new QToolButton),
      missing_(named_label("muted")),
      not_evaluated_(named_label("muted")) {
  content_->setObjectName(QStringLiteral("panel"));
  content_->setAttribute(Qt::WA_StyledBackground);
  summary_->setWordWrap(true);
  not_evaluated_button_->setCheckable(true);
  not_evaluated_button_->setAutoRaise(true);
  connect(not_evaluated_button_, &QToolButton::toggled, this, [this](bool shown) {
    not_evaluated_button_->setArrowType(shown ? Qt::DownArrow : Qt::RightArrow);
    not_evaluated_->setVisible(shown);
  });
  not_evaluated_button_->setArrowType(Qt::RightArrow);
  not_evaluated_button_->setAccessibleName(tr("Rules that were not evaluated"));
  missing_->setWordWrap(true);
  auto* missing_row = new QHBoxLayout(missing_row_);
  missing_row->setContentsMargins(0, 0, 0, 0);
  missing_row->setSpacing(4);
  missing_row->addWidget(not_evaluated_button_, 0, Qt::AlignTop);
  missing_row->addWidget(missing_, 1);
  not_evaluated_->setVisible(false);
  not_evaluated_->setContentsMargins(24, 0, 0, 0);
  not_evaluated_->setWordWrap(true);
  not_evaluated_->setTextFormat(Qt::PlainText);
  not_evaluated_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  grid_->setSpacing(8);
  auto* content = new QVBoxLayout(content_);
  content->setContentsMargins(16, 10, 16, 14);
  content->setSpacing(8);
  content->addWidget(summary_);
  content->addLayout(grid_);
  content->addSpacing(6);
  content->addWidget(missing_row_);
  content->addWidget(not_evaluated_);
  content->addStretch(1);
  scroll_->setFocusPolicy(Qt::NoFocus);
  stack_ = new MessageStack(scroll_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(stack_);
}

void InsightsDock::refresh() {
  clear();
  const auto& trace = run().trace();
  if (!trace) {
    job_->cancel();
    return stack_->show_message(
        tr("Open a capture, a session or a simulation to see the bottlenecks of the run and what "
           "to change."));
  }
  stack_->show_message(tr("Evaluating rules…"));
  job_->start(
      [trace, dependencies = run().dependencies()](TaskControl& control) {
        auto request = analysis::request_for(analysis::kInsightAnalysis);
        request.dependencies = dependencies;
        return analysis::find_insights(*trace, request, control);
      },
      [this, trace](const Result<analysis::InsightReport>& report) { show_report(trace, report); });
}

void InsightsDock::clear() {
  for (InsightCard* card : cards_) {
    grid_->removeWidget(card);
    card->deleteLater();
  }
  cards_.clear();
  columns_ = 0;
}

void InsightsDock::show_report(const std::shared_ptr<const Trace>& trace,
                               const Result<analysis::InsightReport>& report) {
  if (!report) return show_failure(*stack_, report.error());
  std::set<std::string_view> spoke;
  for (const analysis::Insight& insight : report->insights) spoke.insert(insight.rule);
  const std::size_t judged = analysis::insight_rules().size() - report->not_evaluated.size();
  summary_->setText(
      tr("Insights cover the whole run. %2 of %1 evaluated rules have findings. Gains are upper "
         "bounds and do not add up. Thresholds are parameters of the Insights analysis.")
          .arg(static_cast<qulonglong>(judged))
          .arg(static_cast<qulonglong>(spoke.size())));
  int rank = 0;
  for (const analysis::Insight& insight : report->insights) {
    auto* card = new InsightCard(*trace, insight, ++rank);
    connect(card, &InsightCard::evidence_chosen, this, [this, evidence = insight.evidence] {
      show_evidence(run(), evidence.begin, evidence.end, evidence.slice);
    });
    connect(card, &InsightCard::analysis_chosen, this, [this](const QString& id) {
      // Insights cover the whole run, and a range that shows the evidence of one is only a part.
      run().set_range({});
      run().show_analysis(id);
    });
    cards_.push_back(card);
  }
  show_not_evaluated(*report);
  columns_ = 0;  // also if the dock was resized before the report was ready
  place_cards();
  stack_->show_content();
}

void InsightsDock::show_not_evaluated(const analysis::InsightReport& report) {
  const QString rules = not_evaluated_text(report);
  missing_row_->setVisible(!report.not_evaluated.empty());
  missing_->setText(rules.isEmpty()
                        ? QString()
                        : tr("%1 of %2 rules were not evaluated, because the run lacks the data "
                             "that they need: %3.")
                              .arg(static_cast<qulonglong>(report.not_evaluated.size()))
                              .arg(static_cast<qulonglong>(analysis::insight_rules().size()))
                              .arg(to_qstring(analysis::missing_data(report))));
  missing_row_->setToolTip(rules);
  not_evaluated_->setText(rules);
  not_evaluated_button_->setChecked(false);
}

void InsightsDock::place_cards() {
  const int columns = std::clamp(scroll_->viewport()->width() / kColumnWidth, 1, 3);
  if (columns == columns_) return;
  for (int column = 0; column < 3; ++column) grid_->setColumnStretch(column, column < columns);
  for (InsightCard* card : cards_) grid_->removeWidget(card);
  columns_ = columns;
  for (int i = 0; i < static_cast<int>(cards_.size()); ++i) {
    grid_->addWidget(cards_[static_cast<std::size_t>(i)], i / columns, i % columns);
  }
}

void InsightsDock::resizeEvent(QResizeEvent* event) {
  DockView::resizeEvent(event);
  place_cards();
}

}  // namespace nscope::gui

#include "moc_insights_dock.cpp"
