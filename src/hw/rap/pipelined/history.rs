//! The events of the input queue, which stay there until they are counted.
use super::far;
use crate::hw::lib::{OutRegRam, Reg};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod history {
    //! Key, weight and walked node of the events that are not counted yet.

    /// Key, weight and walked node of `2^HA` events, written in the order of arrival and read as often as needed.
    ///
    /// Three memories, so that each can lie beside what reads it: keys beside the patches, weights beside the adder. An
    /// event is written in the cycle after it was `accept`ed, long before its walk ends and it is read. Where nodes
    /// have a dozen bits, the memories after the patches spread over the device, and what is read has a register more.
    #[clocked]
    pub struct History<const K: usize, const AW: usize, const HA: usize> {
        /// An event comes.
        #[group("accept new_key new_weight: an event comes")]
        pub accept: Signal<In, Bit>,
        /// Place of the event that comes.
        pub accept_at: Signal<In, Bits<HA>>,
        /// Key of the event that comes.
        pub new_key: Signal<In, Bits<K>>,
        /// Weight of the event that comes.
        pub new_weight: Signal<In, Bits<16>>,
        /// A walk ended.
        #[group("arrived new_node: its walk ended")]
        pub arrived: Signal<In, Bit>,
        /// Place of the event whose walk ended.
        pub arrived_at: Signal<In, Bits<HA>>,
        /// Node at which the walk ended.
        pub new_node: Signal<In, Bits<AW>>,
        /// Event to be read.
        #[group("read an event; key and node come two or three cycles later, weight three after them")]
        pub at: Signal<In, Bits<HA>>,
        /// Key of the event that is read, two cycles later; three for nodes of a dozen bits.
        pub key: Signal<Out, Bits<K>>,
        /// Where its walk ended, in the same cycle.
        pub node: Signal<Out, Bits<AW>>,
        /// Weight of the event, three cycles after key and node, six for nodes of a dozen bits: it is not needed
        /// before.
        pub weight: Signal<Out, Bits<16>>,
        /// The same, a cycle earlier.
        pub weight_before: Signal<Out, Bits<16>>,
        keys: OutRegRam<K, HA>,
        weights: OutRegRam<16, HA>,
        nodes: OutRegRam<AW, HA>,
        come: Reg<Bit>,
        come_at: Reg<Bits<HA>>,
        come_key: Reg<Bits<K>>,
        #[also(weight3, weight4, weight5)]
        come_weight: Reg<Bits<16>>,
        #[when(far(AW) > 0)]
        far_key: Reg<Bits<K>>,
        #[when(far(AW) > 0)]
        far_node: Reg<Bits<AW>>,
        far_weight: [Reg<Bits<16>>; far(AW) * 3],
    }

    impl History {
        fn update(&mut self) {
            drive!(self: come = accept, come_at = accept_at, come_key = new_key, come_weight = new_weight);
            drive!(keys: we = come.q, wa = come_at.q, wd = come_key.q);
            drive!(weights: we = come.q, wa = come_at.q, wd = come_weight.q);
            drive!(nodes: we = arrived, wa = arrived_at, wd = new_node);
            self.keys.ra.next = self.at.val();
            self.weights.ra.next = self.at.val();
            self.nodes.ra.next = self.at.val();
            drive!(self: key = keys.rd, node = nodes.rd, weight3 = weights.rd, weight4 = weight3.q,
                weight5 = weight4.q, weight = weight5.q, weight_before = weight4.q);
            if far(AW) > 0 {
                drive!(self: far_key = keys.rd, far_node = nodes.rd);
                comment!("The weight comes six cycles after key and node here.");
                self.far_weight[0].d.next = self.weight5.q.val();
                drive!(self: key = far_key.q, node = far_node.q);
                self.weight.next = self.far_weight[2].q.val();
                self.weight_before.next = self.far_weight[1].q.val();
            }
            for i in 1..(far(AW) * 3) {
                self.far_weight[i].d.next = self.far_weight[i - 1].q.val();
            }
        }
    }
}
