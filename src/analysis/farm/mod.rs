//! Many tasks on many machines: a sweep becomes tasks, each with the name of its result (docs/user/farm.md).
//!
//! * [`sweep`]: the file that says what varies; [`template`]: words with `{parameters}` in them.
//! * [`task`]: a command, what its result depends on, and so the name of the result; [`depends`]: what that is now.
//! * [`ids`]: numbers of tasks as people and queues write them, and what one job does.
//! * [`run`]: the folder of a run: tasks, results, failures, attempts. It alone says what is done.
//! * [`plan`]: a sweep to a run; [`submit`] and [`slurm`]: tasks to this machine or a queue; [`worker`]: a task that
//!   runs.
//! * [`progress`]: what is done, what it cost, what failed.
//! * [`gather`] and [`join`]: one output of many results.
//! * [`machine`]: programs, tools and forms that this room does not know, and who is told how a run goes on.
pub mod depends;
pub mod gather;
pub mod ids;
pub mod join;
pub mod machine;
pub mod plan;
pub mod progress;
pub mod run;
pub mod slurm;
pub mod submit;
pub mod sweep;
pub mod task;
pub mod template;
pub mod worker;
