#pragma once

#include "app/cli/command.h"
#include "app/cli/options/book_options.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nscope::cli {

// Changes of the user's price book by `nscope prices`.

struct ImportArguments {
  BookOptions book;
  std::vector<std::string> files;
  std::vector<std::string> instances;
  std::string observed;  ///< day of the download of files without dates
  bool all = false;
  bool own = false;
  bool detail = false;
};
/// Imports each file in its own transaction: files before an error remain imported.
Result<CommandOutput> import_prices(const ImportArguments& arguments, const CommonOptions& common,
                                    TaskControl& control);

Result<CommandOutput> list_imports(const BookOptions& book, const CommonOptions& common);

struct ForgetArguments {
  BookOptions book;
  std::int64_t id = 0;
};
Result<CommandOutput> forget_import(const ForgetArguments& arguments, const CommonOptions& common);

struct DiscountArguments {
  BookOptions book;
  std::string percent;
  std::string service;  ///< of kDiscountServices; empty: ec2
  std::string instance;
  std::string region;
  std::string option;
  std::string from;
  std::string until;
  std::string source;
};
Result<CommandOutput> add_discount(const DiscountArguments& arguments, const CommonOptions& common);

}  // namespace nscope::cli
