#include "app/gui/analysis/analysis_header.h"

#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"

#include <QMenu>
#include <QVBoxLayout>

namespace nscope::gui {

AnalysisHeader::AnalysisHeader(QWidget* parent)
    : QWidget(parent),
      line_(new QHBoxLayout),
      title_(named_label("sectionTitle")),
      shows_(new ElidedLabel("muted")),
      scope_(named_label("muted")),
      cores_(new ChoiceBox),
      definition_button_(new QPushButton(tr("Definition"))),
      views_(new QButtonGroup(this)),
      export_(new QPushButton(tr("Export"))),
      definition_(named_label("definition")) {
  view_switch_ = make_view_switch();
  make_export_menu();
  cores_->setAccessibleName(tr("NeuronCore"));
  definition_button_->setObjectName(QStringLiteral("segment"));
  definition_button_->setCheckable(true);
  definition_button_->setToolTip(tr("Shows what the columns mean and how they are computed."));
  definition_->setWordWrap(true);
  definition_->setTextFormat(Qt::PlainText);
  definition_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  definition_->hide();
  line_->setSpacing(8);
  line_->addWidget(title_);
  line_->addWidget(shows_, 1);
  line_->addWidget(scope_);
  line_->addWidget(cores_);
  line_->addWidget(definition_button_);
  line_->addWidget(view_switch_);
  line_->addWidget(export_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  layout->addLayout(line_);
  layout->addWidget(definition_);
  connect(definition_button_, &QPushButton::toggled, definition_, &QLabel::setVisible);
  connect(cores_, &QComboBox::activated, this, &AnalysisHeader::core_changed);
  set_cores({});
}

QWidget* AnalysisHeader::make_view_switch() {
  auto* box = new QWidget;
  auto* layout = new QHBoxLayout(box);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  const std::pair<ResultView, QString> entries[] = {{ResultView::kTable, tr("Table")},
                                                    {ResultView::kPlot, tr("Plot")},
                                                    {ResultView::kBoth, tr("Both")}};
  for (const auto& [view, text] : entries) {
    auto* button = new QPushButton(text);
    button->setObjectName(QStringLiteral("segment"));
    button->setCheckable(true);
    views_->addButton(button, static_cast<int>(view));
    layout->addWidget(button);
  }
  connect(views_, &QButtonGroup::idClicked, this,
          [this](int id) { emit view_changed(static_cast<ResultView>(id)); });
  return box;
}

void AnalysisHeader::make_export_menu() {
  auto* menu = new QMenu(export_);
  const std::pair<ExportFormat, QString> entries[] = {{ExportFormat::kCsv, tr("Save as CSV…")},
                                                      {ExportFormat::kJson, tr("Save as JSON…")},
                                                      {ExportFormat::kText, tr("Copy as Text")}};
  for (const auto& [format, text] : entries) {
    menu->addAction(text, this, [this, format = format] { emit export_requested(format); });
  }
  export_->setMenu(menu);
  export_->setObjectName(QStringLiteral("menuButton"));
  export_->setToolTip(tr("Exports the rows in their current order at full precision."));
}

void AnalysisHeader::set_analysis(const analysis::Analysis& analysis, const QString& title,
                                  const QString& shows) {
  title_->setText(title);
  shows_->set_text(shows);
  definition_->setText(to_qstring(analysis.definition));
  view_switch_->setVisible(analysis.plot.kind != analysis::Plot::Kind::kNone);
}

void AnalysisHeader::set_scope(const QString& scope) {
  scope_->setText(scope);
}

void AnalysisHeader::set_cores(const std::vector<int>& cores) {
  cores_->clear();
  cores_->addItem(tr("All cores"));
  for (const int core : cores) cores_->addItem(tr("Core %1").arg(core), core);
  cores_->setVisible(cores.size() > 1);
}

std::optional<int> AnalysisHeader::core() const {
  const QVariant core = cores_->currentData();
  return core.isValid() ? std::optional(core.toInt()) : std::nullopt;
}

void AnalysisHeader::set_view(ResultView view) {
  views_->button(static_cast<int>(view))->setChecked(true);
}

void AnalysisHeader::set_exportable(bool exportable) {
  export_->setEnabled(exportable);
}

QPushButton& AnalysisHeader::view_button(ResultView view) {
  return *static_cast<QPushButton*>(views_->button(static_cast<int>(view)));
}

}  // namespace nscope::gui

#include "moc_analysis_header.cpp"
