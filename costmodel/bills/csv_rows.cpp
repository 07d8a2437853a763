#include "costmodel/bills/csv_rows.h"

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::size_t kMaxColumns = 4096;
constexpr std::uint64_t kCheckEvery = 1024;

}  // namespace

CsvRows::CsvRows(UnpackedText text, TaskControl& control)
    : control_(control),
      text_(std::make_unique<UnpackedText>(std::move(text))),
      rows_([in = text_.get()](std::span<std::byte> into) { return in->read(into); },
            text_->name()) {}

Result<std::unique_ptr<CsvRows>> CsvRows::open(UnpackedText text, TaskControl& control) {
  std::unique_ptr<CsvRows> rows(new CsvRows(std::move(text), control));
  const auto more = rows->rows_.next(rows->fields_);
  if (!more) return fail(more.error());
  if (!*more) return fail(ErrorCode::kBadInput, "is empty", rows->text_->name());
  if (rows->fields_.size() > kMaxColumns) {
    return fail(ErrorCode::kBadInput, fmt::format("more than {} columns", kMaxColumns),
                rows->where());
  }
  rows->columns_.assign(rows->fields_.begin(), rows->fields_.end());
  return rows;
}

Result<bool> CsvRows::next() {
  if (rows_.line() % kCheckEvery == 0) {
    if (control_.cancelled()) return cancelled();
    control_.advance_to(text_->consumed());
  }
  auto more = rows_.next(fields_);
  if (!more || !*more) return more;
  if (fields_.size() != columns_.size()) {
    return fail(ErrorCode::kBadInput,
                fmt::format("{} fields, the heading has {}: cut off, or not written as CSV",
                            fields_.size(), columns_.size()),
                where());
  }
  return true;
}

}  // namespace nscope::cost
