#pragma once

#include "costmodel/price_formats/aws_offer.h"
#include "costmodel/price_formats/csv_rows.h"

#include <functional>

namespace nscope::cost {

/// One of AWS's lists as CSV: lines of a name and a value (FormatVersion, Disclaimer,
/// Publication Date, Version, OfferCode), the heading, a row for each price. One thread.
class AwsListCsv {
 public:
  /// Reads up to the heading. Errors: kBadInput naming line and field; those of reading.
  static Result<AwsListCsv> open(const PriceInput& input, TaskControl& control);

  const OfferList& list() const { return list_; }
  const PriceDate& published() const { return published_; }  ///< else the day of the import
  const CsvRows& rows() const { return rows_; }

  /// Calls `read` for each row. Errors: those of reading and of `read`, with the line
  /// where they name no place.
  Result<> each_row(const std::function<Result<>()>& read);

 private:
  explicit AwsListCsv(CsvRows rows) : rows_(std::move(rows)) {}
  Result<> read_head(const PriceInput& input);

  CsvRows rows_;
  OfferList list_;
  PriceDate published_;
};

/// Whether a text begins with such lines, quoted or not.
bool sniff_list_csv(std::string_view head);

}  // namespace nscope::cost
