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

/// The left column of a view of Plan mode: which document, what it is about, its fields, and
/// what is wrong with it. GUI thread.
class DocumentPanel : public QWidget {
  Q_OBJECT

 public:
  /// Offers the built-in documents of `kind`; `title` names them ("Scenario").
  DocumentPanel(app::BuiltIn::Kind kind, const QString& title, QWidget* parent = nullptr);

  /// A file, or a built-in document. The fields are made by whoever listens to loaded(). False
  /// after failed().
  bool load(const std::string& name);
  /// A document that no file has.
  void set_document(Json json, const std::string& name);
  const Json& json() const { return form_->document(); }
  /// The file or built-in name, for messages.
  const std::string& name() const { return name_; }
  /// Empty until something was loaded.
  bool is_empty() const { return name_.empty(); }
  bool is_edited() const { return edited_; }

  DocumentForm& form() { return *form_; }
  /// Says what is wrong and marks the field it is about; the results stay as they were.
  void show_problem(const Error& error);
  void clear_problem();
  QString problem() const { return problem_->text(); }
  /// Above and below the fields: for what only one view has.
  QVBoxLayout& lead() { return *lead_; }
  QVBoxLayout& extra() { return *extra_; }
  QComboBox& documents() { return *documents_; }

 signals:
  /// Another document: make its fields (form().set()).
  void loaded();
  /// A field was changed.
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
