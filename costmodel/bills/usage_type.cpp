#include "costmodel/bills/usage_type.h"

#include "profiler/base/ascii.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace nscope::cost {
namespace {

bool all_of(std::string_view text, bool (*test)(char)) {
  return !text.empty() && std::all_of(text.begin(), text.end(), test);
}

/// Whether the text is like "USW2", "EU" or "APN1": a capital letter, then capital letters and
/// digits.
bool is_region_prefix(std::string_view text) {
  const auto capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  return !text.empty() && capital(text.front()) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return capital(c) || is_digit(c); });
}

bool is_size(std::string_view size) {
  constexpr std::string_view kMetal = "metal";
  if (size.starts_with(kMetal)) return size.size() == kMetal.size() || size[kMetal.size()] == '-';
  constexpr std::array<std::string_view, 5> kWords = {"nano", "micro", "small", "medium", "large"};
  if (std::find(kWords.begin(), kWords.end(), size) != kWords.end()) return true;
  const std::size_t digits = std::min(size.find_first_not_of("0123456789"), size.size());
  return size.substr(digits) == "xlarge";
}

struct Word {
  std::string_view word;
  UsageKind kind;
};
// AWS: "Understanding your reservation line items" and "Monitoring your On-Demand
// capacity reservations" in the Cost and Usage Report guide.
constexpr Word kWords[] = {
    {"BoxUsage", UsageKind::kOnDemand},        {"SpotUsage", UsageKind::kSpot},
    {"DedicatedUsage", UsageKind::kDedicated}, {"HostBoxUsage", UsageKind::kDedicated},
    {"UnusedBox", UsageKind::kUnused},         {"UnusedDed", UsageKind::kUnused},
    {"Reservation", UsageKind::kReservation},  {"DedicatedRes", UsageKind::kReservation},
    {"HeavyUsage", UsageKind::kFee},           {"MediumUsage", UsageKind::kFee},
    {"LightUsage", UsageKind::kFee},
};

UsageKind kind_of(std::string_view word, std::string_view instance) {
  for (const Word& known : kWords) {
    if (word == known.word) return known.kind;
  }
  if (word.find("CapacityBlock") != std::string_view::npos) return UsageKind::kBlock;
  // Usage types of SageMaker have many first words, but all instance types start with "ml.".
  return instance.starts_with("ml.") ? UsageKind::kOnDemand : UsageKind::kOther;
}

}  // namespace

UsageType parse_usage_type(std::string_view text) {
  UsageType result;
  const std::size_t dash = text.find('-');
  if (dash != std::string_view::npos && is_region_prefix(text.substr(0, dash))) {
    result.region_prefix = text.substr(0, dash);
    text.remove_prefix(dash + 1);
  }
  const std::size_t colon = std::min(text.find(':'), text.size());
  result.word = text.substr(0, colon);
  if (colon < text.size() && is_instance_type(text.substr(colon + 1))) {
    result.instance = text.substr(colon + 1);
  }
  result.kind = kind_of(result.word, result.instance);
  return result;
}

bool is_instance_type(std::string_view word) {
  constexpr std::string_view kSageMaker = "ml.";
  constexpr std::string_view kUltraServer = "u-p6e-";
  constexpr std::size_t kLongest = 40;
  if (word.size() > kLongest) return false;
  if (word.starts_with(kSageMaker)) word.remove_prefix(kSageMaker.size());
  const auto family_letter = [](char c) { return is_lower(c) || is_digit(c) || c == '-'; };
  if (word.starts_with(kUltraServer)) {
    return all_of(word.substr(kUltraServer.size()), family_letter);
  }
  const std::size_t dot = word.find('.');
  if (dot == std::string_view::npos || dot < 2 || !is_lower(word.front())) return false;
  const std::string_view family = word.substr(0, dot);
  return all_of(family, family_letter) && std::any_of(family.begin(), family.end(), is_digit) &&
         is_size(word.substr(dot + 1));
}

std::string_view find_instance_type(std::string_view sentence) {
  while (!sentence.empty()) {
    const std::size_t end = std::min(sentence.find_first_of(" ,;()"), sentence.size());
    std::string_view word = sentence.substr(0, end);
    if (is_instance_type(word)) return word;
    sentence.remove_prefix(std::min(end + 1, sentence.size()));
  }
  return {};
}

bool is_accelerator(std::string_view instance) {
  if (!is_instance_type(instance)) return false;
  if (instance.starts_with("ml.")) instance.remove_prefix(3);
  if (instance.starts_with("u-p6e-")) return true;
  const std::size_t letters =
      std::min(instance.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), instance.size());
  constexpr std::array<std::string_view, 6> kFamilies = {"trn", "inf", "p", "g", "gr", "dl"};
  const std::string_view family = instance.substr(0, letters);
  return letters < instance.size() && is_digit(instance[letters]) &&
         std::find(kFamilies.begin(), kFamilies.end(), family) != kFamilies.end();
}

}  // namespace nscope::cost
