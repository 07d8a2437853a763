#pragma once

#include "app/gui/background/job.h"

#include <QFrame>
#include <QPointer>
#include <vector>

class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace nscope::gui {

/// A list of the running jobs, each with its progress and a Cancel button. Opens above the status
/// bar of a window. GUI thread.
class JobList : public QFrame {
  Q_OBJECT

 public:
  explicit JobList(QWidget* parent = nullptr);

  /// Sets the running jobs. Jobs that are already in the list keep their positions.
  void show_jobs(const std::vector<Job*>& running);
  int row_count() const { return static_cast<int>(rows_.size()); }

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Row {
    QPointer<Job> job;
    QWidget* widget;
    QLabel* title;
    QProgressBar* bar;
    QPushButton* cancel;
  };
  Row make_row(Job* job);

  QLabel* empty_;
  QVBoxLayout* layout_;
  std::vector<Row> rows_;
};

/// The title and the phase of a job, for example "Opening x · reading".
QString job_text(const Job& job);
/// Shows the progress of a job in `bar`; an unknown progress is shown as busy.
void show_progress(QProgressBar& bar, const Job& job);

}  // namespace nscope::gui
