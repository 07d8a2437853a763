#pragma once

#include "costmodel/price_store/price_store.h"
#include "costmodel/prices/price_book.h"

#include <cstdint>
#include <optional>
#include <string>

namespace nscope::app {

/// The default path of the user's price book: NSCOPE_PRICE_BOOK, or neuronscope/prices.db in
/// XDG_DATA_HOME or ~/.local/share. Empty if HOME is not set.
std::string default_price_book();

/// The price book to use.
struct BookChoice {
  std::string path;  ///< if empty: default_price_book(), if the file exists
  cost::BookPin pin{};
};

/// A price book with its file and revision, so that reports can be reproduced.
struct UserBook {
  cost::PriceBook book;
  std::string path;           ///< empty if there are built-in prices only
  std::int64_t revision = 0;  ///< of the file
  Text recovered{};           ///< see cost::StoredBook
};

/// The built-in prices with the user's imports and discounts. Errors: kNotFound if a stated file
/// does not exist; those of reading.
Result<UserBook> load_user_book(const BookChoice& choice = {});

/// Parses a date or the number of a revision. Errors: kInvalidArgument.
Result<cost::BookPin> parse_book_pin(const std::string& text);

}  // namespace nscope::app
