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

class JobList;

/// The jobs in the status bar: "no jobs", or what the first running one does with
/// its progress and a button that cancels it; where more run, a button that says
/// how many. It opens the list of all. GUI thread.
class JobStatus : public QWidget {
  Q_OBJECT

 public:
  explicit JobStatus(QWidget* parent = nullptr);

  void watch(Job* job);
  /// True while any watched job runs.
  bool is_busy() const;
  /// Shows the list of jobs over the window's lower right corner, or hides it.
  void toggle_list();
  JobList& list() { return *list_; }

 signals:
  /// The last running job has ended.
  void idle();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  std::vector<Job*> running() const;
  void refresh();
  void place_list();

  std::vector<QPointer<Job>> jobs_;
  QLabel* label_;
  QProgressBar* bar_;
  QPushButton* cancel_;
  QPushButton* more_;
  JobList* list_;
  QTimer timer_;
};

}  // namespace nscope::gui
