#pragma once

#include "costmodel/money/date.h"

#include <string>

namespace nscope::app {

// The computer's time (UTC), or that of SOURCE_DATE_EPOCH (seconds since 1970) where the
// environment sets it, so that what is written can be made again byte for byte
// (reproducible-builds.org). Any thread.

/// The cost model itself reads no clock: both programs pass this where the user names no
/// day, so that a price is equally old in both.
cost::Day today();

/// "2026-11-22T09:00:00".
std::string time_stamp();

}  // namespace nscope::app
