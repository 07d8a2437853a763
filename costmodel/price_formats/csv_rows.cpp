#include "costmodel/price_formats/csv_rows.h"

namespace nscope::cost {

CsvRows::CsvRows(UnpackedText text, TaskControl& control)
    : text_(std::make_unique<UnpackedText>(std::move(text))),
      rows_([in = text_.get(),
             &control](std::span<std::byte> into) { return in->read(into, control); },
            text_->name()) {}

Result<CsvRows> CsvRows::open(UnpackedText text, TaskControl& control) {
  CsvRows rows(std::move(text), control);
  const auto more = rows.next();
  if (!more) return fail(more.error());
  if (!*more) return fail(ErrorCode::kBadInput, tr("the file is empty"), rows.text_->name());
  if (auto ok = rows.take_heading(); !ok) return fail(ok.error());
  return rows;
}

Result<> CsvRows::take_heading() {
  constexpr std::size_t kMaxColumns = 4096;
  if (fields_.size() > kMaxColumns) {
    return fail(ErrorCode::kBadInput, tr("has more than {} columns", as::count(kMaxColumns)),
                where());
  }
  columns_.assign(fields_.begin(), fields_.end());
  return {};
}

Result<bool> CsvRows::next() {
  auto more = rows_.next(fields_);
  if (!more || !*more || columns_.empty() || fields_.size() == columns_.size()) return more;
  return fail(ErrorCode::kBadInput,
              tr("the row has {} fields, but there are {} column names; the file is truncated or "
                 "not valid CSV",
                 fields_.size(), columns_.size()),
              where());
}

}  // namespace nscope::cost
