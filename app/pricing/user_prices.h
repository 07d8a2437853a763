#pragma once

#include "costmodel/price_store/price_store.h"
#include "costmodel/prices/price_book.h"

#include <cstdint>
#include <optional>
#include <string>

namespace nscope::app {

/// Where the user's price book is where nobody says: NSCOPE_PRICE_BOOK, else
/// neuronscope/prices.db in XDG_DATA_HOME or ~/.local/share. Empty without a home.
std::string default_price_book();

/// Which book to use.
struct BookChoice {
  std::string path;  ///< empty: default_price_book(), if it is there
  cost::BookPin pin{};
};

/// A book and what it was made of, for reports that shall come out the same again.
struct UserBook {
  cost::PriceBook book;
  std::string path;           ///< empty: built-in prices only
  std::int64_t revision = 0;  ///< of the file
};

/// The built-in prices, with the user's imports and discounts on top. Errors: kNotFound
/// for a named file that is not there; those of reading.
Result<UserBook> load_user_book(const BookChoice& choice = {});

/// Reads what the user types for a pin: a day, or a revision's number. Errors:
/// kInvalidArgument.
Result<cost::BookPin> parse_book_pin(const std::string& text);

}  // namespace nscope::app
