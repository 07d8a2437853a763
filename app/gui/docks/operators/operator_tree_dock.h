#pragma once

#include "app/gui/panels/message_stack.h"
#include "app/gui/run/dock_view.h"
#include "profiler/analysis/operators/operator_tree.h"

#include <memory>

namespace nscope::gui {

using OperatorTreePtr = std::shared_ptr<const analysis::OperatorTree>;

/// Base of the docks that show the work in the analysed range by framework operator, layer,
/// operator and instruction. Computes the tree in a background job. GUI thread.
class OperatorTreeDock : public DockView {
  Q_OBJECT

 public:
  std::vector<Job*> jobs() override { return {job_}; }
  /// Null if there are no rows; message() gives the reason.
  const OperatorTreePtr& tree() const { return tree_; }
  QString message() const { return stack_ == nullptr ? QString() : stack_->message(); }
  /// The analysed range and the levels of the tree, for example "whole run · layer › operator".
  QString caption() const { return caption_; }

 protected:
  OperatorTreeDock(const QString& job_title, RunView& run, QWidget* parent);

  /// Sets the widget that shows the tree. Must be called exactly once.
  void set_content(QWidget* content);
  /// Called when tree() has changed; it may be null.
  virtual void show_tree() = 0;
  void refresh() override;

  /// The trace of tree(). The two change together.
  const std::shared_ptr<const Trace>& tree_trace() const { return trace_; }
  /// Highlights the events of a node in all views; kNone: clears the highlight.
  void highlight(std::uint32_t node);
  /// Zooms the timeline to the longest event of a node.
  void zoom_to_longest(std::uint32_t node);

 private:
  void receive(const std::shared_ptr<const Trace>& trace, Result<analysis::OperatorTree> tree);

  Job* job_;
  MessageStack* stack_ = nullptr;
  std::shared_ptr<const Trace> trace_;
  OperatorTreePtr tree_;
  QString caption_;
};

/// The name of a node, for example "layer 3"; "(unnamed)" if it has no name.
QString node_name(const Trace& trace, const analysis::OperatorTree::Node& node);
/// The translated name of a level.
QString level_text(analysis::TreeLevel level);

}  // namespace nscope::gui
