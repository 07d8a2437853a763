#include "app/cli/command.h"
#include "app/cli/options/bill_options.h"
#include "app/cli/output/section_text.h"
#include "app/pricing/bill_files.h"
#include "costmodel/bills/baseline.h"
#include "costmodel/bills/bill_report.h"
#include "costmodel/bills/idle_cores.h"
#include "importers/shared/importer.h"
#include "profiler/analysis/insights/run_facts.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/table.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct BillArguments {
  std::vector<std::string> files;
  BillOptions lines;
  std::string chargeback;
  std::vector<std::string> monitors;
  std::string format = "table";
  bool all_services = false;
  bool detail = false;
};

/// The use of the NeuronCores in a capture of neuron-monitor. Errors: those of the importers;
/// kInvalidArgument if it has no NeuronCores.
Result<cost::MonitoredUse> monitored_use(const std::string& file, TaskControl& control) {
  const auto trace = importers::open_run(std::vector{file}, {}, control);
  if (!trace) return fail(trace.error());
  analysis::RunFacts facts(**trace, {});
  if (auto done = analysis::gather_monitored(facts, control); !done) return fail(done.error());
  if (facts.monitored.empty()) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("no NeuronCore that is assigned to a runtime is in this capture; --monitor reads "
           "captures of neuron-monitor"),
        file);
  }
  constexpr double kHour = 3.6e12;
  cost::MonitoredUse use{.file = file,
                         .instance = std::string((*trace)->property_text(property::kInstanceType))};
  for (const analysis::MonitoredCore& core : facts.monitored) {
    use.assigned_core_hours += core.assigned_ns / kHour;
    use.idle_core_hours += core.assigned_ns * (1.0 - core.utilization) / kHour;
  }
  return use;
}

/// "Held and idle: 38 % of USD 12,340.00 ...", one line for each instance type.
std::string idle_text(const std::vector<cost::IdleCost>& costs, const Language& language) {
  std::string text;
  for (const cost::IdleCost& one : costs) {
    const Text line =
        one.idle ? tr("{}: held and idle: {} of USD {}, USD {} (mean of {} core-hours of reports; "
                      "the rest of the bill is assumed to be used alike)",
                      one.instance, as::percent(one.share), as::exact(format_usd(*one.cost)),
                      as::exact(format_usd(*one.idle)), as::fixed(one.assigned_core_hours, 2))
                 : tr("{}: unknown: {}", one.instance.empty() ? "NeuronCores" : one.instance,
                      one.missing);
    text += "  " + language.say(line) + "\n";
  }
  return text;
}

Json idle_json(const std::vector<cost::IdleCost>& costs) {
  Json list = Json::array();
  for (const cost::IdleCost& one : costs) {
    list.push_back({{"instance", one.instance},
                    {"assigned_core_hours", one.assigned_core_hours},
                    {"idle_share", one.idle ? Json(one.share) : Json(nullptr)},
                    {"effective_usd", one.cost ? Json(one.cost->dollars()) : Json(nullptr)},
                    {"idle_usd", one.idle ? Json(one.idle->dollars()) : Json(nullptr)},
                    {"missing", one.missing}});
  }
  return list;
}

/// The source of the bill and the number of its lines.
std::string heading(const cost::Bill& bill, const Language& language) {
  std::uint64_t left_out = 0;
  for (const cost::BillFile& file : bill.files) left_out += file.left_out;
  const auto number = [](std::uint64_t lines) {
    return as::count(static_cast<std::int64_t>(lines));
  };
  std::vector<Text> facts{
      tr_plural(bill.line_count(), "{} line", "{} lines", number(bill.line_count()))};
  if (left_out > 0) {
    facts.push_back(tr_plural(left_out, "{} line excluded by the filter",
                              "{} lines excluded by the filter", number(left_out)));
  }
  if (bill.estimated) facts.push_back(tr("some figures are estimates of the provider"));
  return language.say(cost::bill_source(bill)) + "\n" + language.say(joined(facts)) + "\n";
}

/// The effective price of an instance-hour of each instance type.
std::string rates_text(const cost::Baseline& baseline, const Language& language) {
  std::string text;
  for (const cost::BaselineItem& item : baseline.items) {
    const auto rate = [](const std::optional<Usd>& usd) {
      return usd ? tr("USD {}", as::exact(format_usd(*usd, 6))) : tr("unknown");
    };
    const std::string name =
        item.region.empty() ? item.instance : item.instance + " " + item.region;
    if (item.hours) {
      const double hours = item.per_hour ? *item.hours - item.hours_paid_elsewhere : *item.hours;
      text += "  " +
              language.say(tr("{}: {} over {} h; {} including unused commitments and other charges",
                              name, rate(item.per_hour), as::fixed(hours, 2),
                              rate(item.per_hour_with_all))) +
              "\n";
    } else {
      text += "  " + language.say(tr("{}: unknown, because the hours are unknown", name)) + "\n";
    }
    for (const cost::BaselineShare& share : item.shares) {
      if (!share.reserved_hours) continue;
      const Text reserved = tr("Capacity Blocks: {} per reserved hour over {} h",
                               rate(share.per_reserved_hour), as::fixed(*share.reserved_hours, 2));
      constexpr double kPercent = 100.0;
      text += "    " +
              language.say(share.idle_share
                               ? tr("{}; {} per hour in use over {} h; {} % idle", reserved,
                                    rate(share.per_hour), as::fixed(share.hours.value_or(0.0), 2),
                                    as::fixed(kPercent * *share.idle_share, 1))
                               : reserved) +
              "\n";
    }
  }
  return text;
}

