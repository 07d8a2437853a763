#pragma once

#include "app/pricing/user_prices.h"
#include "profiler/base/result.h"

#include <string>

#include <CLI/CLI.hpp>

namespace nscope::cli {

/// Which price book a command uses: --book FILE and --known DAY|REVISION.
struct BookOptions {
  std::string path;
  std::string known;
};

void add_book_option(CLI::App& app, BookOptions& options);
/// The same and --known, for commands that only read.
void add_book_options(CLI::App& app, BookOptions& options);

/// Errors: kInvalidArgument for --known; those of reading.
Result<app::UserBook> load_book(const BookOptions& options);

/// The file that changes go to. Errors: kInvalidArgument without a home and --book.
Result<std::string> book_to_change(const BookOptions& options);

/// A sentence for a report: which book, at which revision; empty for built-in prices only.
std::string book_sentence(const app::UserBook& book);

}  // namespace nscope::cli
