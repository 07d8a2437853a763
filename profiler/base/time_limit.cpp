#include "profiler/base/time_limit.h"

#include <utility>

namespace nscope {

TimeLimit::TimeLimit(TaskControl& control, std::optional<Seconds> limit)
    : control_(control), limit_(limit) {
  if (!limit_) return;
  if (limit_->count() <= 0) {  // without a race against the start of the thread
    passed_.store(true);
    control_.request_cancel();
    return;
  }
  thread_ = std::thread([this] { run(); });
}

TimeLimit::~TimeLimit() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopping_.notify_one();
  thread_.join();
}

Error TimeLimit::explained(Error error) const {
  if (error.code != ErrorCode::kCancelled || !has_passed()) return error;
  return {.code = ErrorCode::kInvalidArgument,
          .message = tr("stopped after the time limit of {} s; raise the limit (--timeout) or "
                        "reduce the work of the command",
                        limit_->count()),
          .where = {}};
}

void TimeLimit::run() {
  std::unique_lock lock(mutex_);
  if (stopping_.wait_for(lock, *limit_, [this] { return stop_; })) return;
  passed_.store(true);
  control_.request_cancel();
}

}  // namespace nscope
