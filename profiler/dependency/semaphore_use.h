#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace nscope {

/// A semaphore, or an event flag, of a core as an instruction names it.
struct SemaphoreUse {
  std::int32_t id = 0;
  bool blocks = false;  ///< waits for a value; else: changes it when it completes
  bool raises = false;  ///< changes it to, or by, something above 0
  bool flag = false;    ///< an event flag: "$E[4]"
};

/// The semaphores and event flags in the text of an instruction's operands as the Neuron tools
/// print it: "S[5] (Tensor)>=4 S[4] (Scalar)++@complete". What it does not know is skipped: the
/// text is for people and has no specification.
std::vector<SemaphoreUse> semaphore_uses(std::string_view operands);

/// The semaphore that the transfer of a DMA instruction raises: 35 of "semaphore=35
/// sem_increment=16"; -1 where it says none.
std::int32_t transfer_semaphore(std::string_view operands);

}  // namespace nscope
