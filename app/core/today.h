#pragma once

#include "costmodel/date.h"

namespace nscope::app {

/// The computer's day (UTC). The cost model itself reads no clock: both programs
/// pass this where the user names no day, so that a price is equally old in both.
cost::Day today();

}  // namespace nscope::app
