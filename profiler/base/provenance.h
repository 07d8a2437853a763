#pragma once

#include "profiler/base/text.h"

#include <optional>
#include <string>
#include <string_view>

namespace nscope {

/// The origin of a number. Every number that the program shows has one.
enum class Provenance {
  kMeasured,      ///< computed from the events of a capture
  kImported,      ///< stated by the tool that made the capture
  kPublished,     ///< stated in a cited source
  kSimulated,     ///< predicted by the simulator
  kInterpolated,  ///< interpolated between published or measured points
  kAssumed,       ///< assumed, because no source is known
  kApproximate,   ///< computed from incomplete input
};

/// The id in JSON and SQL.
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

/// The word that is shown.
constexpr Phrase title(Provenance provenance) {
  switch (provenance) {
    case Provenance::kMeasured: return phrase("measured");
    case Provenance::kImported: return phrase("imported");
    case Provenance::kPublished: return phrase("published");
    case Provenance::kSimulated: return phrase("simulated");
    case Provenance::kInterpolated: return phrase("interpolated");
    case Provenance::kAssumed: return phrase("assumed");
    case Provenance::kApproximate: return phrase("approximate");
  }
  return phrase("assumed");
}

constexpr std::optional<Provenance> parse_provenance(std::string_view text) {
  for (const auto p : {Provenance::kMeasured, Provenance::kImported, Provenance::kPublished,
                       Provenance::kSimulated, Provenance::kInterpolated, Provenance::kAssumed,
                       Provenance::kApproximate}) {
    if (text == to_string(p)) return p;
  }
  return std::nullopt;
}

/// A named value of a run: a row of the SQL table `metric` and of `nscope summary --json`.
/// `low` and `high` are the error band of a prediction (5 % to 95 %).
struct Metric {
  std::string name;
  double value = 0.0;
  std::string unit;
  Provenance provenance = Provenance::kMeasured;
  std::optional<double> low{};
  std::optional<double> high{};
  Text note{};  ///< why the value is approximate, or what it was computed from
};

}  // namespace nscope
