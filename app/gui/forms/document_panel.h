#pragma once

#include "app/documents/built_in.h"
#include "app/gui/forms/document_form.h"
#include "app/gui/forms/document_history.h"
#include "profiler/base/result.h"

#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <string>
#include <utility>

class QComboBox;
class QVBoxLayout;

namespace nscope::gui {

class SectionTitle;

/// The left column of a view of Plan mode: the list of documents, and the note, the errors and the
/// fields of the current document. Edits can be undone, and a document with edits that are not
/// saved is marked and is replaced only after a question. GUI thread.
class DocumentPanel : public QWidget {
  Q_OBJECT

 public:
  /// Lists the built-in documents of `kind`. `title` names the kind ("Scenario").
  DocumentPanel(app::BuiltIn::Kind kind, const QString& title, QWidget* parent = nullptr);

  /// Loads a file or a built-in document and emits loaded(); the receiver sets the fields. Returns
  /// false, after failed(), if the document cannot be read.
  bool load(const std::string& name);
  /// Shows a document that is not stored in a file.
  void set_document(Json json, const std::string& name) { take(std::move(json), name, false); }
  const Json& json() const { return form_->document(); }
  /// The file name or the name of the built-in document, for messages.
  const std::string& name() const { return name_; }
  /// True until a document is loaded.
  bool is_empty() const { return name_.empty(); }
  /// Whether there are edits that are not saved.
  bool is_edited() const { return record_.isActive() || !history_.is_saved(); }
  /// "mine.json", or the name of the built-in document.
  QString title() const;

  bool can_undo() const { return record_.isActive() || history_.can_undo(); }
  bool can_redo() const { return !record_.isActive() && history_.can_redo(); }
  void undo();
  void redo();
  /// Saves to the file that was opened; asks for a name if the document has no file. Returns false
  /// if it was not saved.
  bool save();
  /// Writes the document to a file and continues with that file. Emits saved() or failed().
  bool save_to(const QString& path);
  /// Calls `go`, which replaces the document. If there are edits that are not saved, asks first and
  /// calls it after the user saved or discarded them.
  void ask_then(std::function<void()> go);
  bool is_asking() const { return go_ != nullptr; }
  /// Whether the document is a built-in one, with or without edits.
  bool is_built_in() const;
  /// Marks a document that was made here as not saved.
  void mark_unsaved();
  /// Shows a button below the list that starts a new document.
  void offer_new(const QString& text);
  QPushButton& new_button() { return *new_; }
  QPushButton& undo_button() { return *undo_; }
  QPushButton& redo_button() { return *redo_; }
  QPushButton& save_button() { return *save_; }
  QPushButton& discard_button() { return *discard_; }
  QPushButton& cancel_button() { return *cancel_; }

  DocumentForm& form() { return *form_; }
  /// Shows an error and marks the field that it refers to. The results stay unchanged.
  void show_problem(const Error& error);
  void clear_problem();
  /// The description of the document, or that it is no longer that of the built-in document.
  QString note() const;
  QString problem() const { return problem_->text(); }
  /// The label of the problem. The view places it below the fields, where it moves none of them
  /// while the user types; it is hidden if there is no problem.
  QLabel& problem_label() { return *problem_; }
  /// Layouts above and below the fields, for widgets of a particular view.
  QVBoxLayout& lead() { return *lead_; }
  QVBoxLayout& extra() { return *extra_; }
  QComboBox& documents() { return *documents_; }

 signals:
  /// Another document was loaded; the receiver must set its fields with form().set().
  void loaded();
  /// The user changed a field.
  void edited();
  /// Undo or redo replaced the document; the receiver must set its fields with form().set().
  void restored();
  /// The title or the state of the document has changed.
  void state_changed();
  /// The document was written to a file. `undo` restores the earlier file, or removes a new one.
  void saved(const QString& path, const std::function<void()>& undo);
  void failed(const QString& what, const nscope::Error& error);
  /// The user wants to start a new document.
  void new_requested();

 private:
  void open_file();
  bool save_as();
  void show_state();
  void record();
  void restore(const Json& json);
  QWidget* build_question();
  void finish_question(bool go_on);
  void take(Json json, const std::string& name, bool is_file);

  app::BuiltIn::Kind kind_;
  QString title_;
  std::string name_;
  bool is_file_ = false;  ///< name_ is the path of a file, which Save writes
  DocumentHistory history_;
  QTimer record_;             ///< records the edit when all parts of it are made
  std::string typed_in_;      ///< the text field of the edit that is not recorded yet
  std::function<void()> go_;  ///< what the user asked for, until the question is answered
  SectionTitle* heading_;
  QComboBox* documents_;
  int built_ins_ = 0;      ///< number of built-in documents; the list begins with them
  QStackedWidget* notes_;  ///< as high as the higher one, so that an edit moves no field
  QLabel* note_;
  QLabel* changed_;  ///< in place of the note of a built-in document with changes
  QLabel* problem_;
  QPushButton* new_;
  QPushButton* open_;
  QPushButton* save_;
  QPushButton* undo_;
  QPushButton* redo_;
  QWidget* question_;
  QLabel* question_text_;
  QPushButton* keep_;
  QPushButton* discard_;
  QPushButton* cancel_;
  DocumentForm* form_;
  QVBoxLayout* lead_;
  QVBoxLayout* extra_;
};

}  // namespace nscope::gui
