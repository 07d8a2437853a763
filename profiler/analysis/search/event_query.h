#pragma once

#include "profiler/analysis/search/regular_expression.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nscope::analysis {

/// A comparison with a text. Immutable; any thread.
struct TextTest {
  struct Contains {
    std::string lower;  ///< in lower case; the comparison ignores the case of ASCII letters
  };
  struct Equals {
    std::string text;
  };
  std::variant<Contains, Equals, RegularExpression> how;

  bool matches(std::string_view text) const;
};

/// One condition of a query on events.
struct EventCondition {
  enum class Field {
    kName,
    kOpcode,
    kEngine,
    kKind,
    kTrack,
    kCore,
    kDuration,
    kWait,
    kStart,
    kEnd,
    kArg,
    kHas
  };
  enum class Relation { kText, kEqual, kLess, kAtMost, kGreater, kAtLeast };

  Field field = Field::kName;
  Relation relation = Relation::kText;
  bool negated = false;
  std::string key{};              ///< kArg and kHas: key of the property
  std::vector<TextTest> any{};    ///< kText: at least one of them must match
  std::vector<double> numbers{};  ///< kText of a property: the numbers among `any`
  double number = 0.0;            ///< other relations: nanoseconds for times
};

/// A search for the events that meet all conditions.
///
///   matmul                    the name contains this text; case is ignored
///   "all reduce"              a text with spaces; quotes are never part of the text
///   /^dma_.*[0-9]$/           the name matches a regular expression (RE2); /…/i ignores case
///   name:  opcode:  track:    the same for this field; the track is its whole path
///   engine:Tensor|Vector      one of several values; engine, kind and core match whole words
///   dur>10us  wait>=1us       times in ns (the default), us, ms, s; also < <= =
///   start>1ms  end<2ms        times on the axis of the run
///   arg.elements>4k           a property; decimal (k M G T) and binary (KiB MiB GiB) units
///   arg.layer:attn            the property contains the text, or is equal to the number
///   has:KEY                   the event has the property
///   field:=TEXT               the text is exactly this
///   -CONDITION                the event does not meet the condition
struct EventQuery {
  std::vector<EventCondition> conditions;  ///< empty: all events
};

/// Errors: kInvalidArgument with the reason; `where` is "character N", counted from 1.
Result<EventQuery> parse_event_query(std::string_view text);

}  // namespace nscope::analysis
