#pragma once

#include <future>
#include <utility>

namespace nscope::gui {

/// The result of what may not run in the GUI thread, which is that of the tests.
template <class Work>
auto in_background(Work work) {
  return std::async(std::launch::async, std::move(work)).get();
}

}  // namespace nscope::gui
