#pragma once

#include "app/gui/background/job.h"
#include "app/pricing/user_prices.h"
#include "simcore/catalog/catalog.h"

#include <QObject>
#include <memory>
#include <optional>

namespace nscope::gui {

/// The catalogue and the price book of the user, which all views of Plan mode share. Both are read
/// once in the background, and the price book again after an import. GUI thread; the objects behind
/// the pointers may be used in any thread.
class PlanContext : public QObject {
  Q_OBJECT

 public:
  /// Without a catalogue, the built-in one is loaded.
  explicit PlanContext(std::shared_ptr<const catalog::Catalog> catalog = nullptr,
                       QObject* parent = nullptr);

  /// True when both are loaded, or when loading failed and problem() says why.
  bool is_ready() const { return book_ != nullptr || problem_; }
  /// Why loading failed; empty if both are loaded.
  const std::optional<Error>& problem() const { return problem_; }
  std::shared_ptr<const catalog::Catalog> catalog() const { return catalog_; }
  std::shared_ptr<const cost::PriceBook> book() const;
  /// The book with its file and revision.
  std::shared_ptr<const app::UserBook> user_book() const { return book_; }
  /// Reloads the price book after an import. The previous one is used until then.
  void reload_book() { read(); }
  Job& job() const { return *job_; }

 signals:
  /// The price book was read or could not be read. From then on, is_ready() is true.
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
