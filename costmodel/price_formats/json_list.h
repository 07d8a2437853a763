#pragma once

#include "costmodel/price_formats/price_format.h"
#include "costmodel/prices/price_file.h"
#include "profiler/base/json.h"

#include <functional>
#include <string>
#include <string_view>

namespace nscope::cost {

/// A file that is one JSON document. Errors: those of whole_text() and parse_json().
Result<Json> whole_json(const PriceInput& input, TaskControl& control);

/// Reads the answers of AWS's API that prices stand in: one object with a list.
/// `each` is called for every entry, an object. Errors: kBadInput naming line or
/// member, kCancelled, those of `each`.
Result<> read_json_list(const PriceInput& input, const char* list, TaskControl& control,
                        const std::function<Result<>(StrictObject& entry)>& each);

/// An amount that a JSON document has as text or number; nothing where there is no
/// such member. Errors go to `in`: no amount of money, a negative one, or one above
/// `limit`.
std::optional<Usd> json_price(StrictObject& in, const char* key, Usd limit = kMostPerHour);

/// "us-east-1" of "us-east-1a", of a Local Zone ("us-east-1-dfw-2a") the zone's group
/// "us-east-1-dfw-2"; "" for other texts.
std::string_view region_of_zone(std::string_view zone);
/// "us-east-1" of the zone id "use1-az4"; "" for ids of regions that we do not know.
std::string_view region_of_zone_id(std::string_view zone_id);
/// The first region code in a text such as a file's name; "" without one.
std::string_view find_region(std::string_view text);

/// "Linux/UNIX", in a VPC or not: what prices of this project are for.
bool is_plain_linux(std::string_view product_description);

}  // namespace nscope::cost
