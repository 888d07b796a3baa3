//! Random microcode on the model: everything is reached, and what always holds does.
use crate::microcode::{Coverage, bases, machine, word_of};
use crate::volume::volume;
use treetap::model::coproc::{Coproc, Effect, End, Timing};
use treetap::spec::coproc::word::Word;
use treetap::spec::coproc::{Command, Config, State, regs};
use treetap::trace::shapes::Random;

fn command(model: &mut Coproc, command: Command) -> Effect {
    model.write(word_of(&regs::CMD, 0), command as u32, 0)
}

fn run(config: Config, machines: u64) {
    let (mut coverage, mut random, mut words) = (Coverage::new(&config), Random(config.entries.into()), 0);
    for _ in 0..machines {
        let set_up = machine(&config, &mut random, 60);
        let mut model = Coproc::new(config);
        for (word, value) in &set_up.writes {
            assert_eq!(model.write(*word, *value, 0), Effect::None, "{word:03x}");
        }
        let bases = bases(&mut model);
        command(&mut model, Command::Run);
        let mut timings = [Timing::new(1, false), Timing::new(4, false), Timing::new(1, true)];
        for sample in &set_up.samples {
            let before = model.words();
            let mut steps = 0;
            let end = model.sample(sample, &mut |step| {
                coverage.step(step, &bases);
                timings.iter_mut().for_each(|timing| timing.step(step));
                steps += 1;
            });
            assert_eq!(model.words() - before, steps);
            words += steps;
            let end = end.unwrap();
            let at = model.read(word_of(&regs::STATUS, 0));
            let treetap::model::coproc::Answer::Word(status) = at else { panic!("{at:?}") };
            let upc = regs::STATUS.field("UPC").of(status) as usize;
            let half = |high: usize| u64::from(set_up.writes[2 * upc + high].1);
            coverage.end(end, sample, Word::from_bits(half(0) | half(1) << 32));
            assert_eq!(model.irq(), end != End::Done);
            match end {
                End::Done => continue,
                End::Interrupt => assert_eq!(model.state(), State::Interrupt),
                End::Error(_) => assert_eq!(command(&mut model, Command::Skip), Effect::Pop),
            }
            command(&mut model, Command::Run);
        }
        let [one, four, predicted] = timings.map(|timing| timing.cycles());
        assert!(four <= one && one >= model.words() && predicted >= model.words());
    }
    assert_eq!(coverage.missing(), Vec::<String>::new(), "{words} words");
    assert!(words > 100 * machines && coverage.things() > 250, "{words} words, {}", coverage.things());
}

#[test]
fn random_microcode_reaches_everything() {
    let config = |value_bits, entries| Config { value_bits, ..Config::rv32(entries) };
    for config in [config(32, 32), config(32, 256), Config::rv64(64)] {
        run(config, 400 * volume());
    }
}
