//! Who calls whom, and which procedures need a check on entry (docs/reference/chkplan.md C3, C4).

/// A call graph: procedures are numbers, in the order of their addresses.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Whom each one calls directly, itself included if it does.
    pub calls: Vec<Vec<usize>>,
    /// It may call or jump to what is not known.
    pub unknown: Vec<bool>,
    /// Its address is a value somewhere, so anybody may call it.
    pub taken: Vec<bool>,
}

/// What is known of each procedure.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// It calls nothing.
    pub leaf: Vec<bool>,
    /// Nobody but itself calls it directly, or it stands for a cycle that nothing leads to.
    pub root: Vec<bool>,
    /// It is called by a procedure of its own cycle that is no nearer to the roots.
    pub below: Vec<bool>,
    /// Calls from the nearest root.
    pub distance: Vec<usize>,
    /// It needs a check.
    pub chosen: Vec<bool>,
}

impl Graph {
    /// Which procedures need a check, so that no cycle of direct calls is without one.
    pub fn judge(&self) -> Judged {
        let count = self.calls.len();
        let leaf: Vec<bool> = (0..count).map(|f| self.calls[f].is_empty() && !self.unknown[f]).collect();
        let mut root = vec![true; count];
        for (f, calls) in self.calls.iter().enumerate() {
            calls.iter().filter(|g| **g != f).for_each(|g| root[*g] = false);
        }
        let mut distance = vec![usize::MAX; count];
        let first: Vec<usize> = (0..count).filter(|f| root[*f] || self.taken[*f]).collect();
        self.reach(&first, &mut distance);
        for f in 0..count {
            if distance[f] == usize::MAX {
                root[f] = true;
                self.reach(&[f], &mut distance);
            }
        }
        let component = self.components();
        let mut below = vec![false; count];
        for (f, calls) in self.calls.iter().enumerate() {
            for g in calls {
                below[*g] |= component[f] == component[*g] && distance[f] >= distance[*g];
            }
        }
        let chosen = (0..count).map(|f| !leaf[f] && (root[f] || self.taken[f] || below[f])).collect();
        Judged { leaf, root, below, distance, chosen }
    }

    /// Distances from `first` for what has none yet.
    fn reach(&self, first: &[usize], distance: &mut [usize]) {
        first.iter().for_each(|f| distance[*f] = 0);
        let mut queue: std::collections::VecDeque<usize> = first.iter().copied().collect();
        while let Some(f) = queue.pop_front() {
            for &g in &self.calls[f] {
                if distance[g] == usize::MAX {
                    distance[g] = distance[f] + 1;
                    queue.push_back(g);
                }
            }
        }
    }

    /// The strongly connected component of each procedure (Tarjan's algorithm, without recursion).
    fn components(&self) -> Vec<usize> {
        let count = self.calls.len();
        let (mut number, mut low, mut component) = (vec![0; count], vec![0; count], vec![usize::MAX; count]);
        let (mut stack, mut next, mut found) = (vec![], 1, 0);
        for start in 0..count {
            if number[start] != 0 {
                continue;
            }
            // A procedure and how many of its calls have been looked at.
            let mut path = vec![(start, 0)];
            while let Some(&mut (f, ref mut at)) = path.last_mut() {
                if *at == 0 {
                    (number[f], low[f]) = (next, next);
                    next += 1;
                    stack.push(f);
                }
                if let Some(&g) = self.calls[f].get(*at) {
                    *at += 1;
                    if number[g] == 0 {
                        path.push((g, 0));
                    } else if component[g] == usize::MAX {
                        low[f] = low[f].min(number[g]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(caller, _)) = path.last() {
                    low[caller] = low[caller].min(low[f]);
                }
                if low[f] == number[f] {
                    while let Some(g) = stack.pop() {
                        component[g] = found;
                        if g == f {
                            break;
                        }
                    }
                    found += 1;
                }
            }
        }
        component
    }
}
