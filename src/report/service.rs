//! What an engine guarantees on any stream: what `treetap bounds rap` shows.
use super::grouped;
use super::table::{align_numbers, grid};
use crate::analysis::service::{Event, Guarantee};
use serde_json::{Value, json};

/// The JSON contract.
pub fn contract(guarantee: &Guarantee) -> Value {
    let event = |event: &Event| {
        let asked = event.demand;
        json!({
            "weight": event.weight, "visits": asked.visits, "creates": asked.creates, "steps": asked.steps,
            "cycles": event.cycles,
        })
    };
    let (service, stream) = (guarantee.service, guarantee.stream);
    json!({
        "preset": guarantee.name,
        "engine": guarantee.engine.name(),
        "service": {
            "interval": service.interval, "event": service.event, "visit": service.visit, "leaf": service.leaf,
            "absorbed": service.absorbed, "create": service.create, "row": service.row, "step": service.step,
        },
        "events": guarantee.events.iter().map(event).collect::<Vec<_>>(),
        "stream": {
            "weight": stream.weight, "rounds": stream.rounds, "creates": stream.creates, "absorbed": stream.absorbed,
            "waiting": stream.waiting,
        },
        "queues": guarantee.queues.iter().map(|queue| json!({
            "distance": queue.distance, "entries": queue.entries,
        })).collect::<Vec<_>>(),
    })
}

/// For people.
pub fn text(guarantee: &Guarantee) -> String {
    let config = guarantee.config;
    let mut text = format!(
        "What no stream can exceed: rap {} ({}), {}-bit keys, {} nodes\n",
        guarantee.name,
        guarantee.engine.name(),
        config.key_bits,
        grouped(config.nodes.into())
    );
    let mut events = grid(&["event", "visits", "creates", "steps of T", "cycles"]);
    for (title, event) in ["of weight 1, after one like it", "of any weight"].iter().zip(&guarantee.events) {
        let asked = event.demand;
        events.add_row(vec![
            (*title).to_string(),
            grouped(asked.visits.into()),
            grouped(asked.creates.into()),
            grouped(asked.steps.into()),
            grouped(event.cycles),
        ]);
    }
    align_numbers(&mut events, 1);
    text += &format!("\nOne event holds the engine at most for\n{events}\n");
    let stream = guarantee.stream;
    text += &format!(
        "\n{} events ask for at most {} rounds of the hand, {} creates and {} absorptions,\n\
         which is {} cycles beside {} for each event\n",
        grouped(stream.weight),
        grouped(stream.rounds),
        grouped(stream.creates),
        grouped(stream.absorbed),
        grouped(stream.waiting),
        guarantee.service.interval,
    );
    let mut queues = grid(&["an event every", "waiting at most"]);
    for queue in &guarantee.queues {
        let entries = queue.entries.map_or_else(|| "no bound: slower than that".to_string(), grouped);
        queues.add_row(vec![format!("{} cycles", grouped(queue.distance)), entries]);
    }
    align_numbers(&mut queues, 0);
    text + &format!("\nEvents before the engine\n{queues}\n")
}
