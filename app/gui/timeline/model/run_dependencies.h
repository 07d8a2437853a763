#pragma once

#include "app/gui/background/job.h"
#include "profiler/analysis/engines/dependency_view.h"
#include "profiler/trace/trace.h"

#include <QObject>
#include <QString>
#include <memory>

namespace nscope::gui {

using analysis::DependencyView;

/// Computes the dependencies of the shown run in the background, on first request. GUI thread.
class RunDependencies : public QObject {
  Q_OBJECT

 public:
  explicit RunDependencies(QObject* parent = nullptr);

  /// `dependencies` is shared with other users of the same run; null if there are none.
  void set_trace(std::shared_ptr<const Trace> trace,
                 std::shared_ptr<analysis::SharedDependencies> dependencies);
  /// Null until it is computed.
  const std::shared_ptr<const DependencyView>& view() const { return view_; }
  /// Starts the computation unless it is done or running.
  void request();
  /// Like request(), but does nothing after the computation was cancelled or failed. For requests
  /// that the user did not make explicitly.
  void request_quietly();
  Job& job() { return *job_; }

 signals:
  /// view() is available.
  void ready();
  /// The computation was cancelled or failed.
  void given_up(const nscope::Error& error);

 private:
  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const Trace> asked_;  ///< trace of the running job
  bool gave_up_ = false;
  std::shared_ptr<analysis::SharedDependencies> dependencies_;
  std::shared_ptr<const DependencyView> view_;
  Job* job_;
};

}  // namespace nscope::gui
