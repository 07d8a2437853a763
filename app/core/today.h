#pragma once

#include "costmodel/date.h"

#include <string>

namespace nscope::app {

/// The computer's day (UTC). The cost model itself reads no clock: both programs
/// pass this where the user names no day, so that a price is equally old in both.
cost::Day today();

/// The computer's time (UTC) as "2026-11-22T09:00:00", or that of SOURCE_DATE_EPOCH
/// (seconds since 1970) where the environment sets it, so that what is written can be
/// made again byte for byte (reproducible-builds.org).
std::string time_stamp();

}  // namespace nscope::app
