#pragma once

#include "costmodel/price_formats/price_format.h"
#include "costmodel/prices/price_file.h"
#include "profiler/base/json.h"

#include <functional>
#include <string>
#include <string_view>

namespace nscope::cost {

/// Reads a file that is one JSON document. Errors: those of whole_text() and parse_json().
Result<Json> whole_json(const PriceInput& input, TaskControl& control);

/// Reads the output of an AWS API command: an object with the array `list`. `each` is called for
/// every entry, which must be an object. Errors: kBadInput naming line or member, kCancelled, those
/// of `each`.
Result<> read_json_list(const PriceInput& input, const char* list, TaskControl& control,
                        const std::function<Result<>(StrictObject& entry)>& each);

/// An amount that is a string or number in a JSON document; empty if absent. Errors are recorded in
/// `in`: the value is not an amount, is negative, or exceeds `limit`.
std::optional<Usd> json_price(StrictObject& in, const char* key, Usd limit = kMostPerHour);

/// "us-east-1" for "us-east-1a"; for a Local Zone ("us-east-1-dfw-2a") its group
/// "us-east-1-dfw-2"; "" for other texts.
std::string_view region_of_zone(std::string_view zone);
/// "us-east-1" for the zone id "use1-az4"; "" for ids of unknown regions.
std::string_view region_of_zone_id(std::string_view zone_id);
/// The first text with the form of a region code in a text such as a file name; "" if there is none.
std::string_view find_region(std::string_view text);
/// Whether a region code has the form that AWS uses: "us-gov-east-1", "ap-southeast-7". New regions
/// have it as well, typing errors such as "us-esat-1" do not.
bool is_region_code(std::string_view code);

/// Whether the product is "Linux/UNIX", in a VPC or not. The price book has no others.
bool is_plain_linux(std::string_view product_description);

}  // namespace nscope::cost
