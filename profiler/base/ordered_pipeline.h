#pragma once

#include "profiler/base/parallel.h"

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace nscope {

/// The three steps of reading something large in pieces. An Item is a pointer or
/// what behaves like one.
template <class Item>
struct PipelineSteps {
  /// Makes the next piece; null at the end. One call at a time, in order, from any
  /// thread.
  std::function<Item()> read;
  /// The expensive part. Several pieces at a time.
  std::function<void(Item&)> work;
  /// Takes the finished pieces in the order of reading, on the calling thread.
  std::function<void(Item)> take;
};

/// Runs the steps on all cores and returns when everything read is taken. At most
/// `in_flight` pieces exist at a time; threads with nothing to do sleep. What a
/// step throws ends the run and is thrown again.
template <class Item>
void run_in_order(std::size_t in_flight, const PipelineSteps<Item>& steps) {
  struct Slot {
    Item item{};
    bool ready = false;
  };
  std::mutex reading;  // held while read() runs
  std::mutex mutex;    // of everything below
  std::condition_variable room;
  std::condition_variable ready;
  std::vector<Slot> slots(in_flight);
  std::size_t given = 0;
  std::size_t taken = 0;
  bool end = false;
  std::exception_ptr error;

  const auto stop = [&](std::exception_ptr reason) {
    const std::scoped_lock lock(mutex);
    if (!error) error = std::move(reason);
    end = true;
    room.notify_all();
    ready.notify_all();
  };
  /// The next piece and its number; null where there is none.
  const auto next = [&](std::size_t& number) -> Item {
    const std::scoped_lock turn(reading);
    {
      std::unique_lock lock(mutex);
      room.wait(lock, [&] { return end || given - taken < slots.size(); });
      if (end) return {};
    }
    Item item = steps.read();
    if (!item) {
      stop(nullptr);
      return {};
    }
    const std::scoped_lock lock(mutex);
    number = given++;
    return item;
  };
  const auto work = [&] {
    try {
      std::size_t number = 0;
      while (Item item = next(number)) {
        steps.work(item);
        const std::scoped_lock lock(mutex);
        slots[number % slots.size()] = {std::move(item), true};
        if (number == taken) ready.notify_one();
      }
    } catch (...) {
      stop(std::current_exception());
    }
  };
  const auto take_all = [&] {
    while (true) {
      Item item;
      {
        std::unique_lock lock(mutex);
        Slot& slot = slots[taken % slots.size()];
        ready.wait(lock, [&] { return slot.ready || error || (end && taken == given); });
        if (error || !slot.ready) return;
        item = std::move(slot.item);
        slot = {};
      }
      steps.take(std::move(item));
      const std::scoped_lock lock(mutex);
      ++taken;
      room.notify_one();
    }
  };

  {
    std::vector<std::jthread> threads(core_count());
    for (std::jthread& thread : threads) thread = std::jthread(work);
    try {
      take_all();
    } catch (...) {
      stop(std::current_exception());
    }
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace nscope
