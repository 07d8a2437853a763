#pragma once

#include "costmodel/money/date.h"

#include <string>

namespace nscope::app {

// The system time (UTC), or SOURCE_DATE_EPOCH (seconds since 1970) if the environment sets it, so
// that output is reproducible byte for byte (reproducible-builds.org). Any thread.

/// The current day. The cost model does not read the clock: both programs pass this day if the user
/// states none.
cost::Day today();

/// "2026-11-22T09:00:00".
std::string time_stamp();

}  // namespace nscope::app
