#include "profiler/base/parallel.h"

#include <algorithm>
#include <thread>

#include <tbb/parallel_for.h>

namespace nscope {

std::size_t core_count() {
  return std::max(1u, std::thread::hardware_concurrency());
}

void for_each_in_parallel(std::size_t count, const std::function<void(std::size_t)>& work) {
  tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) { work(i); });
}

}  // namespace nscope
