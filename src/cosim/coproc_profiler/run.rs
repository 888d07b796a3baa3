//! A program's retirements through hardware and model, with a host of the microcode.
use super::beside::{Beside, Found};
use super::options::Options;
use crate::cosim::Error;
use crate::cosim::profiler::{BusError, Profiler};
use crate::cosim::session::{self, AHEAD, Source};
use crate::host;
use crate::host::coproc::{Device, Host, Stopped};
use crate::spec::retire::{Record, Rvfi};
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Instant;

/// What a run found.
pub struct Report<H> {
    /// The host, with what it copied; its device has been compared.
    pub host: H,
    /// Hardware and model.
    pub found: Found,
    /// Retirements taken.
    pub retired: u64,
    /// An error of the microcode ended it.
    pub failed: Option<Stopped>,
    /// Wall time in seconds, without building.
    pub seconds: f64,
}

fn failed(error: host::Error<BusError>) -> Error {
    Error::Host(error.to_string())
}

/// Runs `source` to its end, or the limit, through `hardware`, which was made by [`super::hardware`] for the same
/// options, with a host of its microcode beside it, which `start` sets going. The host comes when it is asked for, or
/// its time is over, and meanwhile no instruction retires. `watch` is told every record, `progress` how many
/// retirements were taken.
///
/// # Errors
/// What the source says; [`Error::Host`] when the host is refused something; [`Error::Stuck`] when nothing is taken any
/// more.
pub fn run<'a, H: Host<Beside<'a>>>(
    options: &Options,
    hardware: Profiler,
    start: impl FnOnce(Device<Beside<'a>>) -> Result<H, host::Error<BusError>>,
    source: &mut dyn Source,
    watch: &'a mut (dyn FnMut(&Record) + Send),
    progress: &mut dyn FnMut(u64),
) -> Result<Report<H>, Error> {
    let started = Instant::now();
    let (to_hardware, batches) = sync_channel::<Arc<Vec<Rvfi>>>(AHEAD);
    thread::scope(|scope| {
        let making = scope.spawn(move || session::make(source, options.limit, &[to_hardware]));
        let device = Device::connect(Beside::new(options, hardware, watch)?).map_err(failed)?;
        let device = if options.lossless { device.lossless() } else { device };
        let mut host = start(device).map_err(failed)?;
        let (mut taken, mut wrong) = (0, None);
        for batch in &batches {
            wrong = take(options, &mut host, &batch)?;
            taken += batch.len() as u64;
            progress(taken);
            if wrong.is_some() {
                break;
            }
        }
        drop(batches);
        making.join().expect("the source does not panic")?;
        host.device().flush().map_err(|e| Error::Host(e.to_string()))?;
        if wrong.is_none() {
            wrong = host.attend(0).map_err(failed)?;
        }
        host.end().map_err(failed)?;
        let device = host.device();
        let compared = device.read_all().and_then(|()| device.found());
        let found = compared.map_err(|e| Error::Host(e.to_string()))?;
        let seconds = started.elapsed().as_secs_f64();
        Ok(Report { host, retired: found.hardware.retired, found, failed: wrong, seconds })
    })
}

/// Gives a batch to the hardware, and lets the host work in between; the error of the program that ended it.
fn take<'a>(options: &Options, host: &mut impl Host<Beside<'a>>, batch: &[Rvfi]) -> Result<Option<Stopped>, Error> {
    let mut done = 0;
    while done < batch.len() {
        let most = batch.len().min(done + host.left().min(batch.len() as u64) as usize);
        let taken = host.device().feed(&batch[done..most], options.pace)?;
        host.device().asked();
        done += taken;
        let wrong = host.attend(taken as u64).map_err(failed)?;
        if wrong.is_some() {
            return Ok(wrong);
        }
    }
    Ok(None)
}
