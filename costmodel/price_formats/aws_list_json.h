#pragma once

#include "costmodel/price_formats/aws_offer.h"
#include "profiler/base/json/json_scanner.h"

#include <functional>
#include <string>

namespace nscope::cost {

/// Walks through a file with JSON once: `read` gets the scanner. Nothing but spaces may
/// follow what it reads. Errors: kBadInput naming line and member, kCancelled.
Result<> scan_json(const PriceInput& input, TaskControl& control,
                   const std::function<void(JsonScanner& in)>& read);

/// The day of a list's publicationDate; an error in `in` where it is none.
std::optional<PriceDate> publication_day(JsonScanner& in, std::string_view text);

/// One of AWS's lists as JSON: one document of up to several gigabytes, in it the version,
/// the publicationDate, all products, and then all terms. It is walked through once; a
/// document with its terms in front takes a second walk. One thread.
class AwsListJson {
 public:
  virtual ~AwsListJson() = default;
  AwsListJson(const AwsListJson&) = delete;
  AwsListJson& operator=(const AwsListJson&) = delete;

  /// Errors: those of scan_json(); kBadInput where products or terms are missing.
  Result<> read(TaskControl& control);

 protected:
  AwsListJson(const PriceInput& input, PriceSink& sink) : input_(input), sink_(sink) {}

  /// The value of "products", once.
  virtual void read_products(JsonScanner& in) = 0;
  /// The value of "terms", once the products are known.
  virtual void read_terms(JsonScanner& in) = 0;
  /// Any other member.
  virtual void read_other(JsonScanner& in, const std::string& name) = 0;

  PriceSink& sink() { return sink_; }
  const PriceInput& input() const { return input_; }
  const PriceDate& published() const { return published_; }  ///< else the day of the import
  OfferList& list() { return list_; }

 private:
  void read_member(JsonScanner& in, const std::string& name);

  const PriceInput& input_;
  PriceSink& sink_;
  OfferList list_;
  PriceDate published_{input_.today, PriceDate::Precision::kDay};
  bool found_products_ = false;
  bool found_terms_ = false;
  bool terms_wait_ = false;
};

}  // namespace nscope::cost
