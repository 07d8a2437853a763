#pragma once

#include "app/documents/built_in.h"
#include "app/gui/plan/forms/document_form.h"
#include "profiler/base/result.h"

#include <QLabel>
#include <QPushButton>
#include <QWidget>
#include <string>

class QComboBox;
class QVBoxLayout;

namespace nscope::gui {

/// The left column of a view of Plan mode: the list of documents, and the note, the errors and the
/// fields of the current document. GUI thread.
class DocumentPanel : public QWidget {
  Q_OBJECT

 public:
  /// Lists the built-in documents of `kind`. `title` names the kind ("Scenario").
  DocumentPanel(app::BuiltIn::Kind kind, const QString& title, QWidget* parent = nullptr);

  /// Loads a file or a built-in document and emits loaded(); the receiver sets the fields. Returns
  /// false, after failed(), if the document cannot be read.
  bool load(const std::string& name);
  /// Shows a document that is not stored in a file.
  void set_document(Json json, const std::string& name);
  const Json& json() const { return form_->document(); }
  /// The file name or the name of the built-in document, for messages.
  const std::string& name() const { return name_; }
  /// True until a document is loaded.
  bool is_empty() const { return name_.empty(); }
  bool is_edited() const { return edited_; }

  DocumentForm& form() { return *form_; }
  /// Shows an error and marks the field that it refers to. The results stay unchanged.
  void show_problem(const Error& error);
  void clear_problem();
  QString problem() const { return problem_->text(); }
  /// Layouts above and below the fields, for widgets of a particular view.
  QVBoxLayout& lead() { return *lead_; }
  QVBoxLayout& extra() { return *extra_; }
  QComboBox& documents() { return *documents_; }

 signals:
  /// Another document was loaded; the receiver must set its fields with form().set().
  void loaded();
  /// The user changed a field.
  void edited();
  void failed(const QString& what, const nscope::Error& error);

 private:
  void open_file();
  void save_file();
  void show_state();

  app::BuiltIn::Kind kind_;
  QString title_;
  std::string name_;
  bool edited_ = false;
  QComboBox* documents_;
  QLabel* note_;
  QLabel* problem_;
  QPushButton* open_;
  QPushButton* save_;
  DocumentForm* form_;
  QVBoxLayout* lead_;
  QVBoxLayout* extra_;
};

}  // namespace nscope::gui
