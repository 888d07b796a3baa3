//! When the core is held back for tuples (docs/reference/value_sampler.md, S3).
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod hold {
    //! Holds the core back while a queue has no room for what may be under way. docs/reference/value_sampler.md S3.

    /// Holds the core back while retirements are sampled without loss and a queue has no room for the tuples that may
    /// be under way. Everything comes from registers, so a cycle has most of its length for what follows.
    pub struct Hold {
        /// Retirements are sampled.
        #[group("enabled: retirements are sampled; cfg_lossless: no tuple is to be dropped")]
        pub enabled: Signal<In, Bit>,
        /// The core is held back instead of dropping a tuple.
        pub cfg_lossless: Signal<In, Bit>,
        /// The queue before the table has room for what may be under way.
        #[group("room_queue room_raw: there is room for what may be under way")]
        pub room_queue: Signal<In, Bit>,
        /// The raw stream has room for what may be under way.
        pub room_raw: Signal<In, Bit>,
        /// Static: a retirement is taken whether the core was to be held or not.
        #[group("ret_always: static; take retirements whether the core is to be held or not")]
        pub ret_always: Signal<In, Bit>,
        /// What the tap sees.
        #[group("buffer_ready: what the tap sees of that")]
        pub buffer_ready: Signal<Out, Bit>,
        /// Hold the core back.
        #[group("ret_stall: hold the core back")]
        pub ret_stall: Signal<Out, Bit>,
    }

    impl Hold {
        fn update(&mut self) {
            let room: Bit = self.room_queue.val() & self.room_raw.val();
            let holds: Bit = self.enabled.val() & self.cfg_lossless.val() & !room;
            self.ret_stall.next = holds;
            self.buffer_ready.next = !holds | self.ret_always.val();
        }
    }
}
