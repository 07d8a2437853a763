#pragma once

#include "app/gui/background/job.h"
#include "app/gui/panels/table_panel.h"
#include "profiler/base/result.h"
#include "profiler/trace/trace.h"

#include <QPlainTextEdit>
#include <QPushButton>
#include <QWidget>
#include <memory>

namespace nscope::gui {

/// SQL over the trace, as `nscope query` runs it: Ctrl+Enter runs in the
/// background, the result is a table. GUI thread.
class SqlPanel : public QWidget {
  Q_OBJECT

 public:
  explicit SqlPanel(QWidget* parent = nullptr);

  void set_trace(std::shared_ptr<const Trace> trace);
  void set_query(const QString& sql) { editor_->setPlainText(sql); }
  void run();
  Job& job() { return *job_; }
  const TablePanel& result() const { return *result_; }
  QString status() const { return status_->text(); }

 private:
  void show_result(Result<Table> result);

  std::shared_ptr<const Trace> trace_;
  Job* job_;
  QPlainTextEdit* editor_;
  QPushButton* run_;
  QLabel* status_;
  TablePanel* result_;
};

}  // namespace nscope::gui
