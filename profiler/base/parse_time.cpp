#include "profiler/base/parse_time.h"

#include <array>
#include <charconv>
#include <cmath>

namespace nscope {

Result<double> parse_time_ns(std::string_view text) {
  struct Unit {
    std::string_view name;
    double nanoseconds;
  };
  static constexpr auto kUnits = std::to_array<Unit>({{"", 1.0},
                                                      {"ps", 1e-3},
                                                      {"ns", 1.0},
                                                      {"us", 1e3},
                                                      {"µs", 1e3},
                                                      {"ms", 1e6},
                                                      {"s", 1e9},
                                                      {"min", 60e9},
                                                      {"h", 3600e9},
                                                      {"d", 86400e9}});
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  // Printed times have a narrow no-break space before their unit.
  for (const std::string_view space : {" ", "\u00a0", "\u202f"}) {
    while (rest.starts_with(space)) rest.remove_prefix(space.size());
  }
  for (const Unit& unit : kUnits) {
    const double ns = number * unit.nanoseconds;
    // A trace in picoseconds has a time axis of 26 days.
    if (error == std::errc() && unit.name == rest && std::abs(ns) < 2e15) return ns;
  }
  return fail(ErrorCode::kInvalidArgument,
              tr("invalid time '{}'; use for example 1500, 1500ns, 1.5us, 0.2ms or 1s", text));
}

}  // namespace nscope
