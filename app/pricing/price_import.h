#pragma once

#include "costmodel/price_store/price_store.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <string>
#include <vector>

namespace nscope::app {

/// Opens files and recognises what they are by their content. Errors: those of ByteSource::open()
/// and cost::recognise_prices(), of the first file that is no price list.
Result<std::vector<cost::PriceList>> open_price_lists(const std::vector<std::string>& files);

/// Imports each list into the user's book, the file `book`, in a transaction of its own: what came
/// before an error stays, and the error says so. The book is made where there is none. Any thread.
/// Errors: those of PriceStore::open() and PriceStore::import().
Result<std::vector<cost::ImportReport>> import_prices(const std::string& book,
                                                      const std::vector<cost::PriceList>& lists,
                                                      const cost::ImportOptions& options,
                                                      TaskControl& control);

}  // namespace nscope::app
