#include "costmodel/price_formats/json_list.h"

#include "costmodel/money/figures.h"
#include "profiler/base/ascii.h"
#include "profiler/base/files/unpacked_text.h"
#include "profiler/base/json/foreign_json.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

/// Length of the region code at the start of a text: "us-gov-east-1".
std::size_t region_length(std::string_view text) {
  std::size_t at = 0;
  int words = 0;
  while (at < text.size()) {
    const std::size_t begin = at;
    while (at < text.size() && is_lower(text[at])) ++at;
    const std::size_t letters = at - begin;
    if (letters == 0 || at >= text.size() || text[at] != '-') return 0;
    if (words == 0 && letters != 2) return 0;
    ++words;
    ++at;
    if (words >= 2 && at < text.size() && is_digit(text[at])) {
      while (at < text.size() && is_digit(text[at])) ++at;
      return at;
    }
  }
  return 0;
}

struct ZoneIdRegion {
  std::string_view prefix;
  std::string_view region;
};
// "AZ IDs for your resources" (AWS RAM user guide): zone ids start with a short region code.
constexpr ZoneIdRegion kZoneIds[] = {
    {"afs1", "af-south-1"},      {"ape1", "ap-east-1"},       {"ape2", "ap-east-2"},
    {"apne1", "ap-northeast-1"}, {"apne2", "ap-northeast-2"}, {"apne3", "ap-northeast-3"},
    {"aps1", "ap-south-1"},      {"aps2", "ap-south-2"},      {"apse1", "ap-southeast-1"},
    {"apse2", "ap-southeast-2"}, {"apse3", "ap-southeast-3"}, {"apse4", "ap-southeast-4"},
    {"apse5", "ap-southeast-5"}, {"apse6", "ap-southeast-6"}, {"apse7", "ap-southeast-7"},
    {"cac1", "ca-central-1"},    {"caw1", "ca-west-1"},       {"euc1", "eu-central-1"},
    {"euc2", "eu-central-2"},    {"eun1", "eu-north-1"},      {"eus1", "eu-south-1"},
    {"eus2", "eu-south-2"},      {"euw1", "eu-west-1"},       {"euw2", "eu-west-2"},
    {"euw3", "eu-west-3"},       {"ilc1", "il-central-1"},    {"mec1", "me-central-1"},
    {"mes1", "me-south-1"},      {"mxc1", "mx-central-1"},    {"sae1", "sa-east-1"},
    {"use1", "us-east-1"},       {"use2", "us-east-2"},       {"usge1", "us-gov-east-1"},
    {"usgw1", "us-gov-west-1"},  {"usw1", "us-west-1"},       {"usw2", "us-west-2"},
};

}  // namespace

Result<Json> whole_json(const PriceInput& input, TaskControl& control) {
  const auto text = whole_text(input.file, control);
  if (!text) return fail(text.error());
  return parse_foreign_json(*text, input.file.name());
}

Result<> read_json_list(const PriceInput& input, const char* list, TaskControl& control,
                        const std::function<Result<>(StrictObject& entry)>& each) {
  const auto document = whole_json(input, control);
  if (!document) return fail(document.error());
  const std::string where = input.file.name() + ": ";
  if (!document->is_object() || !document->contains(list) || !(*document)[list].is_array()) {
    return fail(ErrorCode::kBadInput, tr("must be an array"), fmt::format("{}/{}", where, list));
  }
  const Json& entries = (*document)[list];
  for (std::size_t i = 0; i < entries.size(); ++i) {
    constexpr std::size_t kCheckEvery = 1024;
    if (i % kCheckEvery == 0 && control.cancelled()) return cancelled();
    StrictObject entry(entries[i], fmt::format("{}/{}/{}", where, list, i));
    auto ok = each(entry);
    if (!ok) return ok;
    if (auto read = entry.first_error(); !read) return read;
  }
  return {};
}

std::optional<Usd> json_price(StrictObject& in, const char* key, Usd limit) {
  const Json* const value = in.optional(key);
  if (value == nullptr || value->is_null()) return std::nullopt;
  std::optional<Usd> price;
  if (value->is_string()) {
    const auto parsed = Usd::parse(value->get_ref<const std::string&>());
    if (parsed) price = *parsed;
  } else if (value->is_number()) {
    constexpr double kMost = 9e9;
    const double number = value->get<double>();
    if (number >= 0.0 && number <= kMost) price = Usd::round(number);
  }
  if (!price || *price < Usd()) {
    in.reject(key, tr("must be a non-negative amount"));
    return std::nullopt;
  }
  if (*price > limit) {
    in.reject(key, tr("value out of range; the limit is {}", as_usd(limit, 0)));
    return std::nullopt;
  }
  return price;
}

std::string_view region_of_zone(std::string_view zone) {
  const std::size_t length = region_length(zone);
  if (length == 0) return {};
  const std::string_view rest = zone.substr(length);
  if (rest.size() == 1 && is_lower(rest.front())) return zone.substr(0, length);
  const bool local = rest.size() > 3 && rest.front() == '-' && is_lower(rest.back()) &&
                     is_digit(rest[rest.size() - 2]);
  return local ? zone.substr(0, zone.size() - 1) : std::string_view();
}

std::string_view region_of_zone_id(std::string_view zone_id) {
  const std::string_view prefix = zone_id.substr(0, zone_id.find('-'));
  for (const ZoneIdRegion& known : kZoneIds) {
    if (prefix == known.prefix) return known.region;
  }
  return {};
}

std::string_view find_region(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0) continue;
    const std::size_t length = region_length(text.substr(at));
    if (length > 0) return text.substr(at, length);
  }
  return {};
}

bool is_region_code(std::string_view code) {
  constexpr std::array<std::string_view, 9> kDirections = {"north",     "south",     "east",
                                                           "west",      "central",   "northeast",
                                                           "northwest", "southeast", "southwest"};
  if (code.empty() || region_length(code) != code.size()) return false;
  const std::size_t number = code.rfind('-');
  const std::size_t word = code.rfind('-', number - 1);
  const std::string_view direction = code.substr(word + 1, number - word - 1);
  return std::find(kDirections.begin(), kDirections.end(), direction) != kDirections.end();
}

bool is_plain_linux(std::string_view product_description) {
  return product_description == "Linux/UNIX" || product_description == "Linux/UNIX (Amazon VPC)";
}

}  // namespace nscope::cost
