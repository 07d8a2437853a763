#include "app/gui/forms/plan_context.h"

#include <utility>

namespace nscope::gui {

PlanContext::PlanContext(std::shared_ptr<const catalog::Catalog> catalog, QObject* parent)
    : QObject(parent),
      job_(new Job(tr("Reading the price book"), this)),
      catalog_(std::move(catalog)) {
  read();
}

std::shared_ptr<const cost::PriceBook> PlanContext::book() const {
  return book_ ? std::shared_ptr<const cost::PriceBook>(book_, &book_->book) : nullptr;
}

Result<PlanContext::Contents> PlanContext::read_contents(
    std::shared_ptr<const catalog::Catalog> catalog) {
  if (!catalog) {
    auto loaded = catalog::Catalog::load();
    if (!loaded) return fail(loaded.error());
    catalog = std::make_shared<const catalog::Catalog>(std::move(*loaded));
  }
  auto book = app::load_user_book();
  if (!book) return fail(book.error());
  return Contents{std::move(catalog), std::make_shared<const app::UserBook>(std::move(*book))};
}

void PlanContext::read() {
  job_->start([known = catalog_](TaskControl&) { return read_contents(known); },
              [this](Result<Contents> contents) {
                problem_.reset();
                if (contents) {
                  catalog_ = std::move(contents->catalog);
                  book_ = std::move(contents->book);
                } else {
                  problem_ = contents.error();
                }
                emit book_changed();
              });
}

}  // namespace nscope::gui

#include "moc_plan_context.cpp"
