#pragma once

#include "costmodel/prices/price_book.h"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace nscope::cost {

/// What a private discount can name: instances, storage in S3, data transfer, or everything. The
/// program has no prices of other services.
inline constexpr std::array<std::string_view, 4> kDiscountServices{"ec2", "s3", "data_transfer",
                                                                   "all"};

/// The Discount::instance of a discount on a service: "service:s3". Empty for "ec2", which means
/// all instances.
std::string service_pattern(std::string_view service);
/// Whether a Discount::instance is that of a discount on everything.
bool is_cross_service(std::string_view pattern);

/// The discount on a rate of DatedRates::services() ("s3_storage", "egress_internet") on a day:
/// that of its service, else that on everything; of these the one for the region, else the newest.
/// Null if there is none.
const Discount* service_discount(std::span<const Discount> discounts, std::string_view rate,
                                 std::string_view region, Day day);

/// The discounts on services other than instances that apply on the day: "S3 less 20 % (EDP 2026)".
/// For results that have no costs of such services, which must say that they do not use them. Empty
/// if there are none.
Text other_service_discounts(std::span<const Discount> discounts, Day day);

/// The amount less the discount, rounded to nano-dollars.
Usd discounted(Usd amount, const Discount& discount);
/// "less 9 % (EDP 2026)".
Text to_text(const Discount& discount);

}  // namespace nscope::cost
