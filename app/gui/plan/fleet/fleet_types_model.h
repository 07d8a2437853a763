#pragma once

#include "app/gui/forms/capacity.h"

#include <QStandardItemModel>

namespace nscope::gui {

/// The result for each instance type: its fleet, or why there is none; types without a fleet for
/// the same reason share a row. The child rows show how many configurations each rule rejected, and
/// one example with its arithmetic. GUI thread.
class FleetTypesModel : public QStandardItemModel {
  Q_OBJECT

 public:
  enum Column { kInstance, kResult, kCost, kMoreExpensive, kLatency, kDetail, kColumns };

  explicit FleetTypesModel(QObject* parent = nullptr);

  void set_plan(const capacity::FleetPlan& plan);
  /// The row of an instance type; invalid if there is none.
  QModelIndex find(const QString& instance) const;

 private:
  void set_headings();
  QList<QStandardItem*> type_row(const capacity::FleetPlan& plan, const capacity::TypeSummary& type,
                                 const QString& name) const;
};

}  // namespace nscope::gui
