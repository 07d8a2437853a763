#include "app/gui/plan/view/plan_view.h"

#include "app/gui/panels/run_button.h"
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
    show_question(false);
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
    if (asks_once_ready_) ask_new();
    if (is_empty()) return;
    if (std::exchange(waits_, false)) {
      show_document();
    } else {
      compute();
    }
  });
}

void PlanView::lay_out(QWidget* results, DocumentQuestion* question, const QString& button,
                       const QString& new_name) {
  constexpr int kFieldsWidth = 320;
  constexpr int kQuestionWidth = 1120;
  results_ = results;
  results->layout()->setContentsMargins(0, 0, 0, 0);
  question_ = question;
  question->setMaximumWidth(kQuestionWidth);
  question->hide();
  new_name_ = new_name;
  document_->offer_new(button);
  connect_question();
  auto* pages_column = new QWidget;
  auto* pages = new QHBoxLayout(pages_column);
  pages->setContentsMargins(22, 14, 22, 16);
  pages->addWidget(results, 1);
  pages->addWidget(question, 1);
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
  lay_out_page(*this, fields, kFieldsWidth, scroll_column(pages_column));
  for (PlanChart* const chart : results->findChildren<PlanChart*>()) {
    connect(chart, &PlanChart::failed, this, &PlanView::failed);
  }
}

void PlanView::connect_question() {
  connect(document_, &DocumentPanel::new_requested, this, &PlanView::ask_new);
  connect(question_, &DocumentQuestion::asked, this, &PlanView::start_new);
  connect(question_, &DocumentQuestion::cancelled, this, [this] {
    if (is_empty()) load(example());
    show_question(false);
  });
  bind_run_shortcut(this, [this] {
    if (is_asking_new()) return question_->finish();
    run();
  });
}

void PlanView::ask_new() {
  asks_once_ready_ = !context_.is_ready();
  if (asks_once_ready_) return;
  if (context_.problem()) {
    return emit failed(tr("Cannot start a new document"), *context_.problem());
  }
  question_->ask(context_.catalog(), context_.book());
  question_->cancel_button().setText(is_empty() ? tr("Show an Example") : tr("Cancel"));
  show_question(true);
}

void PlanView::show_question(bool shown) {
  asks_once_ready_ = false;
  if (question_ == nullptr) return;
  results_->setVisible(!shown);
  fields_column_->parentWidget()->setVisible(!shown);
  question_->setVisible(shown);
  if (!shown) return;
  if (QWidget* const first = question_->form().first_field()) first->setFocus();
}

void PlanView::start_new(const Json& answer) {
  show_question(false);
  document_->ask_then([this, answer] {
    begin_new();
    document_->set_document(answer, to_string(new_name_));
    document_->mark_unsaved();
  });
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
