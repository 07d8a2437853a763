#pragma once

#include "costmodel/money/date.h"
#include "costmodel/prices/purchase.h"
#include "profiler/base/provenance.h"
#include "profiler/base/result.h"
#include "profiler/base/text.h"
#include "profiler/base/units.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace nscope::cost {

/// A dated price of one source: a row of a price file or of the price store. Amounts are
/// exact, in nano-units of `currency`. The strings are those of the file and are not
/// translated.
struct PriceObservation {
  enum class State {
    kPriced,
    kEstimate,    ///< computed from another price, or the source does not state the exact term
    kNotOffered,  ///< the source states that it cannot be bought
  };

  std::string instance;
  std::string region;  ///< "*" for all regions without a row of their own
  std::string zone;    ///< zone id for Spot; empty for the whole region
  Purchase purchase;
  std::string term;  ///< further terms as stated by the source
  State state = State::kPriced;
  /// Hourly fee of one whole instance, Linux, shared tenancy; 0 if not offered.
  Usd per_hour;
  /// Fee of one instance for the whole term. It is part of `per_hour` for Savings Plans, and is
  /// paid in addition to it for Reserved Instances.
  Usd upfront;
  std::string currency = "USD";          ///< ISO 4217; other currencies are never converted
  PriceDate observed;                    ///< publication date of the list, or date of retrieval
  std::optional<PriceDate> effective{};  ///< first day on which the price applies, if stated
  std::string source;                    ///< id of a PriceSource, or the name of the source
  std::string note;
  bool own = false;  ///< the user's own price, which takes precedence over public prices
};

/// The cost of one hour of the term. Reserved Instances: hourly fee plus the upfront fee spread
/// over the term, per_hour + upfront / (8760 years), as in the AWS Pricing Calculator. Savings
/// Plans: the rate, which includes any upfront payment.
Usd effective_hourly(const PriceObservation& row);
/// The upfront fee spread over the hours of the term; 0 without a term.
Usd upfront_per_hour(const PriceObservation& row);

/// The source of price rows. Names and notes are data of files and are not translated.
struct PriceSource {
  std::string id;         ///< that rows refer to
  std::string name;       ///< for people
  std::string origin;     ///< repository, file or page
  std::string retrieved;  ///< date with the precision that is known
  std::string note;
};

/// A private discount on public prices. It is applied when a price is looked up; rows stay
/// unchanged.
struct Discount {
  std::string instance;                ///< type or family ("trn1"); empty for all
  std::string region;                  ///< empty for all
  std::optional<Purchase> purchase;    ///< empty for all
  std::int64_t parts_per_million = 0;  ///< of the price: 9 % is 90'000
  Day from{};                          ///< first day
  std::optional<Day> until{};          ///< last day
  std::string source;                  ///< the contract, for people
};

/// A price that applies on the requested day.
struct Priced {
  Usd per_hour;       ///< effective price of one instance, including upfront fees and discount
  PriceDate date;     ///< of the observation
  bool dated = true;  ///< false if the price has no date; `date` is then the requested day
  Provenance provenance = Provenance::kPublished;  ///< kApproximate for estimates
  Text source;                                     ///< with the discount, if there is one
  std::string term;
  std::string zone;
  Text note;
  /// Spot: lowest and highest known price in the zones of the region.
  std::optional<std::pair<Usd, Usd>> zones;
  Usd recurring{};                       ///< the hourly fee alone
  Usd upfront{};                         ///< paid at the start of the term
  std::optional<PriceDate> effective{};  ///< first day on which it applies, if stated
  std::optional<Usd> list{};  ///< effective price before the user's discount, if there is one
  bool own = false;           ///< the user's own price
};

/// Whether a cheapest offer can rest on this price on a day: its day is known and within the limit
/// of stale_after_days(), or the user stated it.
bool is_current(const Priced& price, const Purchase& purchase, Day day);

