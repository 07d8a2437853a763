#include "app/gui/forms/document_panel.h"

#include "app/gui/files/file_dialog.h"
#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/base/json/document_text.h"

#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <utility>

namespace nscope::gui {

DocumentPanel::DocumentPanel(app::BuiltIn::Kind kind, const QString& title, QWidget* parent)
    : QWidget(parent),
      kind_(kind),
      title_(title),
      heading_(new SectionTitle(title)),
      documents_(new ChoiceBox),
      notes_(new QStackedWidget),
      note_(named_label("muted")),
      changed_(named_label("warnText")),
      problem_(named_label("badText")),
      new_(new QPushButton),
      open_(new QPushButton(tr("Open File…"))),
      save_(new QPushButton(tr("Save As…"))),
      undo_(new QPushButton(QStringLiteral("↶"))),
      redo_(new QPushButton(QStringLiteral("↷"))),
      question_text_(named_label("warnText")),
      keep_(new QPushButton(tr("Save"))),
      discard_(new QPushButton(tr("Discard"))),
      cancel_(new QPushButton(tr("Cancel"))),
      form_(new DocumentForm),
      lead_(new QVBoxLayout),
      extra_(new QVBoxLayout) {
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 14, 16, 16);
  layout->setSpacing(6);
  layout->addWidget(heading_);
  layout->addSpacing(4);
  documents_->setAccessibleName(title);
  documents_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  constexpr int kNarrowestList = 60;
  // The text that a list shows while nothing is chosen would otherwise be its least width.
  documents_->setMinimumWidth(kNarrowestList);
  for (const app::BuiltIn& entry : app::built_ins(kind)) {
    documents_->addItem(to_qstring(entry.name), to_qstring(entry.name));
  }
  built_ins_ = documents_->count();
  connect(documents_, &QComboBox::activated, this, [this](int index) {
    const std::string chosen = to_string(documents_->itemData(index).toString());
    documents_->setCurrentIndex(documents_->findData(to_qstring(name_)));
    ask_then([this, chosen] { load(chosen); });
  });
  layout->addWidget(documents_);
  new_->hide();
  connect(new_, &QPushButton::clicked, this, &DocumentPanel::new_requested);
  layout->addWidget(new_);
  for (QPushButton* button : {open_, save_, undo_, redo_}) {
    button->setObjectName(QStringLiteral("link"));
  }
  undo_->setAccessibleName(tr("Undo"));
  redo_->setAccessibleName(tr("Redo"));
  connect(open_, &QPushButton::clicked, this, [this] { ask_then([this] { open_file(); }); });
  connect(save_, &QPushButton::clicked, this, &DocumentPanel::save_as);
  connect(undo_, &QPushButton::clicked, this, &DocumentPanel::undo);
  connect(redo_, &QPushButton::clicked, this, &DocumentPanel::redo);
  auto* links = new QHBoxLayout;
  links->addWidget(undo_);
  links->addWidget(redo_);
  links->addStretch(1);
  links->addWidget(save_);
  links->addWidget(open_);
  layout->addLayout(links);
  question_ = build_question();
  layout->addWidget(question_);
  for (QLabel* label : {note_, changed_, problem_}) {
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
  }
  for (QLabel* label : {note_, changed_}) {
    label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    notes_->addWidget(label);
  }
  layout->addWidget(notes_);
  problem_->setParent(this);
  problem_->hide();
  layout->addLayout(lead_);
  layout->addWidget(form_);
  layout->addLayout(extra_);
  layout->addStretch(1);
  // One action of the user can change several members, and all of them are one edit.
  record_.setSingleShot(true);
  record_.setInterval(0);
  connect(&record_, &QTimer::timeout, this, &DocumentPanel::record);
  connect(form_, &DocumentForm::changed, this, [this] {
    typed_in_ = form_->typed_in();
    record_.start();
    clear_problem();
    show_state();
    emit edited();
  });
  show_state();
}

QWidget* DocumentPanel::build_question() {
  auto* question = new QWidget;
  auto* layout = new QVBoxLayout(question);
  layout->setContentsMargins(0, 4, 0, 4);
  layout->setSpacing(6);
  question_text_->setWordWrap(true);
  question_text_->setTextFormat(Qt::PlainText);
  layout->addWidget(question_text_);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(6);
  for (QPushButton* button : {keep_, discard_, cancel_}) buttons->addWidget(button);
  layout->addLayout(buttons);
  connect(keep_, &QPushButton::clicked, this, [this] {
    if (save()) finish_question(true);
  });
  connect(discard_, &QPushButton::clicked, this, [this] { finish_question(true); });
  connect(cancel_, &QPushButton::clicked, this, [this] { finish_question(false); });
  question->hide();
  return question;
}

void DocumentPanel::ask_then(std::function<void()> go) {
  if (!is_edited()) return go();
  go_ = std::move(go);
  question_text_->setText(tr("The changes of %1 are not saved.").arg(title()));
  question_->show();
  keep_->setFocus();
}

void DocumentPanel::finish_question(bool go_on) {
  question_->hide();
  const auto go = std::exchange(go_, nullptr);
  if (go_on && go) go();
}

