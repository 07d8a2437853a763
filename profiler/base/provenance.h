#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nscope {

/// Where a number comes from. Every figure the program shows carries one.
enum class Provenance {
  kMeasured,      ///< computed from the events of a capture
  kImported,      ///< stated by the capture's own tool
  kPublished,     ///< printed in a named source
  kSimulated,     ///< predicted by the simulator
  kInterpolated,  ///< between published or measured points
  kAssumed,       ///< a stand-in nobody published
  kApproximate,   ///< computed, but the input lacks what an exact figure needs
};

constexpr std::string_view to_string(Provenance provenance) {
  switch (provenance) {
    case Provenance::kMeasured: return "measured";
    case Provenance::kImported: return "imported";
    case Provenance::kPublished: return "published";
    case Provenance::kSimulated: return "simulated";
    case Provenance::kInterpolated: return "interpolated";
    case Provenance::kAssumed: return "assumed";
    case Provenance::kApproximate: return "approximate";
  }
  return "assumed";
}

constexpr std::optional<Provenance> parse_provenance(std::string_view text) {
  for (const auto p : {Provenance::kMeasured, Provenance::kImported, Provenance::kPublished,
                       Provenance::kSimulated, Provenance::kInterpolated, Provenance::kAssumed,
                       Provenance::kApproximate}) {
    if (text == to_string(p)) return p;
  }
  return std::nullopt;
}

/// A named figure of a run: the row type of the `metric` SQL table and of
/// `nscope summary --json`. `low` and `high` bound a prediction (90 % band).
struct Metric {
  std::string name;
  double value = 0.0;
  std::string unit;
  Provenance provenance = Provenance::kMeasured;
  std::optional<double> low{};
  std::optional<double> high{};
  std::string note{};  ///< why it is approximate, or what it was computed from
};

}  // namespace nscope
