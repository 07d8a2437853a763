#pragma once

#include "simcore/engine/events/event_queue.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace nscope::sim {

/// One request to a server. Plain data.
struct Request {
  Picoseconds arrival = 0;  ///< from the start of the run; of a closed loop not used
  int input_tokens = 1;
  int output_tokens = 1;
  int adapter = -1;  ///< LoRA adapter; -1: none
  /// Identities of the leading blocks of the prompt, for prefix caching; empty: nothing
  /// is shared.
  std::vector<std::uint64_t> blocks{};
};

/// All requests of a run, in order of arrival. In a closed loop (`users` > 0) each
/// user sends the next one of the list when it got the answer to its last.
struct RequestPlan {
  std::vector<Request> requests;
  int users = 0;         ///< 0: open loop, requests come when they come
  int block_tokens = 0;  ///< tokens of a block of Request::blocks; 0: there are none
};

/// What became of a request. Times are picoseconds from the start of the run; -1: did
/// not happen.
struct RequestRecord {
  enum class State : std::uint8_t { kUnfinished, kCompleted, kRejected };
  Picoseconds arrival = -1;
  Picoseconds admitted = -1;  ///< its first prefill began
  Picoseconds prefilled = -1;
  Picoseconds first_token = -1;  ///< at the client
  Picoseconds finished = -1;     ///< at the client
  int input_tokens = 0;
  int output_tokens = 0;  ///< asked for; all of them were made where it completed
  int generated = 0;
  int cached_tokens = 0;  ///< of the prompt, found in the prefix cache
  int preemptions = 0;
  /// For each preemption: from its last token until it has the next one.
  std::vector<std::pair<Picoseconds, Picoseconds>> preempted{};
  int replica = -1;
  State state = State::kUnfinished;
};

}  // namespace nscope::sim
