#pragma once

#include "app/gui/background/job.h"
#include "app/pricing/user_prices.h"
#include "simcore/catalog/catalog.h"

#include <QObject>
#include <memory>
#include <optional>

namespace nscope::gui {

/// What all views of Plan mode compute with: the catalogue and the user's price book. Reads them
/// in the background, once, and the book again after an import. GUI thread; the objects
/// that the pointers refer to may be used in any thread.
class PlanContext : public QObject {
  Q_OBJECT

 public:
  explicit PlanContext(QObject* parent = nullptr);

  /// True when both are loaded, or when loading failed and problem() says why.
  bool is_ready() const { return book_ != nullptr || problem_; }
  /// Why there is nothing to compute with; empty: both are there.
  const std::optional<Error>& problem() const { return problem_; }
  std::shared_ptr<const catalog::Catalog> catalog() const { return catalog_; }
  std::shared_ptr<const cost::PriceBook> book() const;
  /// The book with its file and revision.
  std::shared_ptr<const app::UserBook> user_book() const { return book_; }
  /// Reloads the price book after an import. The previous one is used until then.
  void reload_book() { read(); }
  Job& job() const { return *job_; }

 signals:
  /// The book was read, or could not be: is_ready() from the first time on.
  void book_changed();

 private:
  struct Contents {
    std::shared_ptr<const catalog::Catalog> catalog;
    std::shared_ptr<const app::UserBook> book;
  };
  static Result<Contents> read_contents(std::shared_ptr<const catalog::Catalog> catalog);
  void read();

  Job* job_;
  std::shared_ptr<const catalog::Catalog> catalog_;
  std::shared_ptr<const app::UserBook> book_;
  std::optional<Error> problem_;
};

}  // namespace nscope::gui
