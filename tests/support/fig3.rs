//! The check of bursty tracing as its authors wrote it down (Hirzel and Chilimbi, "Bursty Tracing", 2001, figure 3), word by word: what model and
//! hardware of the burst sampler are held against. Numbers count down below zero and stay away from it, which makes 0 checks infinitely many.

/// The two counters.
pub struct Fig3 {
    n_check0: i64,
    n_instr0: i64,
    n_check: i64,
    n_instr: i64,
    inst: bool,
}

impl Fig3 {
    pub fn new(n_check0: u32, n_instr0: u32) -> Self {
        Self { n_check0: n_check0.into(), n_instr0: n_instr0.into(), n_check: n_check0.into(), n_instr: 0, inst: false }
    }

    /// New numbers, which the next reload takes.
    pub fn rewrite(&mut self, n_check0: u32, n_instr0: u32) {
        (self.n_check0, self.n_instr0) = (n_check0.into(), n_instr0.into());
    }

    pub fn check(&mut self) {
        self.n_check -= 1;
        if self.n_check != 0 {
            self.inst = false;
            return;
        }
        self.n_check = 1;
        if self.n_instr == 0 {
            self.n_instr = self.n_instr0;
            self.inst = true;
            return;
        }
        self.n_instr -= 1;
        self.inst = self.n_instr != 0;
        if !self.inst {
            self.n_check = self.n_check0;
        }
    }

    /// Instrumented code is run.
    pub fn inst(&self) -> bool {
        self.inst
    }
}
