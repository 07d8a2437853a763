#include "app/gui/background/job.h"

#include "app/gui/text/shown_language.h"
#include "app/gui/text/text.h"

#include <QMetaObject>
#include <algorithm>

namespace nscope::gui {

Job::Job(QString title, QObject* parent) : QObject(parent), title_(std::move(title)) {}

Job::~Job() {
  for (const auto& run : runs_) run->control.request_cancel();
  for (const auto& run : runs_) {
    if (run->thread.joinable()) run->thread.join();
  }
}

void Job::run(Work work) {
  if (current_) current_->control.request_cancel();
  reap();
  auto run = std::make_shared<Run>();
  current_ = run;
  runs_.push_back(run);
  run->thread = std::thread([this, run, work = std::move(work)] {
    std::function<void()> done = work(run->control);
    run->over.store(true);
    // The destructor joins this thread, so `this` is alive. Qt drops the queued call if the
    // job is destroyed first.
    QMetaObject::invokeMethod(
        this, [this, run, done = std::move(done)] { deliver(run, done); }, Qt::QueuedConnection);
  });
  emit started();
}

void Job::deliver(const std::shared_ptr<Run>& run, const std::function<void()>& done) {
  if (run != current_) return;
  current_.reset();
  done();
  emit finished();
}

void Job::reap() {
  for (const auto& run : runs_) {
    if (run->over.load() && run->thread.joinable()) run->thread.join();
  }
  std::erase_if(runs_, [](const auto& run) { return !run->thread.joinable(); });
}

void Job::cancel() {
  if (current_) current_->control.request_cancel();
}

double Job::fraction() const {
  return current_ ? current_->control.fraction() : -1.0;
}

QString Job::phase() const {
  return current_ ? to_qstring(shown_language().say(current_->control.phase())) : QString();
}

}  // namespace nscope::gui

#include "moc_job.cpp"
