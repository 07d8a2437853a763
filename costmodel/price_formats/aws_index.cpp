// AWS's tables of contents: of services, of versions, of regions. They hold no prices;
// who has one is told what to download.
#include "costmodel/price_formats/readers.h"
#include "profiler/base/files/unpacked_text.h"

#include <optional>
#include <vector>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::string_view kServer = "https://pricing.us-east-1.amazonaws.com";
/// An index is small; only its beginning matters for examples.
constexpr std::size_t kMostText = std::size_t{64} << 20;

/// Addresses are printed: only what AWS has in them.
bool is_address(std::string_view text) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-";
  constexpr std::size_t kLongest = 300;
  return text.starts_with('/') && text.size() <= kLongest &&
         text.find_first_not_of(kLetters) == std::string_view::npos;
}

/// The texts of all members of that name: addresses, which have no escapes.
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

/// The first address for us-east-1, else the last one: versions are listed oldest first.
std::string_view example_of(const std::vector<std::string_view>& addresses) {
  for (const std::string_view address : addresses) {
    if (address.find("/us-east-1/") != std::string_view::npos) return address;
  }
  return addresses.back();
}

std::string versions_advice(const std::vector<std::string_view>& addresses) {
  return fmt::format(
      "This is the table of {} versions of a price list; it has no prices. The last "
      "is {}{} with all regions; with the region in front of the file name "
      "(.../us-east-1/index.json) it is one region's, and much smaller.",
      addresses.size(), kServer, addresses.back());
}

std::string regions_advice(const std::vector<std::string_view>& addresses, bool savings_plan) {
  return fmt::format(
      "This is the table of the price lists of {} regions{}; it has no prices. "
      "Download those you buy in, for example {}{}",
      addresses.size(), savings_plan ? " (Savings Plans)" : "", kServer, example_of(addresses));
}

std::string services_advice(std::string_view text) {
  return fmt::format(
      "This is the table of AWS services; it has no prices. Instances are in {}",
      text.find("\"AmazonEC2\"") != std::string_view::npos
          ? fmt::format("{}/offers/v1.0/aws/AmazonEC2/current/us-east-1/index.json "
                        "(put your region for us-east-1), Savings Plans in the lists "
                        "that {}/savingsPlan/v1.0/aws/AWSComputeSavingsPlan/current/"
                        "region_index.json names.",
                        kServer, kServer)
          : "the list of AmazonEC2, which this table does not have.");
}

std::optional<std::string> advice_for(std::string_view text) {
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
    return fail(ErrorCode::kBadInput, "has no address of a price list", input.file.name());
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
