#pragma once

namespace nscope {

/// The visitor of a std::variant, made of one function for each alternative:
///
///   std::visit(Overloaded{[](const Circle& circle) { ... },
///                         [](const Square& square) { ... }}, shape);
///
/// Name the type of each alternative. A parameter of type `auto` or of a common base accepts
/// every alternative, and the compiler then no longer reports the places that do not handle a
/// new one.
template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace nscope
