#include "app/gui/plan/view/plan_view.h"

#include "app/gui/panels/scroll_column.h"
#include "app/gui/plan/charts/plan_chart.h"
#include "app/gui/text/text.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <utility>

namespace nscope::gui {

PlanView::PlanView(PlanContext& context, app::BuiltIn::Kind kind, const QString& title,
                   QWidget* parent)
    : QWidget(parent),
      context_(context),
      kind_(kind),
      document_(new DocumentPanel(kind, title)),
      export_(new ExportButton) {
  connect(document_, &DocumentPanel::failed, this, &PlanView::failed);
  connect(document_, &DocumentPanel::loaded, this, [this] {
    waits_ = !context_.is_ready();
    if (!waits_) show_document();
  });
  connect(document_, &DocumentPanel::edited, this, [this] {
    if (context_.is_ready()) follow_edit();
  });
  connect(document_, &DocumentPanel::restored, this, [this] {
    if (context_.is_ready()) show_restored();
  });
  connect(document_, &DocumentPanel::state_changed, this, &PlanView::document_state_changed);
  connect(document_, &DocumentPanel::saved, this,
          [this](const QString& path, const std::function<void()>& undo) {
            compute();  // reports carry the new name
            emit document_saved(path, undo);
          });
  connect(export_, &ExportButton::failed, this, &PlanView::failed);
  connect(export_, &ExportButton::saved, this, &PlanView::set_status);
  connect(&context_, &PlanContext::book_changed, this, [this] {
    if (is_empty()) return;
    if (std::exchange(waits_, false)) {
      show_document();
    } else {
      compute();
    }
  });
}

void PlanView::lay_out(QWidget* results) {
  constexpr int kFieldsWidth = 320;
  results->layout()->setContentsMargins(22, 14, 22, 16);
  fields_column_ = side_column(document_);
  QLabel* const problem = &document_->problem_label();
  problem->setContentsMargins(16, 8, 16, 12);
  auto* fields = new QWidget;
  fields->setObjectName(QStringLiteral("panel"));
  fields->setAttribute(Qt::WA_StyledBackground);
  auto* column = new QVBoxLayout(fields);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(fields_column_, 1);
  column->addWidget(problem);
  lay_out_page(*this, fields, kFieldsWidth, scroll_column(results));
  for (PlanChart* const chart : results->findChildren<PlanChart*>()) {
    connect(chart, &PlanChart::failed, this, &PlanView::failed);
  }
}

QString PlanView::document_title() const {
  return QFileInfo(to_qstring(document_->name())).completeBaseName();
}

void PlanView::set_status(const QString& text) {
  status_ = text;
  emit status_changed(text);
  if (!text.isEmpty()) emit answered();
}

}  // namespace nscope::gui

#include "moc_plan_view.cpp"
