#include "simcore/catalog/fact.h"

#include <array>

namespace nscope::catalog {
namespace {

constexpr std::array kConfidences{Confidence::kOfficial,   Confidence::kDriver,
                                  Confidence::kFigure,     Confidence::kDerived,
                                  Confidence::kThirdParty, Confidence::kAssumed};

}  // namespace

std::string_view to_string(Confidence confidence) {
  switch (confidence) {
    case Confidence::kOfficial: return "official";
    case Confidence::kDriver: return "driver";
    case Confidence::kFigure: return "figure";
    case Confidence::kDerived: return "derived";
    case Confidence::kThirdParty: return "third-party";
    case Confidence::kAssumed: return "assumed";
  }
  return "assumed";
}

Phrase title(Confidence confidence) {
  switch (confidence) {
    case Confidence::kOfficial: return phrase("official");
    case Confidence::kDriver: return phrase("driver");
    case Confidence::kFigure: return phrase("figure");
    case Confidence::kDerived: return phrase("derived");
    case Confidence::kThirdParty: return phrase("third-party");
    case Confidence::kAssumed: break;
  }
  return phrase("assumed");
}

std::optional<Confidence> parse_confidence(std::string_view text) {
  for (const auto confidence : kConfidences) {
    if (text == to_string(confidence)) return confidence;
  }
  return std::nullopt;
}

}  // namespace nscope::catalog
