#pragma once

#include "profiler/analysis/search/regular_expression.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nscope::analysis {

/// How a text is compared. Immutable; any thread.
struct TextTest {
  struct Contains {
    std::string lower;  ///< without regard to the case of ASCII letters
  };
  struct Equals {
    std::string text;
  };
  std::variant<Contains, Equals, RegularExpression> how;

  bool holds(std::string_view text) const;
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
  std::string key{};              ///< kArg and kHas: of the property
  std::vector<TextTest> any{};    ///< kText: one of them must hold
  std::vector<double> numbers{};  ///< kText of a property: those of `any` that are numbers
  double number = 0.0;            ///< other relations: nanoseconds for times
};

/// What is looked for: events for which all conditions hold.
///
///   matmul                    the name has this text, in any case
///   "all reduce"              with spaces; quotes are never a part of the text
///   /^dma_.*[0-9]$/           a regular expression of RE2 on the name; /…/i in any case
///   name:  opcode:  track:    the same on that text; track: on the whole path
///   engine:Tensor|Vector      one of several; engine, kind and core are whole words
///   dur>10us  wait>=1us       times in ns, us, ms, s (ns without a unit); also < <= =
///   start>1ms  end<2ms        on the axis of the run
///   arg.elements>4k           a property; decimal (k M G T) and binary (KiB MiB GiB) units
///   arg.layer:attn            the property's text has it, or its number equals it
///   has:KEY                   the event has the property
///   field:=TEXT               the text is exactly this
///   -CONDITION                the condition does not hold
struct EventQuery {
  std::vector<EventCondition> conditions;  ///< empty: all events
};

/// Errors: kInvalidArgument; `where` is "character N", from 1, the message says why.
Result<EventQuery> parse_event_query(std::string_view text);

}  // namespace nscope::analysis
