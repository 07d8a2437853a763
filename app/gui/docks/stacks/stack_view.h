#pragma once

#include "app/gui/docks/operators/flame_graph.h"
#include "profiler/analysis/operators/stack_tree.h"

#include <memory>

namespace nscope::gui {

using StackTreePtr = std::shared_ptr<const analysis::StackTree>;

/// A flame graph of call stacks. GUI thread.
class StackView : public FlameGraph {
  Q_OBJECT

 public:
  /// kCallers grows upwards from what was called.
  enum class Shape { kStacks, kCallers, kCallees };

  explicit StackView(Shape shape, QWidget* parent = nullptr);

  /// `trace` and `tree` are both null or both non-null. `whole`: the time of which tooltips state
  /// shares, in ticks.
  void set_tree(std::shared_ptr<const Trace> trace, StackTreePtr tree, std::int64_t whole);
  const StackTreePtr& tree() const { return tree_; }
  /// The name of the current frame; invalid if it is the whole graph.
  StringId current_name() const;
  QString tool_tip(const FlameBlock& block) const override;

 protected:
  QString name_of(std::uint32_t node) const override;
  QColor color_of(std::uint32_t node) const override;
  QString all_text() const override;
  QString help_text() const override;

 private:
  Shape shape_;
  std::shared_ptr<const Trace> trace_;
  StackTreePtr tree_;
  std::int64_t whole_ = 0;
};

}  // namespace nscope::gui
