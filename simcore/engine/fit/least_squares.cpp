#include "simcore/engine/fit/least_squares.h"

#include <algorithm>
#include <cmath>

namespace nscope::sim {
namespace {

using Matrix = std::vector<std::vector<double>>;

double sum_of_squares(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return sum;
}

/// Gaussian elimination with partial pivoting. The solution is 0 in a singular direction.
std::vector<double> solve(Matrix a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t pivot = i;
    for (std::size_t row = i + 1; row < n; ++row) {
      if (std::abs(a[row][i]) > std::abs(a[pivot][i])) pivot = row;
    }
    std::swap(a[i], a[pivot]);
    std::swap(b[i], b[pivot]);
    if (a[i][i] == 0) continue;
    for (std::size_t row = i + 1; row < n; ++row) {
      const double factor = a[row][i] / a[i][i];
      for (std::size_t column = i; column < n; ++column) a[row][column] -= factor * a[i][column];
      b[row] -= factor * b[i];
    }
  }
  std::vector<double> x(n, 0.0);
  for (std::size_t i = n; i-- > 0;) {
    double rest = b[i];
    for (std::size_t column = i + 1; column < n; ++column) rest -= a[i][column] * x[column];
    x[i] = a[i][i] == 0 ? 0 : rest / a[i][i];
  }
  return x;
}

/// Normal equations of the linearised problem at one point.
struct Linearised {
  Matrix matrix;
  std::vector<double> gradient;
};
Linearised linearise(const Residuals& residuals, const std::vector<double>& at,
                     const std::vector<double>& value) {
  constexpr double kStep = 1e-5;
  const std::size_t n = at.size();
  Matrix columns(n);
  for (std::size_t k = 0; k < n; ++k) {
    std::vector<double> moved = at;
    moved[k] += kStep;
    columns[k] = residuals(moved);
    for (std::size_t i = 0; i < value.size(); ++i) {
      columns[k][i] = (columns[k][i] - value[i]) / kStep;
    }
  }
  Linearised out{Matrix(n, std::vector<double>(n, 0.0)), std::vector<double>(n, 0.0)};
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      out.gradient[j] -= columns[j][i] * value[i];
      for (std::size_t k = 0; k < n; ++k) out.matrix[j][k] += columns[j][i] * columns[k][i];
    }
  }
  return out;
}

}  // namespace

double bounded_residual(double residual, double bound) {
  const double size = std::abs(residual);
  if (size <= bound) return residual;
  return std::copysign(std::sqrt(bound * (2 * size - bound)), residual);
}

Result<std::vector<double>> least_squares(const Residuals& residuals, std::vector<double> start,
                                          const TaskControl& control) {
  constexpr int kIterations = 200;
  constexpr int kTries = 12;
  constexpr double kConverged = 1e-10;
  constexpr double kLongestStep = 1.0;
  double damping = 1e-3;
  std::vector<double> at = std::move(start);
  std::vector<double> value = residuals(at);
  double cost = sum_of_squares(value);
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    if (control.cancelled()) return cancelled();
    const Linearised local = linearise(residuals, at, value);
    double gain = 0;
    for (int attempt = 0; attempt < kTries && gain <= 0; ++attempt) {
      Matrix damped = local.matrix;
      for (std::size_t i = 0; i < at.size(); ++i) damped[i][i] *= 1.0 + damping;
      const std::vector<double> step = solve(std::move(damped), local.gradient);
      std::vector<double> next = at;
      for (std::size_t i = 0; i < at.size(); ++i) {
        next[i] += std::clamp(step[i], -kLongestStep, kLongestStep);
      }
      std::vector<double> next_value = residuals(next);
      const double next_cost = sum_of_squares(next_value);
      if (next_cost < cost) {
        gain = (cost - next_cost) / cost;
        at = std::move(next);
        value = std::move(next_value);
        cost = next_cost;
        damping = std::max(damping / 5, 1e-12);
      } else {
        damping *= 4;
      }
    }
    if (gain < kConverged) break;
  }
  return at;
}

}  // namespace nscope::sim
