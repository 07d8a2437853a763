#pragma once

#include "profiler/base/task_control.h"

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace nscope::gui {

/// Runs work in a background thread and delivers its result to the GUI thread. A second start()
/// cancels the first, whose result is then never delivered. Destroying the job cancels the work
/// and waits for its threads, so work must check its TaskControl often. GUI thread.
///
///   job->start([path](TaskControl& control) { return load(path, control); },
///              [this](Result<Run> run) { show(std::move(run)); });
class Job : public QObject {
  Q_OBJECT

 public:
  explicit Job(QString title, QObject* parent = nullptr);
  ~Job() override;

  template <class Work, class Done>
  void start(Work work, Done done) {
    run([work = std::move(work), done = std::move(done)](TaskControl& control) {
      auto result = std::make_shared<decltype(work(control))>(work(control));
      return std::function<void()>([result, done] { done(std::move(*result)); });
    });
  }

  /// Asks the running work to stop. Its result, the error kCancelled, is still delivered.
  void cancel();
  bool is_running() const { return current_ != nullptr; }

  const QString& title() const { return title_; }
  void set_title(QString title) { title_ = std::move(title); }
  /// Completed share of the work, 0 to 1; negative if it is unknown or nothing runs.
  double fraction() const;
  /// Description of the current step, for display.
  QString phase() const;

 signals:
  void started();
  void finished();

 private:
  using Work = std::function<std::function<void()>(TaskControl&)>;
  struct Run {
    TaskControl control;
    std::atomic<bool> over{false};
    std::thread thread;
  };
  void run(Work work);
  void deliver(const std::shared_ptr<Run>& run, const std::function<void()>& done);
  void reap();

  QString title_;
  std::shared_ptr<Run> current_;
  std::vector<std::shared_ptr<Run>> runs_;
};

}  // namespace nscope::gui
