#include "app/python/interruptible.h"

#include "app/cli/command.h"
#include "profiler/base/language.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <thread>

namespace nscope::python {
namespace {

namespace py = pybind11;
using namespace std::chrono_literals;

/// A thread that runs one task.
class Worker {
 public:
  explicit Worker(const std::function<void(TaskControl&)>& work)
      : thread_([this, &work] {
          try {
            work(control_);
          } catch (...) {
            failure_ = std::current_exception();
          }
          const std::scoped_lock lock(mutex_);
          done_ = true;
          ended_.notify_all();
        }) {}
  /// The calling thread must not hold Python's lock while it waits.
  ~Worker() {
    const py::gil_scoped_release released;
    control_.request_cancel();
    thread_.join();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Whether the task ends within the time.
  bool ends_within(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return ended_.wait_for(lock, time, [&] { return done_; });
  }
  const TaskControl& control() const { return control_; }
  /// The exception that ended the task. Only after ends_within() was true.
  const std::exception_ptr& failure() const { return failure_; }

 private:
  TaskControl control_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool done_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  // the last member, because it uses the others
};

/// Passes the progress on when it has changed.
class ProgressCall {
 public:
  explicit ProgressCall(const py::object& function) : function_(function) {}

  void update(const TaskControl& control) {
    if (function_.is_none()) return;
    const std::string phase(control.phase().english);
    const double share = control.fraction();
    if (phase.empty() || (phase == phase_ && share == share_)) return;
    phase_ = phase;
    share_ = share;
    function_(phase, share < 0.0 ? py::object(py::none()) : py::object(py::float_(share)));
  }

 private:
  const py::object& function_;
  std::string phase_;
  double share_ = -2.0;  // different from every share
};

}  // namespace

void run_interruptibly(const std::function<void(TaskControl&)>& work, const py::object& progress) {
  Worker worker(work);
  ProgressCall call(progress);
  for (bool ended = false; !ended;) {
    {
      const py::gil_scoped_release released;
      ended = worker.ends_within(50ms);
    }
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    call.update(worker.control());
  }
  if (worker.failure()) std::rethrow_exception(worker.failure());
}

void raise_error(const Error& error) {
  const py::object type = py::module_::import("neuronscope._errors").attr("Error");
  const Language english;
  const py::object made = type(to_string(error), std::string(cli::error_name(error.code)),
                               english.say(error.message), english.say(error.where));
  PyErr_SetObject(type.ptr(), made.ptr());
  throw py::error_already_set();
}

}  // namespace nscope::python
