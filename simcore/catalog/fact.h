#pragma once

#include "profiler/base/text.h"

#include <optional>
#include <string>
#include <string_view>

namespace nscope::catalog {

/// How reliable a number is.
enum class Confidence {
  kOfficial,    ///< AWS or vendor documentation
  kDriver,      ///< AWS's open-source driver headers
  kFigure,      ///< read off a published figure
  kDerived,     ///< computed from cited facts
  kThirdParty,  ///< public, but not from the vendor
  kAssumed,     ///< not published; an assumption
};
std::string_view to_string(Confidence confidence);  ///< "third-party", as in documents
Phrase title(Confidence confidence);                ///< for people
std::optional<Confidence> parse_confidence(std::string_view text);

/// One number of a data file with its source, date and confidence. `value` is in the base unit
/// of its kind (bytes, bytes per second, FLOP/s, Hz, seconds, watts, counts), independent of
/// the unit in the data file; `unit` names the base unit. Immutable after loading.
struct Fact {
  double value = 0.0;
  std::string unit;
  std::string source;
  std::string date;  ///< ISO date of the source
  Confidence confidence = Confidence::kAssumed;
  std::string note{};
  std::string printed{};  ///< number and unit as in the source: "96 GiB"
};

/// A fact and its key in the data file.
struct NamedFact {
  std::string name;  ///< "core/peak/bf16"
  const Fact* fact = nullptr;
};

}  // namespace nscope::catalog
