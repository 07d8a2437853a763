#include "app/cli/command.h"
#include "app/cli/options/book_options.h"
#include "app/cli/options/catalog_options.h"
#include "app/cli/options/day_or_today.h"
#include "app/cli/options/document_note.h"
#include "app/cli/options/report_option.h"
#include "app/cli/options/scenario_options.h"
#include "app/cli/output/section_text.h"
#include "app/pricing/price_scenario.h"
#include "costmodel/cost_report/cost_document.h"
#include "costmodel/cost_report/cost_report.h"
#include "costmodel/cost_report/cost_summary.h"
#include "costmodel/economics/cost_matrix.h"
#include "costmodel/prices/price_book.h"
#include "profiler/base/json/document_error.h"
#include "profiler/base/json/document_heading.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/table.h"
#include "simcore/catalog/catalog.h"

#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct CostArguments {
  app::CatalogFolders catalog;
  ScenarioOptions scenario;
  ReportOption report;
  BookOptions book;
  bool detail = false;
};

/// Two lines for each finding. Findings are sentences, which do not fit in a table.
std::string findings_text(const cost::CostMatrix& matrix, const Language& language) {
  const Table findings = cost::findings_table(matrix);
  std::string text;
  for (std::size_t row = 0; row < findings.row_count(); ++row) {
    const auto cell = [&](std::size_t column) {
      return to_string(findings.at(row, column), language);
    };
    text += fmt::format("  {} ({}): {}\n    {}\n", cell(0), cell(1), cell(2), cell(3));
  }
  return text;
}

/// The tables of the matrix and the cheapest cell.
std::string prices_text(const cost::CostMatrix& matrix, bool detail, const Language& language) {
  std::string text = section_text(
      tr("Millions of tokens per US dollar at prices of {}", cost::to_string(matrix.as_of)),
      cost::overview_table(matrix).to_text(language), language);
  if (const Table regions = cost::regions_table(matrix); regions.row_count() > 0) {
    text += section_text(tr("By region"), regions.to_text(language), language);
  }
  if (matrix.has_limits()) {
    text += section_text(tr("Within the latency limits"),
                         cost::service_table(matrix).to_text(language), language);
  }
  if (const Table tokens = cost::token_price_table(matrix); tokens.row_count() > 0) {
    text +=
        section_text(tr("Prices of input and output tokens"), tokens.to_text(language), language);
  }
  if (detail) text += "\n" + cost::detail_table(matrix).to_text(language);
  const Text best = cost::best_sentence(matrix);
  text += "\n" + language.say(matrix.best ? tr("Cheapest: {}", best) : best) + "\n";
  for (const Text& line : {cost::month_sentence(matrix), cost::idle_time_sentence(matrix),
                           cost::stale_sentence(matrix)}) {
    if (!line.empty()) text += language.say(line) + "\n";
  }
  return text;
}

std::string matrix_text(const cost::CostMatrix& matrix, bool detail, const Language& language) {
  std::string text = document_heading(matrix.scenario.title, matrix.scenario.note, language);
  if (!matrix.rows.empty()) text += prices_text(matrix, detail, language);
  for (const cost::EconomicsSection& part : cost::economics_sections(matrix.economics)) {
    text += section_text(tr("{} at prices of {}", part.title, cost::to_string(matrix.as_of)),
                         part.table.to_text(language), language);
  }
  if (!matrix.findings.empty()) {
    text += section_text(tr("Checks"), findings_text(matrix, language), language);
  }
  if (matrix.stale > 0) {
    text +=
        "\n" +
        language.say(tr_plural(
            matrix.stale,
            "{} of {} prices is out of date; 'nscope prices check' shows which file to import.",
            "{} of {} prices are out of date; 'nscope prices check' shows which files to import.",
            matrix.stale, matrix.priced)) +
        "\n";
  }
  return text;
}

/// The matrix with the revision of the user's price book, if there is one.
Json matrix_json(const cost::CostMatrix& matrix, const app::UserBook& user) {
  Json json = cost::to_json(matrix);
  if (!user.path.empty()) json["price_book"] = {{"revision", user.revision}};
  return json;
}

Result<CommandOutput> run(const CostArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  const auto format = wanted_report(options.report);
  if (!format) return fail(format.error());
  const auto today = price_day_or_today(options.scenario.as_of);
  if (!today) return fail(today.error());
  auto described = read_scenario(options.scenario, options.catalog);
  if (!described) return fail(described.error());
  const app::Document& stated = described->document;
  if (auto known = check_stated_day(stated.json, stated.name); !known) return fail(known.error());
  const auto user = load_book(options.book);
  if (!user) return fail(user.error());
  const auto matrix = app::price_scenario(described->known.catalog, user->book,
                                          std::move(described->scenario), *today, nullptr, control);
  if (!matrix) {
    const app::Document& document = described->document;
    return fail(
        blame_flags(in_document(matrix.error(), document.name, document.json), options.scenario));
  }
  CommandOutput output;
  const std::vector<app::ModelFile>& files = described->known.files;
  const auto json = [&] {
    Json whole = matrix_json(*matrix, *user);
    show_model_files(files, whole);
    return whole;
  };
  if (common.json) {
    output.text = document_text(json());
  } else {
    output.text = matrix_text(*matrix, options.detail, common.language);
    output.text += app::model_files_text(files, common.language);
    output.note = book_text(*user, common.language);
  }
  if (!options.detail && !common.json) {
    output.note += common.language.say(tr("--detail shows each price with its source and date, and "
                                          "the cost per million tokens.")) +
                   "\n";
  }
  output.note.insert(0, note_line(described->document.note, common.language));
  const app::ReportWriters writers{.document = [&] { return cost::cost_document(*matrix); },
                                   .workbook =
                                       [&](const std::string& path) {
                                         return cost::write_cost_workbook(*matrix, path,
                                                                          common.language);
                                       },
                                   .json = json};
  if (auto done = write_report(options.report, *format, writers, common.language, output); !done) {
    return fail(done.error());
  }
  return output;
}

}  // namespace

CommandRun define_cost(CLI::App& app) {
  const auto options = std::make_shared<CostArguments>();
  add_scenario_options(app, options->scenario);
  add_book_options(app, options->book);
  add_report_option(app, options->report, "-o");
  app.add_flag("--detail", options->detail, help("Also show each price with its source and date"));
  add_catalog_options(app, options->catalog);
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
