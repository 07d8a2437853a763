#include "app/gui/panels/job_status.h"

#include "app/gui/panels/job_list.h"

#include <QEvent>
#include <QHBoxLayout>

namespace nscope::gui {
namespace {

constexpr int kJobStatusListWidth = 380;
constexpr int kMomentMs = 150;
constexpr int kRefreshMs = 50;

}  // namespace

JobStatus::JobStatus(QWidget* parent)
    : QWidget(parent),
      label_(new QLabel(tr("no jobs"))),
      bar_(new QProgressBar),
      cancel_(new QPushButton(tr("Cancel"))),
      more_(new QPushButton(tr("Jobs"))),
      list_(new JobList(this)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addWidget(label_);
  layout->addWidget(bar_);
  layout->addWidget(cancel_);
  layout->addWidget(more_);
  bar_->setFixedWidth(120);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Progress"));
  cancel_->setObjectName(QStringLiteral("link"));
  cancel_->setAccessibleName(tr("Cancel the running job"));
  more_->setObjectName(QStringLiteral("link"));
  more_->setAccessibleName(tr("Background jobs"));
  more_->setToolTip(tr("Shows the list of background jobs."));
  timer_.setInterval(kRefreshMs);
  connect(&timer_, &QTimer::timeout, this, &JobStatus::refresh);
  connect(cancel_, &QPushButton::clicked, this, [this] {
    const auto jobs = shown();
    if (!jobs.empty()) jobs.front()->cancel();
  });
  connect(more_, &QPushButton::clicked, this, &JobStatus::toggle_list);
  refresh();
}

void JobStatus::watch(Job* job) {
  jobs_.push_back({job});
  connect(job, &Job::started, this, [this, job] {
    note_start(job);
    timer_.start();
    refresh();
  });
  connect(job, &Job::finished, this, [this, job] {
    note_end(job);
    refresh();
    if (!is_busy()) emit idle();
  });
  if (!job->is_running()) return;
  note_start(job);
  timer_.start();
}

/// A job that is restarted while it runs keeps its start time.
void JobStatus::note_start(const Job* job) {
  for (Watched& each : jobs_) {
    if (each.job == job && !each.since.isValid()) each.since.start();
  }
}

/// Clears the start time, unless a handler of the result has restarted the job.
void JobStatus::note_end(const Job* job) {
  for (Watched& each : jobs_) {
    if (each.job == job && !job->is_running()) each.since.invalidate();
  }
}

bool JobStatus::is_busy() const {
  return !running().empty();
}

std::vector<Job*> JobStatus::running() const {
  std::vector<Job*> found;
  for (const auto& [job, since] : jobs_) {
    if (job && job->is_running()) found.push_back(job);
  }
  return found;
}

std::vector<Job*> JobStatus::shown() const {
  std::vector<Job*> found;
  for (const auto& [job, since] : jobs_) {
    if (job && job->is_running() && since.hasExpired(kMomentMs)) found.push_back(job);
  }
  return found;
}

void JobStatus::refresh() {
  const std::vector<Job*> jobs = shown();
  bar_->setVisible(!jobs.empty());
  cancel_->setVisible(!jobs.empty());
  more_->setVisible(jobs.size() > 1);
  if (!list_->isHidden()) {
    list_->show_jobs(running());
    place_list();
  }
  if (jobs.empty()) {
    if (!is_busy()) timer_.stop();
    label_->setText(tr("no jobs"));
    return;
  }
  label_->setText(job_text(*jobs.front()));
  more_->setText(tr("and %n more", nullptr, static_cast<int>(jobs.size()) - 1));
  show_progress(*bar_, *jobs.front());
}

void JobStatus::toggle_list() {
  if (!list_->isHidden()) return list_->hide();
  if (list_->parentWidget() != window()) {
    list_->setParent(window());
    window()->installEventFilter(this);
  }
  list_->show_jobs(running());
  list_->show();
  place_list();
  list_->raise();
  list_->setFocus();
}

void JobStatus::place_list() {
  const QSize room = window()->size();
  const int width = std::min(kJobStatusListWidth, room.width() - 16);
  list_->layout()->activate();
  const int height = list_->sizeHint().height();
  const int bottom = mapTo(window(), QPoint(0, 0)).y() - 8;
  list_->setGeometry(room.width() - width - 8, bottom - height, width, height);
}

bool JobStatus::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && !list_->isHidden()) place_list();
  return QWidget::eventFilter(watched, event);
}

}  // namespace nscope::gui

#include "moc_job_status.cpp"
