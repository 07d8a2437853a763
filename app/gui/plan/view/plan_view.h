#pragma once

#include "app/documents/built_in.h"
#include "app/gui/background/job.h"
#include "app/gui/plan/forms/document_panel.h"
#include "app/gui/plan/forms/plan_context.h"
#include "app/gui/plan/view/export_button.h"
#include "profiler/base/result.h"

#include <QString>
#include <QWidget>
#include <string>
#include <vector>

class QScrollArea;

namespace nscope::gui {

/// One view of Plan mode: a document at the left, what follows from it at the right, and its
/// report. GUI thread.
class PlanView : public QWidget {
  Q_OBJECT

 public:
  /// `title` names its documents ("Scenario"). `context` outlives the view.
  PlanView(PlanContext& context, app::BuiltIn::Kind kind, const QString& title,
           QWidget* parent = nullptr);

  /// The kind of its documents; decides which view opens a built-in one.
  app::BuiltIn::Kind kind() const { return kind_; }
  /// A file, or a built-in document of the kind. False where it cannot be read: failed() says why.
  bool load(const std::string& name) { return document_->load(name); }
  /// What the user asked for by name: loads it, and begins what takes long.
  virtual void open(const std::string& name) { load(name); }
  /// Whether nothing was loaded yet.
  bool is_empty() const { return document_->is_empty(); }
  /// The built-in document that is shown first.
  virtual std::string example() const = 0;
  /// The work that the status bar lists.
  virtual std::vector<Job*> jobs() = 0;

  DocumentPanel& document() { return *document_; }
  const DocumentPanel& document() const { return *document_; }
  ExportButton& export_button() { return *export_; }
  /// Left text of the status bar.
  const QString& status() const { return status_; }

 signals:
  void failed(const QString& what, const nscope::Error& error);
  void status_changed(const QString& text);

 protected:
  /// Another document: its fields and results. The context is ready.
  virtual void show_document() = 0;
  /// A field was changed. The context is ready.
  virtual void follow_edit() = 0;
  /// The results of the document as it is, with the prices as they are; nothing before there are
  /// prices.
  virtual void compute() = 0;

  /// The column of results, in which the view lays out its own, with the charts of it; once.
  void lay_out(QWidget* results);
  PlanContext& context() const { return context_; }
  QScrollArea& fields_column() { return *fields_column_; }
  /// "runs/mine.json" is called "mine": for the report.
  QString document_title() const;
  void set_status(const QString& text);

 private:
  PlanContext& context_;
  const app::BuiltIn::Kind kind_;
  DocumentPanel* document_;
  ExportButton* export_;
  QScrollArea* fields_column_ = nullptr;
  bool waits_ = false;  ///< a document was loaded before the context was ready
  QString status_;
};

}  // namespace nscope::gui
