#pragma once

#include "app/gui/background/job.h"
#include "app/pricing/price_import.h"

#include <QObject>
#include <QString>
#include <vector>

namespace nscope::gui {

/// Reads price lists that were opened or dropped into the user's price book, in the background.
/// GUI thread.
class PriceDrop : public QObject {
  Q_OBJECT

 public:
  explicit PriceDrop(QObject* parent = nullptr);

  /// `name` is shown for the lists in titles.
  void import(const QString& name, std::vector<cost::PriceList> lists);
  Job& job() { return *job_; }

 signals:
  /// The book may have changed. `text` says what was read and what was left out, and why.
  void imported(const QString& title, const QString& text);
  void failed(const QString& what, const nscope::Error& error);

 private:
  Job* job_;
};

/// What imports did, for people: a paragraph for each file.
QString import_text(const std::vector<cost::ImportReport>& reports);

}  // namespace nscope::gui
