//! Least squares: numbers of a configuration to a figure of its hardware.

/// A sum of features, each with a weight.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Numbers of the features that count, and their weights.
    weights: Vec<(usize, f64)>,
}

/// How much weights are drawn to zero, as a share of what the points say: a feature that is a sum of others would leave
/// the equations without a solution.
const DAMPING: f64 = 1e-6;

impl Fit {
    /// Weights with which the relative errors of `points`, each features and a figure above 0, have the least sum of
    /// squares. Features are taken one after the other from the first, a constant, on: always the one with which each
    /// point is predicted best from all others, until none makes that better. With few points, more of them would
    /// follow the noise.
    pub fn of(points: &[(Vec<f64>, f64)]) -> Self {
        let scaled: Vec<Vec<f64>> =
            points.iter().map(|(features, figure)| features.iter().map(|of| of / figure).collect()).collect();
        let count = scaled.first().map_or(0, Vec::len);
        let mut taken = vec![0];
        let mut best = Trial::of(&scaled, &taken);
        // Two points for each feature, at least.
        while 2 * (taken.len() + 1) <= points.len() {
            let others = (0..count).filter(|at| !taken.contains(at));
            let with = |at: usize| {
                let columns: Vec<usize> = taken.iter().copied().chain([at]).collect();
                (Trial::of(&scaled, &columns), columns)
            };
            let next = others.map(with).min_by(|(a, _), (b, _)| a.error.total_cmp(&b.error));
            match next {
                Some((trial, columns)) if trial.error < best.error => (best, taken) = (trial, columns),
                _ => break,
            }
        }
        Self { weights: taken.into_iter().zip(best.weights).collect() }
    }

    /// The figure that goes with these features.
    pub fn at(&self, features: &[f64]) -> f64 {
        self.weights.iter().map(|(at, weight)| weight * features[*at]).sum()
    }
}

/// Some features, tried.
struct Trial {
    weights: Vec<f64>,
    /// Sum of the squares of the errors with which each point is predicted from all others.
    error: f64,
}

impl Trial {
    /// These columns of points whose figure is 1.
    fn of(points: &[Vec<f64>], columns: &[usize]) -> Self {
        let rows: Vec<Vec<f64>> = points.iter().map(|row| columns.iter().map(|at| row[*at]).collect()).collect();
        let mut matrix = vec![vec![0.0; columns.len()]; columns.len()];
        let mut sums = vec![0.0; columns.len()];
        for row in &rows {
            for (at, first) in row.iter().enumerate() {
                sums[at] += first;
                matrix[at].iter_mut().zip(row).for_each(|(cell, second)| *cell += first * second);
            }
        }
        for (at, row) in matrix.iter_mut().enumerate() {
            row[at] += DAMPING * row[at] + f64::MIN_POSITIVE;
        }
        let weights = solved(&matrix, &sums);
        // What a point says of itself need not be left out by doing everything anew: the part that it has in its own
        // prediction tells.
        let off = |row: &Vec<f64>| {
            let own = dot(row, &solved(&matrix, row));
            (1.0 - dot(row, &weights)) / (1.0 - own).max(1e-9)
        };
        let error = rows.iter().map(off).map(|off| off * off).sum();
        Self { weights, error }
    }
}

fn dot(first: &[f64], second: &[f64]) -> f64 {
    first.iter().zip(second).map(|(a, b)| a * b).sum()
}

/// Solves a system of equations whose matrix is positive definite: Gauss' elimination, which needs no choice of pivots
/// there.
fn solved(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let count = matrix.len();
    let mut rows: Vec<Vec<f64>> =
        matrix.iter().zip(right).map(|(row, right)| row.iter().copied().chain([*right]).collect()).collect();
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
        assert!(Fit::of(&points).weights.len() == 1, "a constant says it all");
    }
}
