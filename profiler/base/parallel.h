#pragma once

#include <cstddef>
#include <functional>

namespace nscope {

/// Number of hardware threads; at least 1.
std::size_t core_count();

/// Calls work(0) to work(count - 1), each once, on all cores and in any order, and returns when
/// all calls have returned. `work` must be safe to call from several threads. Hides oneTBB,
/// whose names collide with Qt's.
void for_each_in_parallel(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace nscope
