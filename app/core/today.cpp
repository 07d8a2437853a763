#include "app/core/today.h"

#include <chrono>

namespace nscope::app {

cost::Day today() {
  return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
}

}  // namespace nscope::app
