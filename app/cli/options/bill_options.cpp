#include "app/cli/options/bill_options.h"

#include "app/cli/command.h"
#include "app/documents/today.h"

namespace nscope::cli {

void add_bill_options(CLI::App& app, BillOptions& options) {
  app.add_option("--tag", options.tag, help("Only lines of the bill with this tag"))
      ->option_text("KEY=VALUE");
  app.add_option("--account", options.account, help("Only lines of the bill of this usage account"))
      ->option_text("ID");
  app.add_option("--rate", options.rates,
                 help("Dollars for one unit of another currency and their day, for the prices per "
                      "hour; can be repeated"))
      ->option_text("EUR=1.084@DAY");
}

Result<cost::BillFilter> bill_filter(const BillOptions& options) {
  cost::BillFilter filter{.account = options.account};
  // Bills have UTC times, and the current hour may be in the bill.
  filter.now = cost::Instant(app::today() + std::chrono::days(1));
  if (options.tag.empty()) return filter;
  const std::size_t equals = options.tag.find('=');
  if (equals == std::string::npos || equals == 0) {
    return fail(ErrorCode::kInvalidArgument,
                tr("invalid value '{}' for --tag; use KEY=VALUE, or KEY= for lines without the tag",
                   options.tag));
  }
  filter.tag_key = options.tag.substr(0, equals);
  filter.tag_value = options.tag.substr(equals + 1);
  return filter;
}

Result<std::vector<cost::ExchangeRate>> bill_rates(const BillOptions& options) {
  return cost::parse_exchange_rates(options.rates, app::today());
}

}  // namespace nscope::cli
