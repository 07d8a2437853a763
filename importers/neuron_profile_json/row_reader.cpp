#include "importers/neuron_profile_json/row_reader.h"

#include "importers/shared/json_values.h"
#include "importers/shared/printable.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <tbb/task_group.h>

namespace nscope::importers {
namespace {

// Limits the memory of one row; rows of real exports have about 1 KiB.
constexpr std::size_t kMaxRow = 16u << 20;

// A larger piece is parsed row by row, to limit memory.
constexpr std::size_t kMaxPiece = 4u << 20;
// Pieces that are being parsed or are ready.
constexpr std::size_t kAhead = 4;

}  // namespace

struct RowReader::Ahead {
  explicit Ahead(const FieldTable& fields) : batch(fields) {}

  RowBatch batch;
  bool valid = false;
  tbb::task_group work;
};

RowReader::RowReader(const ByteSource& file, const DocumentMember& list,
                     std::span<const std::string_view> fields, TraceWriter& out,
                     TaskControl& control)
    : file_(file), list_(list), fields_(fields), out_(out), control_(control), single_(fields_) {
  cut_into_pieces();
}

RowReader::~RowReader() {
  for (const auto& ahead : ahead_) ahead->work.wait();
}

/// Cuts the text between the brackets at the commas after the known row ends.
void RowReader::cut_into_pieces() {
  const std::string_view text = file_.text();
  std::size_t begin = list_.begin + 1;
  const std::size_t end = list_.end - 1;  // ']'
  const auto blank = [&](std::size_t from, std::size_t to) {
    return text.substr(from, to - from).find_first_not_of(" \t\r\n") == std::string_view::npos;
  };
  for (const std::size_t row_end : list_.row_ends) {
    const std::size_t comma = text.find_first_not_of(" \t\r\n", row_end);
    if (comma >= end || text[comma] != ',') break;
    pieces_.push_back({begin, row_end});
    begin = comma + 1;
  }
  if (begin < end && (!pieces_.empty() || !blank(begin, end))) pieces_.push_back({begin, end});
}

void RowReader::parse_ahead() {
  for (; submitted_ < pieces_.size() && submitted_ < piece_ + kAhead; ++submitted_) {
    if (ahead_.size() < kAhead) ahead_.push_back(std::make_unique<Ahead>(fields_));
    Ahead& ahead = *ahead_[submitted_ % kAhead];
    const std::string_view text = text_of(pieces_[submitted_]);
    ahead.valid = false;
    if (text.size() > kMaxPiece) continue;
    const auto parse = [&ahead, text] { ahead.valid = ahead.batch.parse(text); };
    if (pieces_.size() == 1) {
      parse();
    } else {
      ahead.work.run(parse);
    }
  }
}

/// Makes the rows of the next piece available; false at the end of the list.
Result<bool> RowReader::open_piece() {
  if (control_.cancelled()) return cancelled();
  if (piece_ >= pieces_.size()) return false;
  const Piece& piece = pieces_[piece_];
  control_.advance_to(list_.done + piece.begin - list_.begin);
  parse_ahead();
  Ahead& ahead = *ahead_[piece_ % kAhead];
  ahead.work.wait();
  open_ = true;
  row_begins_.clear();
  in_batch_ = static_cast<std::size_t>(-1);
  if (ahead.valid) {
    batch_ = &ahead.batch;
  } else {
    batch_ = &single_;
    cursor_.emplace(file_.text().substr(0, piece.end), file_.name(), control_, piece.begin,
                    list_.done + piece.begin - list_.begin);
  }
  return true;
}

void RowReader::close_piece() {
  const Piece& piece = pieces_[piece_];
  // The last page is kept: it may contain the start of the next piece and the padding.
  file_.release(piece.end, piece.begin);
  cursor_.reset();
  open_ = false;
  ++piece_;
}

Result<bool> RowReader::next() {
  while (true) {
    if (!open_) {
      const auto more = open_piece();
      if (!more || !*more) return more;
    }
    if (cursor_) {
      const auto more = next_single();
      if (!more) return more;
      if (!*more) {
        close_piece();
        continue;
      }
      if (batch_->size() == 0) continue;  // the row was too large and has been counted
    } else if (++in_batch_ == batch_->size()) {
      close_piece();
      continue;
    } else {
      ++row_;
    }
    if (batch_->is_object(in_batch_)) return true;
    out_.diagnose("row_not_an_object", Severity::kWarning,
                  tr("{} was skipped: it must be an object", place()));
  }
}

/// Reads the next row of a piece that is too large or not valid JSON as a whole, which finds the
/// invalid row. False at the end of the piece.
Result<bool> RowReader::next_single() {
  if (control_.cancelled()) return cancelled();
  const Piece& piece = pieces_[piece_];
  const bool first_of_piece = cursor_->position() == piece.begin;
  if (!first_of_piece && cursor_->peek() == '\0' && cursor_->position() >= piece.end) return false;
  if (!first_of_piece && !cursor_->take(',')) {
    return fail(cursor_->error(tr("expected ',' or ']' after row {} of '{}'", row_, list_.key)));
  }
  cursor_->peek();
  const std::size_t begin = cursor_->position();
  if (begin >= piece.end) {
    return fail(cursor_->error(tr("expected a row after row {} of '{}'", row_, list_.key)));
  }
  cursor_->skip();
  if (auto ok = cursor_->status(); !ok) return fail(ok.error());
  ++row_;
  return load_single(begin, cursor_->position());
}

Result<bool> RowReader::load_single(std::size_t begin, std::size_t end) {
  single_begin_ = begin;
  in_batch_ = 0;
  if (end - begin > kMaxRow) {
    out_.diagnose(
        "row_too_large", Severity::kWarning,
        tr("{} was skipped: it has {} bytes, the limit is {}", place(), end - begin, kMaxRow));
    single_.clear();
    return true;
  }
  const std::string_view row = file_.text().substr(begin, end - begin);
  auto error = single_.parse_one(row);
  if (error == simdjson::UTF8_ERROR) error = single_.parse_one(repaired_json(row, out_));
  if (error == simdjson::SUCCESS) return true;
  return fail(
      ErrorCode::kBadInput,
      tr("row {} of '{}' is not valid JSON: {}", row_, list_.key, simdjson::error_message(error)),
      tr("{}: byte {}", file_.name(), begin));
}

/// The byte offset of the current row; computed only for messages.
std::size_t RowReader::row_begin() const {
  if (cursor_) return single_begin_;
  if (row_begins_.empty()) {
    TaskControl never;
    const Piece& piece = pieces_[piece_];
    JsonScanner in(file_.text().substr(0, piece.end), file_.name(), never, piece.begin);
    do {
      in.peek();
      row_begins_.push_back(in.position());
      in.skip();
    } while (in.take(','));
  }
  return in_batch_ < row_begins_.size() ? row_begins_[in_batch_] : pieces_[piece_].begin;
}

Text RowReader::place() const {
  return tr("list '{}', row {} (byte {})", printable(list_.key), row_, row_begin());
}

std::optional<std::int64_t> RowReader::integer(std::size_t field) {
  if (!has(field)) return std::nullopt;
  const auto result = whole_number(value(field));
  if (!result) wrong_type(fields_.name(field), value(field), phrase("a whole number"));
  return result;
}

std::optional<double> RowReader::number(std::size_t field) {
  if (!has(field)) return std::nullopt;
  double result = 0.0;
  if (value(field).is_number() && value(field).get(result) == simdjson::SUCCESS) return result;
  wrong_type(fields_.name(field), value(field), phrase("a number"));
  return std::nullopt;
}

std::string_view RowReader::text(std::size_t field) {
  if (!has(field)) return {};
  std::string_view result;
  if (value(field).get(result) == simdjson::SUCCESS) return result;
  if (!value(field).is_null()) wrong_type(fields_.name(field), value(field), phrase("a string"));
  return {};
}

void RowReader::wrong_type(std::string_view field, simdjson::dom::element value, Phrase expected) {
  out_.diagnose("wrong_field_type", Severity::kWarning,
                tr("{}: '{}' must be {}, not {}", place(), field, expected, type_name(value)));
}

std::optional<std::int64_t> whole_number(simdjson::dom::element value) {
  switch (value.type()) {
    case simdjson::dom::element_type::INT64: return std::int64_t(value);
    case simdjson::dom::element_type::DOUBLE: {
      const double number = double(value);
      if (std::floor(number) != number || std::abs(number) > 9007199254740992.0) break;
      return static_cast<std::int64_t>(number);
    }
    case simdjson::dom::element_type::STRING: {
      const std::string_view text(value);
      std::int64_t number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error == std::errc() && end == text.data() + text.size()) return number;
      break;
    }
    default: break;
  }
  return std::nullopt;
}

Phrase type_name(simdjson::dom::element value) {
  switch (value.type()) {
    case simdjson::dom::element_type::ARRAY: return phrase("a list");
    case simdjson::dom::element_type::OBJECT: return phrase("an object");
    case simdjson::dom::element_type::STRING: return phrase("a string");
    case simdjson::dom::element_type::BOOL: return phrase("true or false");
    case simdjson::dom::element_type::NULL_VALUE: return phrase("null");
    case simdjson::dom::element_type::DOUBLE: return phrase("a fractional number");
    case simdjson::dom::element_type::UINT64: return phrase("a number above 2^63");
    default: return phrase("a number");
  }
}

}  // namespace nscope::importers
