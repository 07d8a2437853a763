#pragma once

#include "costmodel/price_formats/aws_offer.h"
#include "costmodel/price_formats/csv_stream.h"

#include <optional>

namespace nscope::cost {

/// What stands above the rows of AWS's lists as CSV: lines of a name and a value
/// (FormatVersion, Disclaimer, Publication Date, Version, OfferCode), then the heading.
struct ListHead {
  OfferList list;
  std::optional<PriceDate> published;
  CsvColumns columns;
};

/// Whether a text begins with such lines, quoted or not.
bool sniff_list_csv(std::string_view head);

/// Reads them and the heading. Errors: kBadInput naming line and field; those of reading.
Result<ListHead> read_list_head(CsvStream& csv);

}  // namespace nscope::cost
