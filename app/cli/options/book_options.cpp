#include "app/cli/options/book_options.h"

#include "app/cli/command.h"

namespace nscope::cli {

void add_book_option(CLI::App& app, BookOptions& options) {
  app.add_option(
         "--book", options.path,
         help("Your price book (default: NSCOPE_PRICE_BOOK, or the one in your data folder)"))
      ->option_text("FILE");
}

void add_book_options(CLI::App& app, BookOptions& options) {
  add_book_option(app, options);
  app.add_option("--known", options.known,
                 help("Use only what was known at the end of a day or at a revision of the book"))
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
  return fail(ErrorCode::kInvalidArgument, tr("HOME is not set; use --book FILE"));
}

std::string book_text(const app::UserBook& book, const Language& language) {
  if (book.path.empty()) return {};
  std::string text;
  if (!book.recovered.empty()) text = language.say(book.recovered) + "\n";
  return text + language.say(tr("The price book is {}, revision {}.", book.path, book.revision)) +
         "\n";
}

}  // namespace nscope::cli