bool DocumentPanel::load(const std::string& name) {
  auto document = app::load_document(name, kind_);
  if (!document) {
    emit failed(tr("Cannot read the document"), document.error());
    return false;
  }
  take(std::move(document->json), name, !app::is_built_in(name, kind_));
  return true;
}

void DocumentPanel::take(Json json, const std::string& name, bool is_file) {
  finish_question(false);
  name_ = name;
  is_file_ = is_file;
  record_.stop();
  history_.start(json);
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

void DocumentPanel::mark_unsaved() {
  history_.mark_unsaved();
  show_state();
}

void DocumentPanel::offer_new(const QString& text) {
  new_->setText(text);
  new_->show();
}

void DocumentPanel::record() {
  record_.stop();
  history_.record(json(), typed_in_);
  show_state();
}

void DocumentPanel::undo() {
  if (record_.isActive()) record();
  if (history_.can_undo()) restore(history_.undo());
}

void DocumentPanel::redo() {
  if (record_.isActive()) record();
  if (history_.can_redo()) restore(history_.redo());
}

void DocumentPanel::restore(const Json& json) {
  form_->set(json, {});
  clear_problem();
  show_state();
  emit restored();
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

QString DocumentPanel::title() const {
  return QFileInfo(to_qstring(name_)).fileName();
}

/// The list marks a document with edits like the title of a window does.
void DocumentPanel::show_state() {
  const bool edited = is_edited();
  notes_->setVisible(!note_->text().isEmpty());
  const bool outdated = edited && is_built_in();
  changed_->setText(tr("You have changed the example %1. Its description no longer applies: the "
                       "results are those of your changes. Choose it in the list again to go back "
                       "to it.")
                        .arg(title()));
  changed_->setToolTip(note_->text());
  notes_->setCurrentWidget(outdated ? changed_ : note_);
  const QString id = to_qstring(name_);
  const bool listed = is_file_ || documents_->findData(id) >= 0;
  if (listed && documents_->findData(id) < 0) documents_->addItem(title(), id);
  for (int i = 0; i < documents_->count(); ++i) {
    const QString name = documents_->itemData(i).toString();
    const QString plain = QFileInfo(name).fileName();
    documents_->setItemText(i, edited && name == id ? plain + QStringLiteral(" *") : plain);
  }
  documents_->setCurrentIndex(documents_->findData(id));
  documents_->setPlaceholderText(tr("Not saved: %1").arg(title()));
  heading_->set_caption(edited ? tr("not saved") : QString());
  save_->setEnabled(!is_empty());
  save_->setToolTip(tr("Saves the document in a file. Ctrl+S saves it in the opened file."));
  undo_->setEnabled(can_undo());
  undo_->setToolTip(can_undo() ? tr("Undoes the last change (Ctrl+Z).")
                               : tr("There is no change to undo."));
  redo_->setEnabled(can_redo());
  redo_->setToolTip(can_redo() ? tr("Redoes the last undone change (Ctrl+Shift+Z).")
                               : tr("There is no change to redo."));
  emit state_changed();
}

bool DocumentPanel::is_built_in() const {
  const int index = documents_->findData(to_qstring(name_));
  return !is_file_ && index >= 0 && index < built_ins_;
}

QString DocumentPanel::note() const {
  return notes_->isHidden() ? QString() : static_cast<QLabel*>(notes_->currentWidget())->text();
}

void DocumentPanel::open_file() {
  const QString path = ask_open_file(
      this, {.title = title_, .use = FileUse::kDocument, .filters = tr("JSON (*.json)")});
  if (!path.isEmpty()) load(to_string(path));
}

bool DocumentPanel::save() {
  return is_file_ ? save_to(to_qstring(name_)) : save_as();
}

bool DocumentPanel::save_as() {
  const QString proposed = is_file_ ? to_qstring(name_) : title() + QStringLiteral(".json");
  const QString path = ask_save_file(this, {.title = title_,
                                            .use = FileUse::kDocument,
                                            .filters = tr("JSON (*.json)"),
                                            .name = proposed});
  return !path.isEmpty() && save_to(path);
}

bool DocumentPanel::save_to(const QString& path) {
  QFile file(path);
  const bool existed = file.open(QIODevice::ReadOnly);
  const std::string before = existed ? file.readAll().toStdString() : std::string();
  file.close();
  if (auto done = write_file(to_string(path), document_text(json())); !done) {
    emit failed(tr("Cannot save the document"), done.error());
    return false;
  }
  if (record_.isActive()) record();
  name_ = to_string(path);
  is_file_ = true;
  history_.mark_saved();
  show_state();
  emit saved(path, [this, path, existed, before] {
    const auto undone = existed ? write_file(to_string(path), before) : Result<>();
    if (!undone) return emit failed(tr("Cannot restore the earlier file"), undone.error());
    if (!existed) QFile::remove(path);
    history_.mark_unsaved();
    show_state();
  });
  return true;
}

}  // namespace nscope::gui

#include "moc_document_panel.cpp"
