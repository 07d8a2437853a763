#pragma once

#include "costmodel/price_formats/aws_offer.h"
#include "profiler/base/json/json_scanner.h"

#include <functional>
#include <string>

namespace nscope::cost {

/// Reads a JSON file in one pass: `read` is called with the scanner. Only white space may follow
/// the value that it reads. Errors: kBadInput naming line and member, kCancelled.
Result<> scan_json(const PriceInput& input, TaskControl& control,
                   const std::function<void(JsonScanner& in)>& read);

/// The day of the publicationDate of a list; records an error in `in` if it is not a date.
std::optional<PriceDate> publication_day(JsonScanner& in, std::string_view text);

/// An AWS price list in JSON: a document of up to several gigabytes with the version, the
/// publicationDate, all products, and then all terms. It is read in one pass, or in two if the
/// terms are before the products. One thread.
class AwsListJson {
 public:
  virtual ~AwsListJson() = default;
  AwsListJson(const AwsListJson&) = delete;
  AwsListJson& operator=(const AwsListJson&) = delete;

  /// Errors: those of scan_json(); kBadInput if products or terms are missing.
  Result<> read(TaskControl& control);

 protected:
  AwsListJson(const PriceInput& input, PriceSink& sink) : input_(input), sink_(sink) {}

  /// Reads the value of "products"; called once.
  virtual void read_products(JsonScanner& in) = 0;
  /// Reads the value of "terms"; called after read_products().
  virtual void read_terms(JsonScanner& in) = 0;
  /// Reads any other member.
  virtual void read_other(JsonScanner& in, const std::string& name) = 0;

  PriceSink& sink() { return sink_; }
  const PriceInput& input() const { return input_; }
  /// The publication date, or the stated day of the download; empty if neither is known.
  const std::optional<PriceDate>& published() const { return published_; }
  OfferList& list() { return list_; }

 private:
  void read_member(JsonScanner& in, const std::string& name);

  const PriceInput& input_;
  PriceSink& sink_;
  OfferList list_;
  std::optional<PriceDate> published_ = stated_day(input_);
  bool found_products_ = false;
  bool found_terms_ = false;
  bool terms_wait_ = false;
};

}  // namespace nscope::cost
