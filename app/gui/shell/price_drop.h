#pragma once

#include "app/gui/background/job.h"
#include "app/pricing/price_import.h"

#include <QObject>
#include <QString>
#include <vector>

namespace nscope::gui {

/// Imports price lists that were opened or dropped into the user's price book, in the background.
/// GUI thread.
class PriceDrop : public QObject {
  Q_OBJECT

 public:
  explicit PriceDrop(QObject* parent = nullptr);

  /// Imports `lists`. `name` is shown in titles.
  void import(const QString& name, std::vector<cost::PriceList> lists);
  Job& job() { return *job_; }

 signals:
  /// The price book may have changed. `text` states what was imported and skipped, and why.
  void imported(const QString& title, const QString& text);
  void failed(const QString& what, const nscope::Error& error);

 private:
  Job* job_;
};

/// The results of imports as text, with a paragraph for each file.
QString import_text(const std::vector<cost::ImportReport>& reports);

}  // namespace nscope::gui
