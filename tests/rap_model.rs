//! The tree model against the published vectors of docs/rap.md.
#[path = "support/vectors.rs"]
mod vectors;

use treetap::model::rap::Rap;
use vectors::VECTORS;

#[test]
fn all_published_vectors_come_out() {
    for (i, v) in VECTORS.iter().enumerate() {
        let mut rap = Rap::new(v.config()).unwrap();
        v.stream().for_each(|event| rap.add(event));
        let p = rap.snapshot();
        let got = (p.n, p.t, p.live, p.creates, p.collapses, p.cert());
        assert_eq!(got, (v.n, v.t, v.live, v.creates, v.collapses, v.cert), "vector {i}");
        assert_eq!(p.fnv(), v.fnv, "vector {i}: fnv");
        assert_eq!(p.tree.len(), p.live as usize);
    }
}

#[test]
fn the_first_vector_gives_the_printed_tree() {
    let mut rap = Rap::new(VECTORS[0].config()).unwrap();
    VECTORS[0].stream().for_each(|event| rap.add(event));
    let tree: Vec<_> =
        rap.snapshot().tree.iter().map(|node| format!("{}:{:02x}={}", node.level, node.prefix, node.own)).collect();
    assert_eq!(tree.join(" "), "0:00=12 1:00=11 2:00=12 1:40=12 2:50=1 2:70=1 1:80=12 2:b0=3");
}
