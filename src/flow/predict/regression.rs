//! Least squares: numbers of a configuration to a figure of its hardware.

/// A sum of features, each with a weight.
#[derive(Clone, Debug)]
pub struct Fit {
    weights: Vec<f64>,
}

/// How much weights are drawn to zero, as a share of what the points say: with few points, features that always come
/// together could get weights without any bound.
const DAMPING: f64 = 1e-4;

impl Fit {
    /// The weights with which the relative errors of `points`, each features and a figure above 0, have the least sum
    /// of squares.
    pub fn of(points: &[(Vec<f64>, f64)]) -> Self {
        let count = points.first().map_or(0, |(features, _)| features.len());
        let mut matrix = vec![vec![0.0; count + 1]; count];
        for (features, figure) in points {
            for (row, first) in matrix.iter_mut().zip(features) {
                for (cell, second) in row.iter_mut().zip(features.iter().chain([figure])) {
                    *cell += first * second / (figure * figure);
                }
            }
        }
        for (at, row) in matrix.iter_mut().enumerate() {
            row[at] += DAMPING * row[at] + f64::MIN_POSITIVE;
        }
        Self { weights: solved(matrix) }
    }

    /// As [`Fit::of`], with no more of the leading features than half of the points allow: more would follow the noise.
    pub fn leading(points: &[(Vec<f64>, f64)]) -> Self {
        let most = (points.len() / 2).max(1);
        let cut = |(features, figure): &(Vec<f64>, f64)| (features[..most.min(features.len())].to_vec(), *figure);
        let short: Vec<_> = points.iter().map(cut).collect();
        Self::of(&short)
    }

    /// The figure that goes with these features.
    pub fn at(&self, features: &[f64]) -> f64 {
        self.weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
    }
}

/// Solves a system of equations whose matrix is positive definite, its right side in the last column: Gauss'
/// elimination, which needs no choice of pivots there.
fn solved(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let count = rows.len();
    for at in 0..count {
        let (above, below) = rows.split_at_mut(at + 1);
        let pivot = &above[at];
        for row in below {
            let factor = row[at] / pivot[at];
            for (cell, upper) in row.iter_mut().zip(pivot).skip(at) {
                *cell -= factor * upper;
            }
        }
    }
    let mut solution = vec![0.0; count];
    for at in (0..count).rev() {
        let known: f64 = (at + 1..count).map(|other| rows[at][other] * solution[other]).sum();
        solution[at] = (rows[at][count] - known) / rows[at][at];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_linear_is_found_again() {
        let figure = |a: f64, b: f64| 40.0 + 3.0 * a + 0.5 * b;
        let points: Vec<_> = (0..20)
            .map(|at| {
                let (a, b) = (f64::from(at % 5), f64::from(at * 7 % 11));
                (vec![1.0, a, b], figure(a, b))
            })
            .collect();
        let fit = Fit::of(&points);
        assert!((fit.at(&[1.0, 9.0, 20.0]) / figure(9.0, 20.0) - 1.0).abs() < 1e-2, "{fit:?}");
    }

    #[test]
    fn features_that_never_differ_do_no_harm() {
        let points: Vec<_> = (1..9).map(|at| (vec![1.0, 0.0, 1.0], 100.0 + f64::from(at % 2))).collect();
        assert!((Fit::of(&points).at(&[1.0, 0.0, 1.0]) - 100.5).abs() < 1.0);
    }
}
