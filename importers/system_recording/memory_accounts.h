#pragma once

#include "importers/system_recording/event_tracks.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace nscope::importers {

/// One allocation or release of device memory, as the runtime reports it.
struct MemoryChange {
  std::int64_t time = 0;     ///< ns on the time axis of the trace
  std::int64_t core = -1;    ///< nc_idx
  std::int64_t device = -1;  ///< mla_idx
  std::int64_t hbm = -1;     ///< hbm_idx
  std::string_view use;      ///< "tensor"
  std::int64_t bytes = 0;    ///< allocated; negative: released
  std::int64_t total = 0;    ///< bytes in use afterwards
  std::int64_t total_of_use = 0;
};

/// HBM use by category over time.
///
/// The runtime keeps several accounts for the memory of one logical core (two with LNC 2), and a
/// change does not state its account. It is found by continuity: the total after the change is
/// the last total of its account plus the changed bytes. In the recordings that were examined,
/// each change fits exactly one account. Memory that was allocated before the recording is part
/// of the totals only, and shown as a use of its own.
class MemoryAccounts {
 public:
  MemoryAccounts(TraceWriter& out, EventTracks& tracks) : out_(out), tracks_(tracks) {}

  void add(const MemoryChange& change);

 private:
  struct Account {
    TrackId group;
    std::int64_t total = 0;
    std::map<std::string, std::int64_t, std::less<>> uses;
    std::int64_t known = 0;    ///< sum of `uses`
    std::int64_t before = -1;  ///< allocated before the recording, as last written
  };
  using Memory = std::tuple<std::int64_t, std::int64_t, std::int64_t>;  // core, device, HBM

  Account& account_of(const MemoryChange& change);

  TraceWriter& out_;
  EventTracks& tracks_;
  std::map<Memory, std::vector<Account>> accounts_;
};

}  // namespace nscope::importers
