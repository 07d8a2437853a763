#pragma once

#include "app/gui/background/job.h"

#include <QLabel>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QWidget>
#include <vector>

namespace nscope::gui {

/// The jobs in the status bar: "no jobs", or what the first running one does
/// with its progress and a button that cancels it. GUI thread.
class JobStatus : public QWidget {
  Q_OBJECT

 public:
  explicit JobStatus(QWidget* parent = nullptr);

  void watch(Job* job);
  /// True while any watched job runs.
  bool is_busy() const;

 signals:
  /// The last running job has ended.
  void idle();

 private:
  Job* first_running() const;
  void refresh();

  std::vector<QPointer<Job>> jobs_;
  QLabel* label_;
  QProgressBar* bar_;
  QPushButton* cancel_;
  QTimer timer_;
};

}  // namespace nscope::gui
