#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace nscope {

/// A semaphore of a core as an instruction names it.
struct SemaphoreUse {
  std::int32_t id = 0;
  bool blocks = false;  ///< waits for a value; else: changes it when it completes
};

/// The semaphores in the text of an instruction's operands as the Neuron tools print
/// it: "S[5] (Tensor)>=4 S[4] (Scalar)++@complete". What it does not know is skipped:
/// the text is for people and has no specification.
std::vector<SemaphoreUse> semaphore_uses(std::string_view operands);

}  // namespace nscope
