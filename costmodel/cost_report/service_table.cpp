#include "costmodel/cost_report/cost_report.h"
#include "costmodel/money/figures.h"
#include "costmodel/money/significant.h"

#include <utility>

namespace nscope::cost {
namespace {

// The digits that a simulation with an error band justifies, as in the notes.
constexpr int kDigits = 3;
constexpr int kRateDigits = 4;  ///< of throughputs

/// The rows of one item.
class ItemRows {
 public:
  ItemRows(const WorkEstimate& work, bool for_people, Table& table)
      : work_(work), for_people_(for_people), table_(table) {}

  void add() {
    const ServiceLevel& service = *work_.service;
    // A column of figures is too narrow for a sentence.
    row(tr("Limits"), for_people_ ? Text() : service.limits, "",
        for_people_ ? tr("{}; {}", service.limits, service.traffic) : service.traffic);
    const Text searched = tr("{} configurations, {} simulations", as::count(service.configurations),
                             as::count(service.simulations));
    if (work_.has_throughput()) {
      add_within(service, searched);
    } else {
      row(tr("Output tokens within the limits"), Missing{tr("none")}, "tok/s",
          note(service.why_not, searched));
    }
    if (!service.full_load) {
      row(tr("Output tokens at full load"), Missing{tr("unknown")}, "tok/s",
          tr("no configuration is possible"));
      return;
    }
    row(tr("Output tokens at full load"),
        rounded_to_digits(service.full_load->tokens_per_second, kRateDigits), "tok/s",
        note(service.full_load_configuration, band(*service.full_load)));
    if (!work_.has_throughput()) return;
    constexpr double kPercent = 100.0;
    row(tr("Share within the limits"),
        rounded_to_digits(
            kPercent * work_.throughput.tokens_per_second / service.full_load->tokens_per_second,
            kDigits),
        "%", tr("of the output tokens at full load"));
  }

 private:
  void row(Text what, Cell value, std::string unit, Text note) {
    table_.add_row(
        {work_.label, std::move(what), std::move(value), std::move(unit), std::move(note)});
  }

  void add_within(const ServiceLevel& service, const Text& searched) {
    row(tr("Requests within the limits"),
        rounded_to_digits(service.requests_per_second, kRateDigits), "1/s",
        note(service.configuration, searched));
    row(tr("Output tokens within the limits"),
        rounded_to_digits(work_.throughput.tokens_per_second, kRateDigits), "tok/s",
        band(work_.throughput));
    for (const ServedLatency& one : service.latencies) {
      const Text interval =
          tr("95 % confidence interval {} to {}", as::seconds(one.low), as::seconds(one.high));
      row(one.name, rounded_to_digits(one.seconds, kDigits), "s",
          one.limit ? tr("{}; limit {}", interval, as::seconds(*one.limit)) : interval);
    }
  }

  static Text note(const Text& first, const Text& second) {
    if (first.empty()) return second;
    return second.empty() ? first : tr("{}; {}", first, second);
  }

  static Text band(const Throughput& rate) {
    if (!rate.low && !rate.high) return {};
    const auto end = [](const std::optional<double>& value) {
      return value ? tr("{}", as::value(*value, "tok/s")) : tr("no load within the limits");
    };
    return tr("error band of the simulator: {} to {}", end(rate.low), end(rate.high));
  }

  const WorkEstimate& work_;
  bool for_people_;
  Table& table_;
};

}  // namespace

ServiceRows service_rows(const CostMatrix& matrix, bool for_people) {
  ServiceRows rows{.table = Table({{"work", tr("Item")},
                                   {"figure", tr("Figure")},
                                   {"value", tr("Value")},
                                   {"unit", tr("Unit")},
                                   {"note", tr("Note")}}),
                   .work = {}};
  for (std::size_t w = 0; w < matrix.scenario.work.size(); ++w) {
    const WorkEstimate& work = matrix.scenario.work[w].estimate;
    if (work.service) ItemRows(work, for_people, rows.table).add();
    rows.work.resize(rows.table.row_count(), w);
  }
  if (rows.table.row_count() > 0) {
    rows.table.add_note(
        tr("The load within the limits is the highest load at which the serving simulator meets "
           "them. At full load every batch slot is busy and requests wait for any time."));
  }
  return rows;
}

Table service_table(const CostMatrix& matrix) {
  return service_rows(matrix, true).table;
}

}  // namespace nscope::cost
