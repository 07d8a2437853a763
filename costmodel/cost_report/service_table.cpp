#include "costmodel/cost_report/cost_report.h"
#include "profiler/base/format.h"

#include <fmt/format.h>

namespace nscope::cost {
namespace {

/// The rows of one item.
class ItemRows {
 public:
  ItemRows(const WorkEstimate& work, Table& table) : work_(work), table_(table) {}

  void add() {
    const ServiceLevel& service = *work_.service;
    row("limits", service.limits, "", service.traffic);
    const std::string searched = fmt::format("{} configurations, {} simulations",
                                             service.configurations, service.simulations);
    if (work_.has_throughput()) {
      add_within(service, searched);
    } else {
      row("output tokens within the limits", Missing{"none"}, "tok/s",
          fmt::format("{}; {}", service.why_not, searched));
    }
    if (!service.full_load) {
      row("output tokens at full load", Missing{"unknown"}, "tok/s", "nothing can be built");
      return;
    }
    row("output tokens at full load", service.full_load->tokens_per_second, "tok/s",
        note(service.full_load_configuration, band(*service.full_load)));
    if (!work_.has_throughput()) return;
    constexpr double kPercent = 100.0;
    row("kept within the limits",
        kPercent * work_.throughput.tokens_per_second / service.full_load->tokens_per_second, "%",
        "of the tokens at full load");
  }

 private:
  void row(std::string what, Cell value, std::string unit, std::string note) {
    table_.add_row(
        {work_.label, std::move(what), std::move(value), std::move(unit), std::move(note)});
  }

  void add_within(const ServiceLevel& service, const std::string& searched) {
    row("requests within the limits", service.requests_per_second, "1/s",
        fmt::format("{}; {}", service.configuration, searched));
    row("output tokens within the limits", work_.throughput.tokens_per_second, "tok/s",
        band(work_.throughput));
    for (const ServedLatency& one : service.latencies) {
      std::string note = fmt::format("95 % confidence {} to {}", format_value(one.low, "s"),
                                     format_value(one.high, "s"));
      if (one.limit) note += fmt::format("; limit {}", format_value(*one.limit, "s"));
      row(one.name, one.seconds, "s", std::move(note));
    }
  }

  static std::string note(const std::string& first, const std::string& second) {
    return first + (first.empty() || second.empty() ? "" : "; ") + second;
  }

  static std::string band(const Throughput& rate) {
    if (!rate.low && !rate.high) return {};
    const auto end = [](const std::optional<double>& value) {
      return value ? fmt::format("{:.4g}", *value) : std::string("none");
    };
    return fmt::format("{} to {} tok/s within the simulator's error band", end(rate.low),
                       end(rate.high));
  }

  const WorkEstimate& work_;
  Table& table_;
};

}  // namespace

ServiceRows service_rows(const CostMatrix& matrix) {
  ServiceRows rows{.table = Table({{"work"}, {"figure"}, {"value", "", "", 3}, {"unit"}, {"note"}}),
                   .work = {}};
  for (std::size_t w = 0; w < matrix.scenario.work.size(); ++w) {
    const WorkEstimate& work = matrix.scenario.work[w].estimate;
    if (work.service) ItemRows(work, rows.table).add();
    rows.work.resize(rows.table.row_count(), w);
  }
  if (rows.table.row_count() > 0) {
    rows.table.add_note(
        "Within the limits: the largest load that the serving simulator finds to hold them. At "
        "full load every slot is busy and requests wait as long as they have to.");
  }
  return rows;
}

Table service_table(const CostMatrix& matrix) {
  return service_rows(matrix).table;
}

}  // namespace nscope::cost
