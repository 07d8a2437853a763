#include "app/cli/interrupt.h"

#include <atomic>
#include <csignal>

namespace nscope::cli {
namespace {

// A signal handler has no argument for an object.
std::atomic<TaskControl*> interrupted{nullptr};
static_assert(std::atomic<TaskControl*>::is_always_lock_free, "used in a signal handler");

void request_cancel(int) {
  if (TaskControl* control = interrupted.load()) control->request_cancel();
}

}  // namespace

CancelOnInterrupt::CancelOnInterrupt(TaskControl& control) {
  interrupted.store(&control);
  struct sigaction action = {};
  action.sa_handler = request_cancel;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second signal has its default effect
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

CancelOnInterrupt::~CancelOnInterrupt() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  interrupted.store(nullptr);
}

}  // namespace nscope::cli
