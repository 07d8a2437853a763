#pragma once

#include "costmodel/bills/baseline.h"
#include "profiler/base/result.h"

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace nscope::cli {

/// The lines of a bill that a command uses, and the rates of their currencies: --tag, --account and
/// --rate.
struct BillOptions {
  std::string tag;
  std::string account;
  std::vector<std::string> rates;
};

void add_bill_options(CLI::App& app, BillOptions& options);

/// The filter with key and value of "team=llm". Errors: kInvalidArgument.
Result<cost::BillFilter> bill_filter(const BillOptions& options);

/// Errors: those of cost::parse_exchange_rates().
Result<std::vector<cost::ExchangeRate>> bill_rates(const BillOptions& options);

}  // namespace nscope::cli