std::string notes_text(const cost::Bill& bill, const cost::Baseline& baseline,
                       const Language& language) {
  std::string text;
  for (const Text& caveat : baseline.caveats) {
    const bool counted = std::any_of(
        bill.diagnostics.begin(), bill.diagnostics.end(),
        [&](const cost::BillDiagnostic& diagnostic) { return diagnostic.message == caveat; });
    if (!counted) text += "  " + language.say(caveat) + "\n";  // or else it follows with its count
  }
  for (const cost::BillDiagnostic& diagnostic : bill.diagnostics) {
    text +=
        "  " +
        language.say(tr("{} Occurrences: {} (first: {}).", diagnostic.message,
                        as::count(static_cast<std::int64_t>(diagnostic.count)), diagnostic.first)) +
        "\n";
  }
  return text;
}

std::string text_of(const cost::Bill& bill, const cost::Baseline& baseline,
                    const std::vector<cost::IdleCost>& idle, const BillArguments& options,
                    const Language& language) {
  std::string text = heading(bill, language);
  const Table accelerators = cost::accelerator_table(bill);
  const bool filtered = !options.lines.tag.empty() || !options.lines.account.empty();
  const Text none = !filtered                ? tr("No accelerators are in this bill.")
                    : bill.line_count() == 0 ? tr("No line has the selected tag and account.")
                                             : tr("No accelerators are in the selected lines.");
  text += section_text(
      tr("Accelerators"),
      accelerators.row_count() == 0 ? language.say(none) + "\n" : accelerators.to_text(language),
      language);
  if (!bill.commitments.empty()) {
    text +=
        section_text(tr("Commitments"), cost::commitment_table(bill).to_text(language), language);
  }
  if (!options.chargeback.empty()) {
    text += section_text(tr("Chargeback by tag {} and account", options.chargeback),
                         cost::chargeback_table(bill).to_text(language), language);
  }
  if (options.all_services) {
    text += section_text(tr("Services"), cost::services_table(bill).to_text(language), language);
  }
  if (options.detail) {
    text += section_text(tr("All lines"), cost::bill_lines_table(bill).to_text(language), language);
  }
  text += section_text(tr("Total by category"), cost::bill_summary_table(bill).to_text(language),
                       language);
  if (const std::string rates = rates_text(baseline, language); !rates.empty()) {
    text += section_text(tr("Effective price per instance-hour"), rates, language);
  }
  if (!idle.empty()) {
    text += section_text(tr("Idle NeuronCores"), idle_text(idle, language), language);
  }
  if (const std::string notes = notes_text(bill, baseline, language); !notes.empty()) {
    text += section_text(tr("Notes"), notes, language);
  }
  return text;
}

std::string csv_of(const cost::Bill& bill, const BillArguments& options) {
  if (options.detail) return cost::bill_lines_table(bill).to_csv();
  if (options.all_services) return cost::services_table(bill).to_csv();
  if (!options.chargeback.empty()) return cost::chargeback_table(bill).to_csv();
  return cost::accelerator_table(bill).to_csv();
}

Result<CommandOutput> run(const BillArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  auto filter = bill_filter(options.lines);
  if (!filter) return fail(filter.error());
  filter->group_tag = options.chargeback;
  const auto rates = bill_rates(options.lines);
  if (!rates) return fail(rates.error());
  const auto bill = app::read_bills(options.files, *filter, control);
  if (!bill) return fail(bill.error());
  const auto baseline = cost::own_bill(*bill, *rates);
  if (!baseline) return fail(baseline.error());
  std::vector<cost::MonitoredUse> uses;
  for (const std::string& file : options.monitors) {
    const auto use = monitored_use(file, control);
    if (!use) return fail(use.error());
    uses.push_back(*use);
  }
  const auto idle = cost::idle_costs(*baseline, uses);
  CommandOutput output;
  output.is_data = options.format != "table";
  if (common.json || options.format == "json") {
    Json json = cost::to_json(*bill, *baseline);
    if (!idle.empty()) json["idle_cores"] = idle_json(idle);
    output.text = document_text(json);
  } else if (options.format == "csv") {
    output.text = csv_of(*bill, options);
  } else {
    output.text = text_of(*bill, *baseline, idle, options, common.language);
    output.note =
        common.language.say(tr("Effective costs are amortised costs. docs/bills.md explains "
                               "how figures are calculated.")) +
        "\n";
  }
  return output;
}

}  // namespace

CommandRun define_bill(CLI::App& app) {
  const auto options = std::make_shared<BillArguments>();
  app.add_option("FILE", options->files,
                 help("CUR, CUR 2.0 or FOCUS (CSV, .gz, .zip, Parquet), their manifest, or JSON of "
                      "Cost Explorer"))
      ->required();
  add_bill_options(app, options->lines);
  app.add_option("--chargeback", options->chargeback,
                 help("Also show the cost by the values of this tag and by account, with unused "
                      "commitments and Capacity Blocks allocated to those who used them"))
      ->option_text("KEY");
  app.add_option("--monitor", options->monitors,
                 help("Capture of neuron-monitor, to price its idle NeuronCores; can be repeated"))
      ->option_text("FILE");
  app.add_flag("--all-services", options->all_services, help("Also show all services"));
  app.add_flag("--detail", options->detail, help("Also show lines by month and account"));
  app.add_option("--format", options->format, help("Format of the output (default: table)"))
      ->check(CLI::IsMember({"table", "csv", "json"}))
      ->option_text("table|csv|json");
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
