#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nscope::catalog {

/// How far a published number can be trusted.
enum class Confidence {
  kOfficial,    ///< AWS or vendor documentation
  kDriver,      ///< AWS's open-source driver headers
  kFigure,      ///< read off a published figure
  kDerived,     ///< arithmetic on cited facts
  kThirdParty,  ///< public, but not from the vendor
  kAssumed,     ///< a stand-in, nobody published it
};
std::string_view to_string(Confidence confidence);
std::optional<Confidence> parse_confidence(std::string_view text);

/// One number of a data file with everything needed to defend it. `value` is in
/// the coherent base unit of its kind (bytes, bytes per second, FLOP/s, Hz,
/// seconds, watts, counts), whatever the data file prints; `unit` names that
/// base unit. Immutable after loading.
struct Fact {
  double value = 0.0;
  std::string unit;
  std::string source;
  std::string date;  ///< ISO date of the source
  Confidence confidence = Confidence::kAssumed;
  std::string note{};
  std::string printed{};  ///< number and unit as the source prints them: "96 GiB"
};

/// A fact and the member of the data file it was read from.
struct NamedFact {
  std::string name;  ///< "core/peak/bf16"
  const Fact* fact = nullptr;
};

}  // namespace nscope::catalog
