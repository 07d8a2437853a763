#include "app/pricing/user_prices.h"

#include <charconv>
#include <cstdlib>
#include <filesystem>

namespace nscope::app {
namespace {

/// A folder from an environment variable. Relative paths are ignored, as the XDG base directory
/// specification requires.
std::filesystem::path folder_of(const char* name) {
  const char* const value = std::getenv(name);
  const std::filesystem::path folder(value != nullptr ? value : "");
  return folder.is_absolute() ? folder : std::filesystem::path();
}

}  // namespace

std::string default_price_book() {
  const char* const named = std::getenv("NSCOPE_PRICE_BOOK");
  if (named != nullptr && *named != '\0') return named;
  std::filesystem::path data = folder_of("XDG_DATA_HOME");
  if (data.empty()) {
    const std::filesystem::path home = folder_of("HOME");
    if (home.empty()) return {};
    data = home / ".local" / "share";
  }
  return (data / "neuronscope" / "prices.db").string();
}

Result<UserBook> load_user_book(const BookChoice& choice) {
  UserBook user;
  user.path = choice.path.empty() ? default_price_book() : choice.path;
  std::error_code error;
  const bool there = !user.path.empty() && std::filesystem::exists(user.path, error);
  cost::BookLayer layer;
  if (there || !choice.path.empty()) {
    auto stored = cost::read_price_store(user.path, choice.pin);
    if (!stored) return fail(stored.error());
    layer = std::move(stored->layer);
    user.revision = stored->revision;
    user.recovered = std::move(stored->recovered);
  } else {
    user.path.clear();
    layer.known = choice.pin.day;
    if (choice.pin.revision.value_or(0) != 0) {
      return fail(ErrorCode::kNotFound, tr("there is no price book, so revision {} does not exist",
                                           *choice.pin.revision));
    }
  }
  auto book = cost::PriceBook::load({}, std::move(layer));
  if (!book) return fail(book.error());
  user.book = std::move(*book);
  return user;
}

Result<cost::BookPin> parse_book_pin(const std::string& text) {
  cost::BookPin pin;
  if (text.empty()) return pin;
  std::int64_t revision = 0;
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, revision);
  if (error == std::errc() && last == end && revision >= 0) {
    pin.revision = revision;
    return pin;
  }
  const auto day = cost::parse_day(text);
  if (!day) {
    return fail(ErrorCode::kInvalidArgument,
                tr("'{}' is neither a date (YYYY-MM-DD) nor a revision of the price book",
                   text.substr(0, 40)));
  }
  pin.day = *day;
  return pin;
}

}  // namespace nscope::app
