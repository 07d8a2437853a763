#pragma once

#include "costmodel/price_formats/aws_offer.h"
#include "costmodel/price_formats/csv_rows.h"

#include <functional>

namespace nscope::cost {

/// An AWS price list in CSV: lines with a name and a value (FormatVersion, Disclaimer, Publication
/// Date, Version, OfferCode), the column names, and one row per price. One thread.
class AwsListCsv {
 public:
  /// Reads up to the column names. Errors: kBadInput naming line and field; those of reading.
  static Result<AwsListCsv> open(const PriceInput& input, TaskControl& control);

  const OfferList& list() const { return list_; }
  /// The publication date, or the stated day of the download; empty if neither is known.
  const std::optional<PriceDate>& published() const { return published_; }
  const CsvRows& rows() const { return rows_; }

  /// Calls `read` for each row. Errors: those of reading and of `read`; errors without a place get
  /// the line.
  Result<> each_row(const std::function<Result<>()>& read);

 private:
  explicit AwsListCsv(CsvRows rows) : rows_(std::move(rows)) {}
  Result<> read_head(const PriceInput& input);

  CsvRows rows_;
  OfferList list_;
  std::optional<PriceDate> published_;
};

/// Whether a text starts with FormatVersion, quoted or not.
bool sniff_list_csv(std::string_view head);

}  // namespace nscope::cost
