#include "app/gui/plan/forms/document_panel.h"

#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/base/json/document_text.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <utility>

namespace nscope::gui {

DocumentPanel::DocumentPanel(app::BuiltIn::Kind kind, const QString& title, QWidget* parent)
    : QWidget(parent),
      kind_(kind),
      title_(title),
      documents_(new ChoiceBox),
      note_(named_label("muted")),
      problem_(named_label("badText")),
      open_(new QPushButton(tr("Open File…"))),
      save_(new QPushButton(tr("Save As…"))),
      form_(new DocumentForm),
      lead_(new QVBoxLayout),
      extra_(new QVBoxLayout) {
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 14, 16, 16);
  layout->setSpacing(6);
  layout->addWidget(new SectionTitle(title));
  layout->addSpacing(4);
  documents_->setAccessibleName(title);
  documents_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  for (const app::BuiltIn& entry : app::built_ins(kind)) {
    documents_->addItem(to_qstring(entry.name), to_qstring(entry.name));
  }
  connect(documents_, &QComboBox::activated, this,
          [this](int index) { load(to_string(documents_->itemData(index).toString())); });
  layout->addWidget(documents_);
  for (QPushButton* button : {open_, save_}) button->setObjectName(QStringLiteral("link"));
  connect(open_, &QPushButton::clicked, this, &DocumentPanel::open_file);
  connect(save_, &QPushButton::clicked, this, &DocumentPanel::save_file);
  auto* links = new QHBoxLayout;
  links->addStretch(1);
  links->addWidget(save_);
  links->addWidget(open_);
  layout->addLayout(links);
  for (QLabel* label : {note_, problem_}) {
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    layout->addWidget(label);
  }
  layout->addLayout(lead_);
  layout->addWidget(form_);
  layout->addLayout(extra_);
  layout->addStretch(1);
  connect(form_, &DocumentForm::changed, this, [this] {
    edited_ = true;
    clear_problem();
    show_state();
    emit edited();
  });
  show_state();
}

bool DocumentPanel::load(const std::string& name) {
  auto document = app::load_document(name, kind_);
  if (!document) {
    emit failed(tr("Cannot read the document"), document.error());
    return false;
  }
  const QString id = to_qstring(name);
  if (documents_->findData(id) < 0) documents_->addItem(QFileInfo(id).fileName(), id);
  documents_->setCurrentIndex(documents_->findData(id));
  set_document(std::move(document->json), name);
  return true;
}

void DocumentPanel::set_document(Json json, const std::string& name) {
  if (documents_->currentData().toString() != to_qstring(name)) documents_->setCurrentIndex(-1);
  name_ = name;
  edited_ = false;
  const auto text = [&](const char* key) -> std::string {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  if (json.is_object()) {
    const std::string note = text("note");
    // Those of built-in documents are translated.
    note_->setText(to_qstring(Text::of_resource(note.empty() ? text("title") : note)));
  }
  form_->set(std::move(json), {});
  clear_problem();
  show_state();
  emit loaded();
  // Without this, Tab would reach the new fields last.
  if (QWidget* const first = form_->first_field()) setTabOrder(open_, first);
}

void DocumentPanel::show_problem(const Error& error) {
  form_->mark(error.where.english(), to_qstring(error.message));
  problem_->setText(to_qstring(error));
  problem_->setVisible(true);
}

void DocumentPanel::clear_problem() {
  form_->clear_marks();
  problem_->clear();
  problem_->setVisible(false);
}

void DocumentPanel::show_state() {
  note_->setVisible(!note_->text().isEmpty());
  save_->setVisible(edited_);
}

void DocumentPanel::open_file() {
  const QString path = QFileDialog::getOpenFileName(this, title_, QString(), tr("JSON (*.json)"));
  if (!path.isEmpty()) load(to_string(path));
}

void DocumentPanel::save_file() {
  const QString path = QFileDialog::getSaveFileName(this, title_, QString(), tr("JSON (*.json)"));
  if (path.isEmpty()) return;
  if (auto done = write_file(to_string(path), document_text(json())); !done) {
    return emit failed(tr("Cannot save the document"), done.error());
  }
  load(to_string(path));
}

}  // namespace nscope::gui

#include "moc_document_panel.cpp"
