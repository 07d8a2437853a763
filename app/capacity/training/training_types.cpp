#include "app/capacity/training/plan_training.h"

namespace nscope::capacity {
namespace {

Result<> check_trainable(const catalog::Catalog& catalog, const TrainingRequest& request) {
  const auto model = catalog.model(request.model);
  if (!model) return fail(model.error());
  if (const auto shape = sim::transformer_shape(**model); !shape) return fail(shape.error());
  if ((*model)->max_positions > 0 && request.sequence_length > (*model)->max_positions) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("must be at most {}, the number of positions in the published configuration of {}",
           as::count((*model)->max_positions), request.model),
        "sequence_length");
  }
  return {};
}

}  // namespace

Result<std::vector<const catalog::Instance*>> training_types(const catalog::Catalog& catalog,
                                                             const cost::PriceBook& book,
                                                             const TrainingRequest& request) {
  if (auto checked = check_trainable(catalog, request); !checked) return fail(checked.error());
  if (auto checked = check_regions(book, request.regions); !checked) return fail(checked.error());
  return named_instances(catalog, request.instances, request.baselines);
}

}  // namespace nscope::capacity
