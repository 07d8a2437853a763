#pragma once

#include "app/cli/command.h"
#include "app/cli/options/book_options.h"

#include <string>

namespace nscope::cli {

/// `nscope prices check DOCUMENT`.
struct CheckArguments {
  BookOptions book;
  std::string document;
  std::string as_of;
};

/// The prices that a cost scenario, a plan or a migration study needs, and which file to import for
/// those that are out of date or unknown. Exit code 1 if there are any. Errors: those of reading.
Result<CommandOutput> check_prices_of(const CheckArguments& arguments, const CommonOptions& common);

/// `nscope prices add INSTANCE`.
struct AddArguments {
  BookOptions book;
  std::string instance;
  std::string region;
  std::string zone;
  std::string option;
  std::string price;
  std::string upfront;
  std::string currency;
  std::string date;
  std::string effective;
  std::string source;
  std::string note;
};

/// Adds one own price to the book, with the checks of `prices import --own`. Errors: those of the
/// import.
Result<CommandOutput> add_price(const AddArguments& arguments, const CommonOptions& common,
                                TaskControl& control);

}  // namespace nscope::cli
