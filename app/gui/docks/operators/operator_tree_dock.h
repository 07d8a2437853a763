#pragma once

#include "app/gui/panels/message_stack.h"
#include "app/gui/run/dock_view.h"
#include "profiler/analysis/operators/operator_tree.h"

#include <memory>

namespace nscope::gui {

using OperatorTreePtr = std::shared_ptr<const analysis::OperatorTree>;

/// A view of the run's work by framework operator, layer, operator and instruction, of the
/// range or the whole run. Computes it in the background. GUI thread.
class OperatorTreeDock : public DockView {
  Q_OBJECT

 public:
  std::vector<Job*> jobs() override { return {job_}; }
  /// Null while there is nothing to show; message() says why.
  const OperatorTreePtr& tree() const { return tree_; }
  QString message() const { return stack_ == nullptr ? QString() : stack_->message(); }
  /// "whole run · 12,345 events ...".
  QString caption() const { return caption_; }

 protected:
  OperatorTreeDock(const QString& job_title, RunView& run, QWidget* parent);

  /// To be called once, with what shows the tree.
  void set_content(QWidget* content);
  /// There is a new tree, or none.
  virtual void show_tree() = 0;
  void refresh() override;

  /// The run of tree(): the two change together.
  const std::shared_ptr<const Trace>& tree_trace() const { return trace_; }
  /// Marks the events of a node out in all views; kNone: none.
  void highlight(std::uint32_t node);
  /// The timeline zooms to the longest event of a node, where it has one.
  void zoom_to_longest(std::uint32_t node);

 private:
  void receive(const std::shared_ptr<const Trace>& trace, Result<analysis::OperatorTree> tree);

  Job* job_;
  MessageStack* stack_ = nullptr;
  std::shared_ptr<const Trace> trace_;
  OperatorTreePtr tree_;
  QString caption_;
};

/// "layer 3"; words for events without a name.
QString node_name(const Trace& trace, const analysis::OperatorTree::Node& node);
/// The level in words, translated.
QString level_text(analysis::TreeLevel level);

}  // namespace nscope::gui
