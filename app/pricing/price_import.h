#pragma once

#include "costmodel/price_store/price_store.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <string>
#include <vector>

namespace nscope::app {

/// Price lists that shall go into the user's book.
struct PriceImport {
  std::string book;  ///< its file
  std::vector<std::string> files;
  cost::ImportOptions options;
};

/// Imports each file in a transaction of its own: what came before an error stays, and the error
/// says so. The book is made only where all files are price lists. Any thread. Errors: those of
/// recognising, of PriceStore::open() and PriceStore::import().
Result<std::vector<cost::ImportReport>> import_prices(const PriceImport& request,
                                                      TaskControl& control);

/// Whether all files are price lists, by their content.
bool are_price_lists(const std::vector<std::string>& files);

}  // namespace nscope::app