/// The source states that this cannot be bought.
struct NotOffered {
  std::string reason;  ///< of the source
  std::string source;
  PriceDate date;
};

/// The book has no price in US dollars.
struct UnknownPrice {
  Text remedy;  ///< how to obtain the price
};

using PriceState = std::variant<Priced, NotOffered, UnknownPrice>;

/// The table cell of a state without a price: "not offered" or "unknown". Empty for a price.
Phrase missing_word(const PriceState& state);

/// A price file that is added to the built-in files.
struct PriceFile {
  std::string name;  ///< for messages
  std::string content;
  bool own = false;  ///< the rows are the user's own prices
};

/// Rows, sources and discounts from outside the price files: the user's price store.
struct BookLayer {
  std::vector<PriceObservation> rows;
  std::vector<PriceSource> sources;
  std::vector<Discount> discounts;
  /// Omits built-in rows observed after this day: the book as it was known on this day.
  std::optional<Day> known{};
};

/// All known prices with their history: list prices per instance-hour, the user's own prices
/// and discounts. Immutable after load(); any thread may read it.
class PriceBook {
 public:
  /// The built-in files of resources/prices/. Errors: kBadInput naming file,
  /// line and reason.
  static Result<PriceBook> load() { return load({}); }
  /// The built-in files, then `files`, then `layer`.
  static Result<PriceBook> load(std::span<const PriceFile> files, BookLayer layer = {});
  /// A copy of this book with additional rows.
  PriceBook with(std::vector<PriceObservation> more) const;

  /// The price of one instance-hour in US dollars on a day. Takes the row with the newest
  /// date: the day on which it was observed or, if that is later, the first day on which the
  /// price applies. A row of the region takes precedence over a row for "*", the user's own
  /// price over a public price, and among rows of the same day the one that was loaded last.
  /// The most specific Discount of the day is subtracted from public prices. For Spot without
  /// `zone`: the median of the prices in the zones, if they were observed on the day of the price
  /// of the whole region or later, or if there is none; the note names the cheapest zone. Estimates
  /// for zones give way to stated prices and to a price of the whole region.
  PriceState as_of(std::string_view instance, std::string_view region, const Purchase& purchase,
                   Day day, std::string_view zone = {}) const;

  /// All rows, sorted by instance, region, purchase, zone and day observed.
  std::span<const PriceObservation> observations() const { return rows_; }
  /// The rows of one instance, oldest first within region, purchase and zone.
  std::span<const PriceObservation> observations(std::string_view instance) const;
  std::span<const PriceSource> sources() const { return sources_; }
  std::span<const Discount> discounts() const { return discounts_; }
  /// The name of a source for people, or the id itself.
  std::string source_name(std::string_view id) const;
  std::vector<std::string> instances() const;  ///< sorted
  std::vector<std::string> regions() const;    ///< sorted, without "*"
  /// Errors: kNotFound with the closest names if no price is for this region.
  Result<> check_region(const std::string& region) const;
  /// Checks a price that the user stated for one instance-hour. Errors: kBadInput if it is more
  /// than ten times the highest public price of the type in the book, which indicates another unit
  /// or a missing decimal point.
  Result<> check_amount(std::string_view instance, Usd per_hour) const;
  /// The latest day of any row: the day of evaluation if the user states none.
  Day latest() const;

 private:
  void sort();
  const Discount* discount(const PriceObservation& row, std::string_view region, Day day) const;
  Priced priced(const PriceObservation& row, std::string_view region, Day day) const;

  std::vector<PriceObservation> rows_;
  std::vector<PriceSource> sources_;
  std::vector<Discount> discounts_;
};

/// Whether `type` is `pattern` or belongs to the family `pattern`: "trn1" matches
/// "trn1.32xlarge" but not "trn1n.32xlarge".
bool matches_instance(std::string_view pattern, std::string_view type);

}  // namespace nscope::cost
