#include "app/gui/forms/buying_fields.h"

#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "costmodel/prices/purchase.h"

namespace nscope::gui {
namespace {

using Kind = DocumentField::Kind;

}  // namespace

void add_machines(FieldList& fields, const catalog::Catalog& catalog, const cost::PriceBook& book,
                  bool gpus) {
  fields.section(tr("Regions and instance types"));
  DocumentField& regions = fields.add("/regions", Kind::kList, tr("Regions"));
  for (const std::string& region : book.regions()) regions.choices.emplace_back(region, QString());
  regions.absent = QStringLiteral("us-east-1");
  regions.help = tr("Regions in which instances may be bought, separated by commas.");
  DocumentField& instances =
      fields.listed("/instances", Kind::kList, tr("Instance types"),
                    instance_choices(catalog, [gpus](const catalog::Device& device) {
                      return gpus || device.kind == catalog::DeviceKind::kNeuron;
                    }));
  instances.absent = tr("all with NeuronCores");
  instances.help = tr("Instance types that may be used, separated by commas.");
}

void add_money(FieldList& fields, const QString& none) {
  fields.section(tr("Purchase"));
  DocumentField& purchase = fields.add("/purchase", Kind::kFlags, tr("Purchase options"));
  for (const cost::Purchase& option : cost::kPurchaseOptions) {
    purchase.choices.emplace_back(cost::to_string(option), to_qstring(cost::title(option)));
  }
  purchase.help = none;
  purchase.absent = to_qstring(cost::title(cost::kPurchaseOptions.front()));
  DocumentField& day = fields.add("/as_of", Kind::kDay, tr("Prices as of"));
  day.absent = tr("today");
  day.help = tr(
      "Day of the prices in the price book. Each result states the date and source of its price.");
}

void add_hazard(FieldList& fields, const std::string& at, const QString& absent) {
  // While the user edits a rate, its field may be empty. The source still tells that it is a rate.
  if (fields.has(at) && !fields.has(at + "/bucket")) {
    fields.number(at + "/per_hour", tr("Interruptions"), tr("per node-hour"));
    fields.add(at + "/source", Kind::kText, tr("Source"));
    return;
  }
  FieldList::Choices buckets;
  for (const char* each : {"<5%", "5-10%", "10-15%", "15-20%", ">20%"}) {
    buckets.emplace_back(each, QString::fromLatin1(each));
  }
  DocumentField& bucket =
      fields.choice(at + "/bucket", tr("Interruption frequency"), std::move(buckets));
  bucket.absent = absent;
  bucket.help = tr("Monthly frequency of interruption according to the AWS Spot Instance Advisor.");
}

}  // namespace nscope::gui
