#include "profiler/sql/sql_functions.h"

#include "profiler/base/order_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include <sqlite3.h>

namespace nscope {
namespace {

constexpr std::size_t kMostValues = (std::size_t{2} << 30) / sizeof(double);

constexpr Phrase kNeedsNumbers = phrase("median, percentile and stddev require numbers");
constexpr Phrase kPercentVaries = phrase("percentile(x, p): p must be constant within a group");
constexpr Phrase kTooManyValues =
    phrase("median and percentile accept at most 268,435,456 values; narrow the query");
constexpr Phrase kPercentRange = phrase("percentile(x, p): p must be between 0 and 100");

void report(sqlite3_context* context, Phrase error) {
  sqlite3_result_error(context, error.english.data(), static_cast<int>(error.english.size()));
}

/// The state of one group; SQLite stores a pointer to it.
template <class State>
State* state_of(sqlite3_context* context) {
  auto** slot =
      static_cast<State**>(sqlite3_aggregate_context(context, static_cast<int>(sizeof(State*))));
  if (slot == nullptr) return nullptr;
  if (*slot == nullptr) *slot = new (std::nothrow) State();
  return *slot;
}

/// Takes the state from SQLite at the end of a group; null if the group has no rows.
template <class State>
std::unique_ptr<State> take_state(sqlite3_context* context) {
  auto** slot = static_cast<State**>(sqlite3_aggregate_context(context, 0));
  return std::unique_ptr<State>(slot == nullptr ? nullptr : std::exchange(*slot, nullptr));
}

/// Reads a number; false for NULL. Reports an error for other values.
bool read_number(sqlite3_context* context, sqlite3_value* value, double& out) {
  switch (sqlite3_value_numeric_type(value)) {
    case SQLITE_NULL: return false;
    case SQLITE_INTEGER:
    case SQLITE_FLOAT: out = sqlite3_value_double(value); return true;
    default: report(context, kNeedsNumbers); return false;
  }
}

struct Values {
  std::vector<double> values;
  double percent = 50.0;
  bool has_percent = false;
};

void add_value(sqlite3_context* context, sqlite3_value* value, double percent) {
  double number = 0.0;
  if (!read_number(context, value, number)) return;
  auto* state = state_of<Values>(context);
  if (state == nullptr) return sqlite3_result_error_nomem(context);
  if (state->has_percent && state->percent != percent) {
    return report(context, kPercentVaries);
  }
  state->percent = percent;
  state->has_percent = true;
  if (state->values.size() >= kMostValues) {
    return report(context, kTooManyValues);
  }
  try {
    state->values.push_back(number);
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  }
}

void median_step(sqlite3_context* context, int, sqlite3_value** values) {
  add_value(context, values[0], 50.0);
}

void percentile_step(sqlite3_context* context, int, sqlite3_value** values) {
  const int type = sqlite3_value_numeric_type(values[1]);
  const double percent = sqlite3_value_double(values[1]);
  if ((type != SQLITE_INTEGER && type != SQLITE_FLOAT) || percent < 0.0 || percent > 100.0) {
    return report(context, kPercentRange);
  }
  add_value(context, values[0], percent);
}

void percentile_final(sqlite3_context* context) {
  const auto state = take_state<Values>(context);
  if (state == nullptr || state->values.empty()) return sqlite3_result_null(context);
  sqlite3_result_double(context, quantile(state->values, state->percent / 100.0));
}

/// Mean and sum of squared deviations, updated with each value (Welford), which avoids
/// cancellation for values with large offsets such as time stamps.
struct Deviation {
  std::int64_t count = 0;
  double mean = 0.0;
  double squares = 0.0;
};

void deviation_step(sqlite3_context* context, int, sqlite3_value** values) {
  double number = 0.0;
  if (!read_number(context, values[0], number)) return;
  auto* state = state_of<Deviation>(context);
  if (state == nullptr) return sqlite3_result_error_nomem(context);
  ++state->count;
  const double delta = number - state->mean;
  state->mean += delta / static_cast<double>(state->count);
  state->squares += delta * (number - state->mean);
}

template <bool kSample, bool kRoot>
void deviation_final(sqlite3_context* context) {
  const auto state = take_state<Deviation>(context);
  const std::int64_t count = state == nullptr ? 0 : state->count;
  const std::int64_t degrees = kSample ? count - 1 : count;
  if (degrees <= 0) return sqlite3_result_null(context);
  const double variance = state->squares / static_cast<double>(degrees);
  sqlite3_result_double(context, kRoot ? std::sqrt(variance) : variance);
}

using Step = void (*)(sqlite3_context*, int, sqlite3_value**);
using Final = void (*)(sqlite3_context*);

}  // namespace

std::optional<Phrase> find_function_error(std::string_view message) {
  for (const Phrase error : {kNeedsNumbers, kPercentVaries, kTooManyValues, kPercentRange}) {
    if (error.english == message) return error;
  }
  return std::nullopt;
}

int add_sql_functions(sqlite3* database) {
  struct Function {
    const char* name;
    int arguments;
    Step step;
    Final finish;
  };
  static constexpr Function kFunctions[] = {
      {"median", 1, median_step, percentile_final},
      {"percentile", 2, percentile_step, percentile_final},
      {"stddev", 1, deviation_step, deviation_final<true, true>},
      {"stddev_samp", 1, deviation_step, deviation_final<true, true>},
      {"stddev_pop", 1, deviation_step, deviation_final<false, true>},
      {"variance", 1, deviation_step, deviation_final<true, false>},
      {"variance_pop", 1, deviation_step, deviation_final<false, false>},
  };
  for (const Function& function : kFunctions) {
    const int status =
        sqlite3_create_function_v2(database, function.name, function.arguments,
                                   SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nullptr,
                                   nullptr, function.step, function.finish, nullptr);
    if (status != SQLITE_OK) return status;
  }
  return SQLITE_OK;
}

}  // namespace nscope
