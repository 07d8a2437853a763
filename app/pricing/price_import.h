#pragma once

#include "costmodel/price_store/price_store.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <string>
#include <vector>

namespace nscope::app {

/// Opens the files and recognises the format of each by its content. Errors: those of
/// ByteSource::open() and cost::recognise_prices(), for the first file that is not a price list.
Result<std::vector<cost::PriceList>> open_price_lists(const std::vector<std::string>& files);

/// Imports each list into the user's price book, the file `book`, in its own transaction. After an
/// error the lists imported before it remain, and the message states their number. Creates the book
/// if it does not exist. Any thread. Errors: those of PriceStore::open() and PriceStore::import().
Result<std::vector<cost::ImportReport>> import_prices(const std::string& book,
                                                      const std::vector<cost::PriceList>& lists,
                                                      const cost::ImportOptions& options,
                                                      TaskControl& control);

}  // namespace nscope::app
