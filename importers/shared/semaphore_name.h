#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nscope::importers {

/// A semaphore as AWS's profilers print it.
struct SemaphoreName {
  int id = 0;         ///< 0..65535
  std::string label;  ///< what updates the semaphore: "qSyncDynamicHW"; "" if absent
};

/// "2", "S[24] (qSyncDynamicHW)", "$S[2]"; nullopt for anything else.
std::optional<SemaphoreName> parse_semaphore(std::string_view text);

}  // namespace nscope::importers
