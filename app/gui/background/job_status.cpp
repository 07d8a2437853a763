#include "app/gui/background/job_status.h"

#include <QHBoxLayout>

namespace nscope::gui {

JobStatus::JobStatus(QWidget* parent)
    : QWidget(parent),
      label_(new QLabel(tr("no jobs"))),
      bar_(new QProgressBar),
      cancel_(new QPushButton(tr("Cancel"))) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addWidget(label_);
  layout->addWidget(bar_);
  layout->addWidget(cancel_);
  bar_->setFixedWidth(120);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Progress"));
  cancel_->setObjectName(QStringLiteral("link"));
  cancel_->setAccessibleName(tr("Cancel the running job"));
  timer_.setInterval(100);
  connect(&timer_, &QTimer::timeout, this, &JobStatus::refresh);
  connect(cancel_, &QPushButton::clicked, this, [this] {
    if (Job* job = first_running()) job->cancel();
  });
  refresh();
}

void JobStatus::watch(Job* job) {
  jobs_.emplace_back(job);
  connect(job, &Job::started, this, [this] {
    timer_.start();
    refresh();
  });
  connect(job, &Job::finished, this, [this] {
    refresh();
    if (!is_busy()) emit idle();
  });
}

bool JobStatus::is_busy() const {
  return first_running() != nullptr;
}

Job* JobStatus::first_running() const {
  for (const auto& job : jobs_) {
    if (job && job->is_running()) return job;
  }
  return nullptr;
}

void JobStatus::refresh() {
  const Job* job = first_running();
  bar_->setVisible(job != nullptr);
  cancel_->setVisible(job != nullptr);
  if (job == nullptr) {
    timer_.stop();
    label_->setText(tr("no jobs"));
    return;
  }
  const QString phase = job->phase();
  label_->setText(phase.isEmpty() ? job->title() : job->title() + QStringLiteral(" · ") + phase);
  const double fraction = job->fraction();
  bar_->setRange(0, fraction < 0.0 ? 0 : 1000);
  if (fraction >= 0.0) bar_->setValue(static_cast<int>(fraction * 1000.0));
}

}  // namespace nscope::gui
