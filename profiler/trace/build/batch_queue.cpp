#include "profiler/trace/build/batch_queue.h"

#include <utility>

namespace nscope {

bool BatchQueue::push(TraceBatch&& batch) {
  std::unique_lock lock(mutex_);
  const auto has_room = [&] { return batches_.size() < capacity_; };
  if (!has_room()) {
    const auto from = std::chrono::steady_clock::now();
    ++backpressure_.waits;
    changed_.wait(lock, has_room);
    backpressure_.waited += std::chrono::steady_clock::now() - from;
  }
  const bool was_empty = batches_.empty();
  batches_.push_back(std::move(batch));
  if (!unused_.empty()) {
    batch = std::move(unused_.back());
    unused_.pop_back();
  }
  if (was_empty) changed_.notify_all();  // only then pop() can wait
  return true;
}

void BatchQueue::give_back(TraceBatch&& batch) {
  const std::scoped_lock lock(mutex_);
  if (unused_.size() < capacity_) unused_.push_back(std::move(batch));
}

void BatchQueue::close() {
  const std::scoped_lock lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

std::optional<TraceBatch> BatchQueue::try_pop() {
  const std::scoped_lock lock(mutex_);
  if (batches_.empty()) return std::nullopt;
  const bool was_full = batches_.size() >= capacity_;
  std::optional<TraceBatch> batch(std::move(batches_.front()));
  batches_.pop_front();
  if (was_full) changed_.notify_all();  // only then push() can wait
  return batch;
}

std::optional<TraceBatch> BatchQueue::pop() {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !batches_.empty() || closed_; });
  }
  return try_pop();
}

std::size_t BatchQueue::size() const {
  const std::scoped_lock lock(mutex_);
  return batches_.size();
}

Backpressure BatchQueue::backpressure() const {
  const std::scoped_lock lock(mutex_);
  return backpressure_;
}

}  // namespace nscope
