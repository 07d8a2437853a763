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

/// The jobs in the status bar: "no jobs", or what the first running one does with
/// its progress and a button that cancels it; where more run, a button that says
/// how many. It opens the list of all. What ends in a moment is not shown: every key that
/// is typed may start a job. GUI thread.
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
  struct Watched {
    QPointer<Job> job;
    QElapsedTimer since{};  ///< it runs without a pause; invalid: it does not
  };
  std::vector<Job*> running() const;
  /// Those that have run for a while.
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
