#include "app/cli/options/book_options.h"

#include <fmt/format.h>

namespace nscope::cli {

void add_book_option(CLI::App& app, BookOptions& options) {
  app.add_option("--book", options.path,
                 "Price book of yours (else NSCOPE_PRICE_BOOK, or the one in your data folder)")
      ->option_text("FILE");
}

void add_book_options(CLI::App& app, BookOptions& options) {
  add_book_option(app, options);
  app.add_option("--known", options.known,
                 "Only what was known at the end of a day, or at a revision of the book")
      ->option_text("DAY|REVISION");
}

Result<app::UserBook> load_book(const BookOptions& options) {
  const auto pin = app::parse_book_pin(options.known);
  if (!pin) return fail(pin.error());
  return app::load_user_book({.path = options.path, .pin = *pin});
}

Result<std::string> book_to_change(const BookOptions& options) {
  std::string path = options.path.empty() ? app::default_price_book() : options.path;
  if (!path.empty()) return path;
  return fail(ErrorCode::kInvalidArgument, "there is no home folder: name the book with --book");
}

std::string book_sentence(const app::UserBook& book) {
  if (book.path.empty()) return {};
  return fmt::format("With the price book {}, revision {}.\n", book.path, book.revision);
}

}  // namespace nscope::cli
