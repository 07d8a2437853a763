#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace nscope {

/// A semaphore or an event flag of a core in the operands of an instruction.
struct SemaphoreUse {
  std::int32_t id = 0;
  bool blocks = false;  ///< waits for a value; false: changes it on completion
  bool raises = false;  ///< changes it to, or by, a value above 0
  bool flag = false;    ///< an event flag: "$E[4]"
};

/// The semaphores and event flags in the operands of an instruction as the Neuron tools print
/// them: "S[5] (Tensor)>=4 S[4] (Scalar)++@complete". Unknown text is skipped, because the format
/// is not specified.
std::vector<SemaphoreUse> semaphore_uses(std::string_view operands);

/// The semaphore that the transfer of a DMA instruction increments: 35 for "semaphore=35
/// sem_increment=16"; -1 if there is none.
std::int32_t transfer_semaphore(std::string_view operands);

}  // namespace nscope
