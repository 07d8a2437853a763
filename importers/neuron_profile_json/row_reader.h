#pragma once

#include "importers/neuron_profile_json/document.h"
#include "importers/neuron_profile_json/row_batch.h"
#include "importers/shared/row_values.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/json/json_scanner.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <simdjson.h>

namespace nscope::importers {

/// Reads the rows of one top-level list and returns their fields by number. A few pieces of the
/// list are parsed ahead on other threads, and pages of the file that have been read are released.
/// Rows that are not objects, and fields of the wrong type, are counted in the trace's diagnostics
/// with list, row and byte offset of the first one. One thread.
///
///   constexpr std::string_view kFields[] = {"timestamp", "value"};
///   RowReader rows(file, member, kFields, out, control);
///   for (auto more = rows.next(); ; more = rows.next()) { ... }
class RowReader {
 public:
  /// `fields` are the names of the fields that the caller knows, at most 64; all other fields are
  /// in others(). The arguments must outlive the reader.
  RowReader(const ByteSource& file, const DocumentMember& list,
            std::span<const std::string_view> fields, TraceWriter& out, TaskControl& control);
  ~RowReader();
  RowReader(const RowReader&) = delete;
  RowReader& operator=(const RowReader&) = delete;

  /// Moves to the next row that is an object; false at the end of the list. Errors: kBadInput
  /// with the byte offset at which the text is not valid JSON; kCancelled.
  Result<bool> next();

  std::string_view list() const { return list_.key; }
  /// The place of the current row, for messages: "list 'dma', row 12 (byte 3456)".
  Text place() const;

  bool has(std::size_t field) const { return batch_->has(in_batch_, field); }
  /// A whole number or a string of digits, which AWS writes for some fields. nullopt if the field
  /// is missing or of another type; the latter is counted.
  std::optional<std::int64_t> integer(std::size_t field);
  std::optional<double> number(std::size_t field);
  /// "" if the field is missing or of another type; the latter is counted. Valid until next().
  std::string_view text(std::size_t field);
  /// The parsed value. has(field) must be true.
  simdjson::dom::element value(std::size_t field) const { return batch_->value(in_batch_, field); }

  using OtherField = RowBatch::OtherField;
  std::span<const OtherField> others() const { return batch_->others(in_batch_); }

  /// Counts a field of the wrong type; `expected` is a noun: "a number".
  void wrong_type(std::string_view field, simdjson::dom::element value, Phrase expected);

 private:
  /// A piece of the list; [begin, end) contains whole rows.
  struct Piece {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  /// A piece that is parsed ahead of time.
  struct Ahead;

  void cut_into_pieces();
  void parse_ahead();
  Result<bool> open_piece();
  void close_piece();
  Result<bool> next_single();
  Result<bool> load_single(std::size_t begin, std::size_t end);
  std::size_t row_begin() const;
  std::string_view text_of(const Piece& piece) const {
    return file_.text().substr(piece.begin, piece.end - piece.begin);
  }

  const ByteSource& file_;
  const DocumentMember& list_;
  FieldTable fields_;
  TraceWriter& out_;
  TaskControl& control_;
  std::vector<Piece> pieces_;
  std::size_t piece_ = 0;      ///< the current piece
  std::size_t submitted_ = 0;  ///< number of pieces whose parsing has started
  bool open_ = false;
  std::vector<std::unique_ptr<Ahead>> ahead_;
  RowBatch single_;                    ///< the current row if rows are parsed one by one
  std::optional<JsonScanner> cursor_;  ///< set if rows are parsed one by one
  const RowBatch* batch_ = nullptr;
  std::size_t in_batch_ = 0;  ///< the current row of the batch
  std::size_t row_ = 0;       ///< counted from 1 through the list
  std::size_t single_begin_ = 0;
  mutable std::vector<std::size_t> row_begins_;  ///< of the piece; empty until place() is called
};

/// The value as a whole number: 12, 12.0 or "12".
std::optional<std::int64_t> whole_number(simdjson::dom::element value);

/// "a string", "a number" and so on.
Phrase type_name(simdjson::dom::element value);

}  // namespace nscope::importers
