#include "app/gui/plan/forms/plan_context.h"

#include <utility>

namespace nscope::gui {

PlanContext::PlanContext(QObject* parent) : QObject(parent) {
  auto catalog = catalog::Catalog::load();
  if (!catalog) {
    problem_ = catalog.error();
    return;
  }
  catalog_ = std::make_shared<const catalog::Catalog>(std::move(*catalog));
  read_book();
}

std::shared_ptr<const cost::PriceBook> PlanContext::book() const {
  return book_ ? std::shared_ptr<const cost::PriceBook>(book_, &book_->book) : nullptr;
}

void PlanContext::read_book() {
  auto book = app::load_user_book();
  problem_.reset();
  if (!book) {
    problem_ = book.error();
    return;
  }
  book_ = std::make_shared<const app::UserBook>(std::move(*book));
}

void PlanContext::reload_book() {
  if (!catalog_) return;
  read_book();
  emit book_changed();
}

}  // namespace nscope::gui

#include "moc_plan_context.cpp"
