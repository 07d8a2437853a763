#pragma once

#include <string>
#include <vector>

namespace nscope::gui {

/// A call of a function that simulates, prices, plans or reads prices, and so may take seconds.
struct WatchedCall {
  std::string function;
  bool in_gui_thread = false;
};

/// All since the start or forget_watched_calls(). The linker redirects every call of the program
/// to a recording wrapper (nscope_watch_calls() in CMakeLists.txt); product code is unchanged.
/// Any thread.
std::vector<WatchedCall> watched_calls();
void forget_watched_calls();

}  // namespace nscope::gui
