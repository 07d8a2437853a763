#include "app/gui/shell/price_drop.h"

#include "app/documents/today.h"
#include "app/gui/text/text.h"
#include "app/pricing/user_prices.h"
#include "profiler/base/format.h"

#include <QFileInfo>
#include <QStringList>
#include <memory>
#include <utility>

namespace nscope::gui {
namespace {

QString count(std::int64_t number) {
  return number_text(format_count(number));
}

QString left_out(const cost::ImportReport& report) {
  QStringList reasons;
  for (const auto& [reason, rows] : report.dropped) {
    reasons << PriceDrop::tr("%1: %2").arg(count(rows.count), to_qstring(rows.reason));
  }
  return reasons.isEmpty() ? QString()
                           : PriceDrop::tr("Skipped: %1.").arg(reasons.join(QStringLiteral("; ")));
}

QString one_text(const cost::ImportReport& report) {
  QStringList sentences;
  sentences << PriceDrop::tr("%1: %2.").arg(QFileInfo(to_qstring(report.file)).fileName(),
                                            to_qstring(report.title));
  if (report.added + report.unchanged > 0) {
    sentences << PriceDrop::tr(
                     "%1 prices added (%2 new, %3 confirmed, %4 replaced); %5 were already in "
                     "the price book.")
                     .arg(count(report.added), count(report.first), count(report.confirmed),
                          count(report.superseded), count(report.unchanged));
  } else if (report.advice.empty()) {
    sentences << PriceDrop::tr("No relevant prices found. The price book is unchanged.");
  }
  if (!report.new_instances.empty()) {
    QStringList names;
    for (const std::string& name : report.new_instances) names << to_qstring(name);
    sentences << PriceDrop::tr("New instance types: %1.").arg(names.join(QStringLiteral(", ")));
  }
  if (const QString dropped = left_out(report); !dropped.isEmpty()) sentences << dropped;
  for (const Text& advice : report.advice) sentences << to_qstring(advice);
  return sentences.join(QLatin1Char(' '));
}

}  // namespace

QString import_text(const std::vector<cost::ImportReport>& reports) {
  QStringList paragraphs;
  for (const cost::ImportReport& report : reports) paragraphs << one_text(report);
  return paragraphs.join(QLatin1Char('\n'));
}

PriceDrop::PriceDrop(QObject* parent)
    : QObject(parent), job_(new Job(tr("Importing prices"), this)) {}

void PriceDrop::import(const QString& name, std::vector<cost::PriceList> lists) {
  const std::string book = app::default_price_book();
  if (book.empty()) {
    return emit failed(
        tr("Cannot import prices"),
        {ErrorCode::kInvalidArgument,
         text_of(tr("HOME is not set; set NSCOPE_PRICE_BOOK to the path of the price "
                    "book")),
         {}});
  }
  cost::ImportOptions options;
  options.today = app::today();
  job_->set_title(tr("Importing prices of %1").arg(name));
  const auto shared = std::make_shared<const std::vector<cost::PriceList>>(std::move(lists));
  job_->start(
      [book, shared, options](TaskControl& control) {
        return app::import_prices(book, *shared, options, control);
      },
      [this, name](const Result<std::vector<cost::ImportReport>>& reports) {
        if (reports) return emit imported(tr("Prices imported"), import_text(*reports));
        if (reports.error().code == ErrorCode::kCancelled) return;
        emit failed(tr("Cannot import prices of %1").arg(name), reports.error());
      });
}

}  // namespace nscope::gui

#include "moc_price_drop.cpp"
