#pragma once

#include "simcore/engine/events/event_queue.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace nscope::sim {

/// One request to a server. Plain data.
struct Request {
  Picoseconds arrival = 0;  ///< since the start of the run; not used in a closed loop
  int input_tokens = 1;
  int output_tokens = 1;
  int adapter = -1;  ///< LoRA adapter; -1: none
  /// Ids of the leading blocks of the prompt for prefix caching; empty: nothing is shared.
  std::vector<std::uint64_t> blocks{};
};

/// All requests of a run in order of arrival. In a closed loop (`users` > 0), each user sends the
/// next request of the list after its last request has completed.
struct RequestPlan {
  std::vector<Request> requests;
  int users = 0;         ///< 0: open loop, requests arrive at their own times
  double rate = 0;       ///< requests/s from which the arrivals were drawn; 0: they are stated
  int block_tokens = 0;  ///< tokens of a block of Request::blocks; 0: no blocks
};

/// The result of a request. Times are picoseconds since the start of the run; -1 if the event did
/// not occur.
struct RequestRecord {
  enum class State : std::uint8_t {
    kUnfinished,
    kCompleted,
    kRejected,  ///< longer than the compiled sequence length
    kRefused,   ///< by the admission limits of the server
  };
  Picoseconds arrival = -1;
  Picoseconds admitted = -1;  ///< start of its first prefill
  Picoseconds prefilled = -1;
  Picoseconds first_token = -1;  ///< at the client
  Picoseconds finished = -1;     ///< at the client
  int input_tokens = 0;
  int output_tokens = 0;  ///< requested; all were generated if the request completed
  int generated = 0;
  int cached_tokens = 0;  ///< tokens of the prompt that were in the prefix cache
  int preemptions = 0;
  int retries = 0;  ///< times that the user sent it again after a refusal
  /// For each preemption: the times of the last token before and the first token after it.
  std::vector<std::pair<Picoseconds, Picoseconds>> preempted{};
  int replica = -1;
  State state = State::kUnfinished;
};

}  // namespace nscope::sim
