//! Many tasks on many machines: a sweep becomes tasks, each with the name of its result (docs/user/farm.md).
//!
//! * [`sweep`]: the file that says what varies; [`template`]: words with `{parameters}` in them.
//! * [`task`]: a command, what its result depends on, and so the name of the result.
//! * [`ids`]: numbers of tasks as people and queues write them, and what one job does.
//! * [`run`]: the folder of a run: tasks, results, failures, attempts. It alone says what is done.
//! * [`progress`]: what is done, what it cost, what failed.
//! * [`join`]: one output of many results.
pub mod ids;
pub mod join;
pub mod progress;
pub mod run;
pub mod sweep;
pub mod task;
pub mod template;
