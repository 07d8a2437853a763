#pragma once

#include "profiler/base/text.h"

namespace nscope {

/// A count for people, without exponents: "16,384", "2.5", and from a million on four digits and a
/// word, "671 billion". Chinese and Japanese count in ten thousands: "6,710 億".
Text large_number(double value);

}  // namespace nscope
