// The index files of the AWS price list: services, versions and regions. They contain no prices;
// the reader advises the user which file to download.
#include "costmodel/price_formats/readers.h"
#include "profiler/base/files/unpacked_text.h"

#include <optional>
#include <vector>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::string_view kServer = "https://pricing.us-east-1.amazonaws.com";
/// An index is small.
constexpr std::size_t kMostText = std::size_t{64} << 20;

/// Whether the text consists of characters of AWS addresses only, because it is printed.
bool is_address(std::string_view text) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-";
  constexpr std::size_t kLongest = 300;
  return text.starts_with('/') && text.size() <= kLongest &&
         text.find_first_not_of(kLetters) == std::string_view::npos;
}

/// The values of all members with this name that are addresses, which have no escapes.
std::vector<std::string_view> values_of(std::string_view text, std::string_view member) {
  std::vector<std::string_view> values;
  const std::string quoted = fmt::format("\"{}\"", member);
  for (std::size_t at = text.find(quoted); at != std::string_view::npos;
       at = text.find(quoted, at)) {
    at += quoted.size();
    const std::size_t begin = text.find('"', at);
    if (begin == std::string_view::npos) break;
    if (text.substr(at, begin - at).find_first_not_of(" \t\r\n:") != std::string_view::npos) {
      continue;
    }
    const std::size_t end = text.find('"', begin + 1);
    if (end == std::string_view::npos) break;
    const std::string_view value = text.substr(begin + 1, end - begin - 1);
    if (is_address(value)) values.push_back(value);
    at = end;
  }
  return values;
}

/// The first address for us-east-1, else the last one, because versions are in ascending order.
std::string_view example_of(const std::vector<std::string_view>& addresses) {
  for (const std::string_view address : addresses) {
    if (address.find("/us-east-1/") != std::string_view::npos) return address;
  }
  return addresses.back();
}

Text versions_advice(const std::vector<std::string_view>& addresses) {
  return tr(
      "This is the index of {} versions of a price list and contains no prices. The latest version "
      "with all regions is {}{}. The file of one region is much smaller; add the region before the "
      "file name (.../us-east-1/index.json).",
      addresses.size(), kServer, addresses.back());
}

Text regions_advice(const std::vector<std::string_view>& addresses, bool savings_plan) {
  return savings_plan
             ? tr("This is the index of the Savings Plans price lists of {} regions and contains "
                  "no prices. Download the lists of your regions, for example {}{}.",
                  addresses.size(), kServer, example_of(addresses))
             : tr("This is the index of the price lists of {} regions and contains no prices. "
                  "Download the lists of your regions, for example {}{}.",
                  addresses.size(), kServer, example_of(addresses));
}

Text services_advice(std::string_view text) {
  if (text.find("\"AmazonEC2\"") == std::string_view::npos) {
    return tr(
        "This is the index of AWS services and contains no prices. Instances are in the list of "
        "AmazonEC2, which is not in this index.");
  }
  return tr(
      "This is the index of AWS services and contains no prices. Instances are in "
      "{}/offers/v1.0/aws/AmazonEC2/current/us-east-1/index.json (replace us-east-1 by your "
      "region). Savings Plans are in the lists of "
      "{}/savingsPlan/v1.0/aws/AWSComputeSavingsPlan/current/region_index.json.",
      kServer, kServer);
}

std::optional<Text> advice_for(std::string_view text) {
  if (const auto versions = values_of(text, "offerVersionUrl"); !versions.empty()) {
    return versions_advice(versions);
  }
  if (!values_of(text, "versionIndexUrl").empty()) return services_advice(text);
  if (const auto plans = values_of(text, "versionUrl"); !plans.empty()) {
    return regions_advice(plans, true);
  }
  if (const auto regions = values_of(text, "currentVersionUrl"); !regions.empty()) {
    return regions_advice(regions, false);
  }
  return std::nullopt;
}

}  // namespace

bool sniff_aws_index(std::string_view head) {
  return advice_for(head).has_value();
}

Result<> read_aws_index(const PriceInput& input, PriceSink& sink, TaskControl& control) {
  const auto text = whole_text(input.file, control, kMostText);
  if (!text) return fail(text.error());
  auto advice = advice_for(*text);
  if (!advice) {
    return fail(ErrorCode::kBadInput, tr("the index has no address of a price list"),
                input.file.name());
  }
  sink.advise(std::move(*advice));
  sink.describe({.id = {},
                 .name = "AWS price list index",
                 .origin = input.file.name(),
                 .retrieved = to_string(input.today),
                 .note = {}});
  return {};
}

}  // namespace nscope::cost
