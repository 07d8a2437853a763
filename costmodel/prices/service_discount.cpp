#include "costmodel/prices/service_discount.h"

#include "costmodel/money/figures.h"

#include <vector>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::string_view kEverything = "service:all";

/// The service of a rate; empty if no discount can name it.
std::string_view service_of(std::string_view rate) {
  if (rate.starts_with("s3_")) return "s3";
  return rate.starts_with("egress_") ? "data_transfer" : "";
}

int service_rank(const Discount& discount) {
  return (discount.instance == kEverything ? 0 : 2) + (discount.region.empty() ? 0 : 1);
}

}  // namespace

std::string service_pattern(std::string_view service) {
  return service == "ec2" ? std::string() : fmt::format("service:{}", service);
}

bool is_cross_service(std::string_view pattern) {
  return pattern == kEverything;
}

const Discount* service_discount(std::span<const Discount> discounts, std::string_view rate,
                                 std::string_view region, Day day) {
  const std::string own = service_pattern(service_of(rate));
  const Discount* best = nullptr;
  for (const Discount& one : discounts) {
    const bool applies = (one.instance == own || is_cross_service(one.instance)) &&
                         (one.region.empty() || one.region == region) && !one.purchase &&
                         one.from <= day && (!one.until || day <= *one.until);
    if (applies && (best == nullptr || service_rank(one) >= service_rank(*best))) best = &one;
  }
  return best;
}

Text other_service_discounts(std::span<const Discount> discounts, Day day) {
  std::vector<Text> texts;
  for (const Discount& one : discounts) {
    const bool applies = one.from <= day && (!one.until || day <= *one.until);
    if (!applies) continue;
    if (one.instance == service_pattern("s3")) {
      texts.push_back(tr("S3 {}", to_text(one)));
    } else if (one.instance == service_pattern("data_transfer")) {
      texts.push_back(tr("data transfer {}", to_text(one)));
    }
  }
  return joined_by_semicolons(texts);
}

Usd discounted(Usd amount, const Discount& discount) {
  constexpr std::int64_t kAll = 1'000'000;
  const std::int64_t kept = kAll - discount.parts_per_million;
  const std::int64_t nano = amount.nano();  // in two parts, because the product can overflow
  return Usd::from_nano(nano / kAll * kept + (nano % kAll * kept + kAll / 2) / kAll);
}

Text to_text(const Discount& discount) {
  return tr("less {} % ({})", as_digits(static_cast<double>(discount.parts_per_million) / 1e4, 6),
            discount.source);
}

}  // namespace nscope::cost
