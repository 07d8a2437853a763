#pragma once

#include "app/gui/background/job.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QWidget>
#include <vector>

namespace nscope::gui {

class JobList;

/// The job indicator of the status bar: "no jobs", or the first running job with its progress and a
/// Cancel button. If more jobs run, a button shows their number and opens the list of all jobs.
/// Very short jobs are not shown, because every typed key can start one. GUI thread.
class JobStatus : public QWidget {
  Q_OBJECT

 public:
  explicit JobStatus(QWidget* parent = nullptr);

  void watch(Job* job);
  /// True while any watched job runs.
  bool is_busy() const;
  /// Shows the list of jobs in the lower right corner of the window, or hides it.
  void toggle_list();
  JobList& list() { return *list_; }

 signals:
  /// The last running job has ended.
  void idle();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Watched {
    QPointer<Job> job;
    QElapsedTimer since{};  ///< start of uninterrupted work; invalid: not running
  };
  std::vector<Job*> running() const;
  /// The jobs that have been running long enough to be shown.
  std::vector<Job*> shown() const;
  void note_start(const Job* job);
  void note_end(const Job* job);
  void refresh();
  void place_list();

  std::vector<Watched> jobs_;
  QLabel* label_;
  QProgressBar* bar_;
  QPushButton* cancel_;
  QPushButton* more_;
  JobList* list_;
  QTimer timer_;
};

}  // namespace nscope::gui
