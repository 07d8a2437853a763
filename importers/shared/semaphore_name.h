#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nscope::importers {

/// A semaphore as the profilers of AWS name it.
struct SemaphoreName {
  int id = 0;         ///< 0..65535
  std::string label;  ///< what updates it, "qSyncDynamicHW"; "" where that is not said
};

/// "2", "S[24] (qSyncDynamicHW)", "$S[2]"; nullopt for anything else.
std::optional<SemaphoreName> parse_semaphore(std::string_view text);

}  // namespace nscope::importers
