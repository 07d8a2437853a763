#pragma once

#include "costmodel/money/date.h"
#include "profiler/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// A published figure other than an instance price: the rate of a service or an energy
/// coefficient. The value is the decimal text of the source.
struct DatedRate {
  std::string what;   ///< "s3_storage", "grid", "idle"
  std::string where;  ///< region or instance type; "*" for all
  std::string value;  ///< decimal
  std::string unit;
  PriceDate date;
  std::string source;
  std::string note;

  double number() const;
  /// "infracost/..., 2022, first 50 TB".
  std::string citation() const;
};

/// The rates of a folder of resources. Immutable; any thread may read it. A rate without a row
/// is unknown.
class DatedRates {
 public:
  /// resources/service-rates/: USD for storage, requests and transfer, columns
  /// service,region,unit,usd,date,source,note. Errors: kBadInput naming file, line and field.
  static Result<DatedRates> services();
  /// resources/carbon/: columns kind,name,value,unit,date,source,note. Errors: the same.
  static Result<DatedRates> carbon();
  /// One file with either heading. Errors: kBadInput naming file, line and field.
  static Result<DatedRates> read(std::string_view content, std::string_view name);

  /// The latest row up to `day` for the place, or for "*" if the place has none; nullptr if the
  /// rate is unknown.
  const DatedRate* find(std::string_view what, std::string_view where, Day day) const;
  const std::vector<DatedRate>& rows() const { return rows_; }

 private:
  static Result<DatedRates> of_folder(std::string_view folder);

  std::vector<DatedRate> rows_;
};

}  // namespace nscope::cost
