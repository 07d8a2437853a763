#pragma once

#include "app/pricing/user_prices.h"
#include "simcore/catalog/catalog.h"

#include <QObject>
#include <memory>
#include <optional>

namespace nscope::gui {

/// What all views of Plan mode compute with: the catalogue and the user's price book, read
/// once. GUI thread; what the pointers hold is for any thread.
class PlanContext : public QObject {
  Q_OBJECT

 public:
  explicit PlanContext(QObject* parent = nullptr);

  /// Why there is nothing to compute with; empty: both are there.
  const std::optional<Error>& problem() const { return problem_; }
  std::shared_ptr<const catalog::Catalog> catalog() const { return catalog_; }
  std::shared_ptr<const cost::PriceBook> book() const;
  /// The book with its file and revision.
  std::shared_ptr<const app::UserBook> user_book() const { return book_; }
  /// Reads the price book anew: after an import.
  void reload_book();

 signals:
  void book_changed();

 private:
  void read_book();

  std::shared_ptr<const catalog::Catalog> catalog_;
  std::shared_ptr<const app::UserBook> book_;
  std::optional<Error> problem_;
};

}  // namespace nscope::gui
