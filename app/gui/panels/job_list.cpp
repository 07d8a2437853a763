#include "app/gui/panels/job_list.h"

#include "app/gui/panels/elided_label.h"
#include "app/gui/panels/section.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace nscope::gui {

QString job_text(const Job& job) {
  const QString phase = job.phase();
  return phase.isEmpty() ? job.title() : job.title() + QStringLiteral(" · ") + phase;
}

void show_progress(QProgressBar& bar, const Job& job) {
  const double fraction = job.fraction();
  bar.setRange(0, fraction < 0.0 ? 0 : 1000);
  if (fraction >= 0.0) bar.setValue(static_cast<int>(fraction * 1000.0));
}

JobList::JobList(QWidget* parent)
    : QFrame(parent),
      empty_(named_label("muted", tr("No background jobs are running."))),
      layout_(new QVBoxLayout(this)) {
  setObjectName(QStringLiteral("jobList"));
  setAccessibleName(tr("Background jobs"));
  setFocusPolicy(Qt::StrongFocus);
  layout_->setContentsMargins(14, 10, 14, 12);
  layout_->setSpacing(8);
  layout_->addWidget(named_label("sectionTitle", tr("Background jobs")));
  layout_->addWidget(empty_);
  hide();
}

JobList::Row JobList::make_row(Job* job) {
  Row row{job, new QWidget, nullptr, new QProgressBar, new QPushButton(tr("Cancel"))};
  auto* title = new ElidedLabel("caption");
  row.title = title;
  row.bar->setTextVisible(false);
  row.cancel->setObjectName(QStringLiteral("link"));
  row.cancel->setAccessibleName(tr("Cancel %1").arg(job->title()));
  row.bar->setAccessibleName(job->title());
  connect(row.cancel, &QPushButton::clicked, job, &Job::cancel);
  auto* words = new QVBoxLayout;
  words->setSpacing(4);
  words->addWidget(title);
  words->addWidget(row.bar);
  auto* line = new QHBoxLayout(row.widget);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(14);
  line->addLayout(words, 1);
  line->addWidget(row.cancel);
  layout_->addWidget(row.widget);
  return row;
}

void JobList::show_jobs(const std::vector<Job*>& running) {
  std::erase_if(rows_, [&](const Row& row) {
    const bool over = !row.job || std::ranges::find(running, row.job.data()) == running.end();
    if (over) delete row.widget;
    return over;
  });
  for (Job* job : running) {
    const bool known = std::ranges::any_of(rows_, [job](const Row& row) { return row.job == job; });
    if (!known) rows_.push_back(make_row(job));
  }
  for (const Row& row : rows_) {
    static_cast<ElidedLabel*>(row.title)->set_text(job_text(*row.job));
    show_progress(*row.bar, *row.job);
  }
  empty_->setVisible(rows_.empty());
}

void JobList::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return hide();
  QFrame::keyPressEvent(event);
}

}  // namespace nscope::gui

#include "moc_job_list.cpp"
