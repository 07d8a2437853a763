#include "costmodel/cost_report/cost_report.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"

#include <utility>

namespace nscope::cost {
namespace {

/// The rows of one item.
class ItemRows {
 public:
  /// `least`: the cheapest cell of the item within its limits, with the name of its option and
  /// region; null if it has no price.
  ItemRows(const WorkEstimate& work, const CostFigures* least, Text offer, Table& table)
      : work_(work), least_(least), offer_(std::move(offer)), table_(table) {}

  void add() {
    const ServiceLevel& service = *work_.service;
    row(tr("Limits"), service.limits, "", service.traffic);
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
    row(tr("Output tokens at full load"), service.full_load->tokens_per_second, "tok/s",
        note(service.full_load_configuration, band(*service.full_load)));
    if (!work_.has_throughput()) return;
    constexpr double kPercent = 100.0;
    row(tr("Share within the limits"),
        kPercent * work_.throughput.tokens_per_second / service.full_load->tokens_per_second, "%",
        tr("of the output tokens at full load"));
  }

 private:
  void row(Text what, Cell value, std::string unit, Text note) {
    table_.add_row(
        {work_.label, std::move(what), std::move(value), std::move(unit), std::move(note)});
  }

  void add_within(const ServiceLevel& service, const Text& searched) {
    row(tr("Requests within the limits"), service.requests_per_second, "1/s",
        note(service.configuration, searched));
    row(tr("Output tokens within the limits"), work_.throughput.tokens_per_second, "tok/s",
        band(work_.throughput));
    for (const ServedLatency& one : service.latencies) {
      const Text interval =
          tr("95 % confidence interval {} to {}", as::seconds(one.low), as::seconds(one.high));
      row(one.name, one.seconds, "s",
          one.limit ? tr("{}; limit {}", interval, as::seconds(*one.limit)) : interval);
    }
    add_token_prices(service);
  }

  /// The cost of a request at the limits, divided between its prompt and its output by the time
  /// that each takes: P s / (3600 r n), with r requests per second and n tokens of a request.
  void add_token_prices(const ServiceLevel& service) {
    const bool known = service.prefill_share && service.input_tokens > 0.0 &&
                       service.output_tokens > 0.0 && service.requests_per_second > 0.0;
    if (least_ == nullptr || !known) return;
    const double per_request =
        least_->per_hour.dollars() / (kSecondsPerHour * service.requests_per_second);
    const auto add = [&](const Text& what, double share, double tokens) {
      row(what, per_request * share / tokens * kMillion, "USD",
          tr("{} of the time of a request; {}", as::percent(share), offer_));
    };
    add(tr("Cost of 1M input tokens"), *service.prefill_share, service.input_tokens);
    add(tr("Cost of 1M output tokens"), 1.0 - *service.prefill_share, service.output_tokens);
  }

  static Text note(const Text& first, const Text& second) {
    if (first.empty()) return second;
    return second.empty() ? first : tr("{}; {}", first, second);
  }

  static Text band(const Throughput& rate) {
    if (!rate.low && !rate.high) return {};
    const auto end = [](const std::optional<double>& value) {
      return value ? tr("{}", as_digits(*value, 4)) : tr("none");
    };
    return tr("error band of the simulator {} to {} tok/s", end(rate.low), end(rate.high));
  }

  const WorkEstimate& work_;
  const CostFigures* least_;
  Text offer_;
  Table& table_;
};

/// Adds the rows of an item with latency limits.
void add_item(const CostMatrix& matrix, std::size_t work, Table& table) {
  const CostFigures* least = nullptr;
  Text offer;
  for (const CostRow& row : matrix.rows) {
    if (row.work != work || row.full_load) continue;
    for (std::size_t o = 0; o < row.cells.size(); ++o) {
      const auto& figures = row.cells[o].figures;
      if (!figures || (least != nullptr && least->per_hour <= figures->per_hour)) continue;
      least = &*figures;
      offer = tr("{} in {}", title(matrix.scenario.options[o]), row.region);
    }
  }
  ItemRows(matrix.scenario.work[work].estimate, least, std::move(offer), table).add();
}

}  // namespace

ServiceRows service_rows(const CostMatrix& matrix) {
  ServiceRows rows{.table = Table({{"work", tr("Item")},
                                   {"figure", tr("Figure")},
                                   {"value", tr("Value"), "", 3},
                                   {"unit", tr("Unit")},
                                   {"note", tr("Note")}}),
                   .work = {}};
  for (std::size_t w = 0; w < matrix.scenario.work.size(); ++w) {
    const WorkEstimate& work = matrix.scenario.work[w].estimate;
    if (work.service) add_item(matrix, w, rows.table);
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
  return service_rows(matrix).table;
}

}  // namespace nscope::cost
