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

/// The running jobs one below the other, each with its progress and a button that
/// cancels it. Opens over the status bar of a window. GUI thread.
class JobList : public QFrame {
  Q_OBJECT

 public:
  explicit JobList(QWidget* parent = nullptr);

  /// What runs now; the order stays as it began.
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

/// "Opening x · reading", and the share done in `bar` (moving to and fro while unknown).
QString job_text(const Job& job);
void show_progress(QProgressBar& bar, const Job& job);

}  // namespace nscope::gui
