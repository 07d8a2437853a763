#pragma once

#include "app/pricing/user_prices.h"
#include "profiler/base/language.h"
#include "profiler/base/result.h"

#include <string>

#include <CLI/CLI.hpp>

namespace nscope::cli {

/// The price book that a command uses: --book FILE and --known DAY|REVISION.
struct BookOptions {
  std::string path;
  std::string known;
};

void add_book_option(CLI::App& app, BookOptions& options);
/// Declares also --known, for commands that only read the book.
void add_book_options(CLI::App& app, BookOptions& options);

/// Errors: kInvalidArgument for --known; those of reading.
Result<app::UserBook> load_book(const BookOptions& options);

/// The path of the book that a command changes. Errors: kInvalidArgument if there is neither --book
/// nor a home folder.
Result<std::string> book_to_change(const BookOptions& options);

/// A line that names the book and its revision, after one about a recovered file; empty if only
/// built-in prices are used.
std::string book_text(const app::UserBook& book, const Language& language);

}  // namespace nscope::cli
