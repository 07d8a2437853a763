#pragma once

#include "profiler/base/json.h"
#include "simcore/catalog/fact.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::catalog {

/// The quantity of a number: determines the accepted units and the base unit that the value is
/// converted to.
enum class UnitKind {
  kBytes,           ///< B
  kBytesPerSecond,  ///< B/s
  kFlopsPerSecond,  ///< FLOP/s; integer operations count as operations
  kHertz,           ///< Hz
  kSeconds,         ///< s
  kWatts,           ///< W
  kBitsPerSecond,   ///< bit/s
};

/// Reads the facts of one data file. A fact cites either a key of the `sources` table of the
/// file or a source and date of its own. Every problem is reported through the StrictObject
/// that contains the fact, so messages name the file and the key. For one file and one thread.
class FactReader {
 public:
  /// Reads the `sources` table of the document `in`, if it has one.
  explicit FactReader(StrictObject& in);

  /// A number with a unit of `kind`. Rejects unknown units, units of another kind, values that
  /// are not positive and finite, a missing source, date or confidence, and a derived number
  /// without a note.
  Fact measure(StrictObject& in, const char* key, UnitKind kind);
  std::optional<Fact> optional_measure(StrictObject& in, const char* key, UnitKind kind);
  /// As optional_measure(), but zero is allowed: an instance may have no local storage.
  std::optional<Fact> optional_measure_or_zero(StrictObject& in, const char* key, UnitKind kind);

  /// A positive whole number whose unit must be `word` ("cores", "rows").
  Fact count(StrictObject& in, const char* key, std::string_view word);
  std::optional<Fact> optional_count(StrictObject& in, const char* key, std::string_view word);
  /// As optional_count(), but zero is allowed.
  std::optional<Fact> optional_count_or_zero(StrictObject& in, const char* key,
                                             std::string_view word);

  /// Reads an object of named measures: {"bf16": {...}, "fp8": {...}}.
  std::map<std::string, Fact> measures(StrictObject& in, const char* key, UnitKind kind);

  /// Reads {"values": [2, 8, 32], "source": ...} as one fact per value.
  std::vector<Fact> optional_counts(StrictObject& in, const char* key, std::string_view word);

  /// Reads `source`, `date` and `note` of `in` into a fact without value and confidence.
  Fact citation(StrictObject& in);

  /// Rejects sources that no fact cites, because they remained after an edit.
  void finish(StrictObject& in);

 private:
  struct Source {
    std::string text;
    std::string date;
  };
  Fact read(StrictObject& in, const char* key, const Json& json, std::optional<UnitKind> kind,
            std::string_view word, bool zero_allowed);

  std::map<std::string, Source, std::less<>> sources_;
  std::set<std::string, std::less<>> cited_;
};

/// Finishes `inner`, an object nested in `outer`, and reports its error through `outer` with
/// the full path of the key.
void forward_error(StrictObject& inner, StrictObject& outer);

/// The name of a list entry in messages: "models/llama-2-70b", or "models/3" for an entry
/// without an id.
std::string entry_path(std::string_view list, const Json& entry, std::size_t index);

/// An optional array of names; an entry that is not a string or empty is an error.
std::vector<std::string> optional_names(StrictObject& in, const char* key);

/// Whether the text is a date that exists, such as "2026-08-21".
bool is_iso_date(std::string_view text);

}  // namespace nscope::catalog
