#include "profiler/trace/build/background_builder.h"

#include <utility>

namespace nscope {

BackgroundBuilder::BackgroundBuilder() : thread_([this] { build(); }) {}

BackgroundBuilder::~BackgroundBuilder() {
  stop();
}

void BackgroundBuilder::build() {
  while (auto batch = queue_.pop()) {
    if (failure_) continue;  // the producer must not wait for space
    try {
      builder_.push(std::move(*batch));
    } catch (...) {
      failure_ = std::current_exception();
    }
    queue_.give_back(std::move(*batch));
  }
}

void BackgroundBuilder::stop() {
  if (!thread_.joinable()) return;
  queue_.close();
  thread_.join();
}

std::shared_ptr<const Trace> BackgroundBuilder::finish() {
  stop();
  if (failure_) std::rethrow_exception(failure_);
  return builder_.finish();
}

}  // namespace nscope
