#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <functional>
#include <optional>
#include <utility>

#include <pybind11/pybind11.h>

namespace nscope::python {

/// Runs `work` on another thread, without Python's lock, until it returns. The calling thread,
/// which holds the lock, meanwhile handles signals and calls `progress(phase, share)` when either
/// changes; `share` is 0 to 1, or None if the total is unknown; `progress` may be None. If a signal
/// handler or `progress` raises an exception (Ctrl-C: KeyboardInterrupt), the work is cancelled,
/// and the exception is thrown when it has ended.
void run_interruptibly(const std::function<void(TaskControl&)>& work,
                       const pybind11::object& progress);

/// Throws neuronscope.Error with the text that the command line prints.
[[noreturn]] void raise_error(const Error& error);

/// The value of `work`, a function that returns a Result. Throws as the functions above.
template <class Work>
auto value_of(const Work& work, const pybind11::object& progress) {
  std::optional<decltype(work(std::declval<TaskControl&>()))> result;
  run_interruptibly([&](TaskControl& control) { result.emplace(work(control)); }, progress);
  if (!*result) raise_error(result->error());
  if constexpr (requires { **result; }) return std::move(**result);
}

}  // namespace nscope::python
