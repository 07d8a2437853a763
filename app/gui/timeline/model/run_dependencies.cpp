#include "app/gui/timeline/model/run_dependencies.h"

#include <utility>

namespace nscope::gui {

RunDependencies::RunDependencies(QObject* parent)
    : QObject(parent), job_(new Job(tr("Computing dependencies"), this)) {}

void RunDependencies::set_trace(std::shared_ptr<const Trace> trace,
                                std::shared_ptr<analysis::SharedDependencies> dependencies) {
  job_->cancel();
  trace_ = std::move(trace);
  dependencies_ =
      dependencies ? std::move(dependencies) : std::make_shared<analysis::SharedDependencies>();
  view_.reset();
  gave_up_ = false;
}

void RunDependencies::request_quietly() {
  if (!gave_up_) request();
}

void RunDependencies::request() {
  if (view_ || !trace_ || (asked_ == trace_ && job_->is_running())) return;
  asked_ = trace_;
  job_->start(
      [trace = trace_, dependencies = dependencies_](TaskControl& control) {
        return DependencyView::make(trace, *dependencies, control);
      },
      [this, trace = trace_](Result<std::shared_ptr<const DependencyView>> found) {
        if (trace != trace_) return;
        if (!found) {
          gave_up_ = true;
          emit given_up(found.error());
          return;
        }
        view_ = std::move(*found);
        emit ready();
      });
}

}  // namespace nscope::gui

#include "moc_run_dependencies.cpp"
