#pragma once

#include "app/documents/built_in.h"
#include "app/gui/background/job.h"
#include "app/gui/forms/document_panel.h"
#include "app/gui/forms/plan_context.h"
#include "app/gui/plan/view/document_question.h"
#include "app/gui/plan/view/export_button.h"
#include "profiler/base/result.h"

#include <QString>
#include <QWidget>
#include <functional>
#include <string>
#include <vector>

class QScrollArea;

namespace nscope::gui {

/// A view of Plan mode: a document on the left, its results on the right, and a report of them. GUI
/// thread.
class PlanView : public QWidget {
  Q_OBJECT

 public:
  /// `title` names the kind of document ("Scenario"). `context` must outlive the view.
  PlanView(PlanContext& context, app::BuiltIn::Kind kind, const QString& title,
           QWidget* parent = nullptr);

  /// The kind of document that the view opens.
  app::BuiltIn::Kind kind() const { return kind_; }
  /// Loads a file or a built-in document. Returns false if it cannot be read; failed() says why.
  bool load(const std::string& name) { return document_->load(name); }
  /// Opens a document that the user chose: loads it and starts its slow computations, if any.
  virtual void open(const std::string& name) { load(name); }
  /// True until a document is loaded.
  bool is_empty() const { return document_->is_empty(); }
  /// The name of the built-in document that is shown first.
  virtual std::string example() const = 0;
  /// The jobs that the status bar shows.
  virtual std::vector<Job*> jobs() = 0;

  /// Begins a new document with a short question, in place of the fields and results.
  void ask_new();
  bool is_asking_new() const { return asks_once_ready_ || !question_->isHidden(); }
  DocumentQuestion& question() { return *question_; }

  DocumentPanel& document() { return *document_; }
  const DocumentPanel& document() const { return *document_; }
  ExportButton& export_button() { return *export_; }
  /// Left text of the status bar.
  const QString& status() const { return status_; }

 signals:
  void failed(const QString& what, const nscope::Error& error);
  void status_changed(const QString& text);
  /// The title of the document has changed, or whether it is edited.
  void document_state_changed();
  /// A document was saved to a file; `undo` restores the earlier file.
  void document_saved(const QString& path, const std::function<void()>& undo);
  /// Results of the document are shown.
  void answered();

 protected:
  /// Shows the fields and results of a newly loaded document. The context is ready.
  virtual void show_document() = 0;
  /// Shows the fields and results of a document after undo or redo. The context is ready.
  virtual void show_restored() = 0;
  /// Updates the results after a field was changed. The context is ready.
  virtual void follow_edit() = 0;
  /// Computes the results of the current document at the current prices. Does nothing until the
  /// prices are loaded.
  virtual void compute() = 0;

  /// Places the fields, `results`, which the view has filled, and the question of a new document,
  /// with the texts of the button that asks it and of the name of the new document. Call it once.
  void lay_out(QWidget* results, DocumentQuestion* question, const QString& button,
               const QString& new_name);
  /// The document is the answer of the question, and its fields are shown next.
  virtual void begin_new() {}
  /// Starts the slow computations of the document, if any (Ctrl+Enter).
  virtual void run() {}
  PlanContext& context() const { return context_; }
  QScrollArea& fields_column() { return *fields_column_; }
  /// The title of the report: "mine" for "runs/mine.json".
  QString document_title() const;
  void set_status(const QString& text);

 private:
  /// Shows the question in place of the fields and results, or these again.
  void show_question(bool shown);
  /// The answer is a document that no file has yet.
  void start_new(const Json& answer);
  void connect_question();

  PlanContext& context_;
  const app::BuiltIn::Kind kind_;
  DocumentPanel* document_;
  ExportButton* export_;
  QScrollArea* fields_column_ = nullptr;
  QWidget* results_ = nullptr;
  DocumentQuestion* question_ = nullptr;
  QString new_name_;
  bool asks_once_ready_ = false;  ///< ask_new() is waiting for the prices
  bool waits_ = false;            ///< a document was loaded before the context was ready
  QString status_;
};

}  // namespace nscope::gui
