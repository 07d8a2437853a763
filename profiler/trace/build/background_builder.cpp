#include "profiler/trace/build/background_builder.h"

#include <utility>

namespace nscope {

BackgroundBuilder::BackgroundBuilder() : thread_([this] { run(); }) {}

BackgroundBuilder::~BackgroundBuilder() {
  stop();
}

void BackgroundBuilder::run() {
  try {
    build();
  } catch (...) {
    failure_ = std::current_exception();
    while (queue_.pop()) continue;  // the producer must not wait for space
  }
}

/// Also assembles the trace, because malloc() reuses memory in the thread that has allocated it.
void BackgroundBuilder::build() {
  while (auto batch = queue_.pop()) {
    builder_.push(std::move(*batch));
    queue_.give_back(std::move(*batch));
  }
  if (wanted_) trace_ = builder_.finish();
}

void BackgroundBuilder::stop() {
  if (!thread_.joinable()) return;
  queue_.close();
  thread_.join();
}

std::shared_ptr<const Trace> BackgroundBuilder::finish() {
  wanted_ = true;
  stop();
  if (failure_) std::rethrow_exception(failure_);
  return std::move(trace_);
}

}  // namespace nscope
