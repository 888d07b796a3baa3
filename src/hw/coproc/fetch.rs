//! From a sample to a word that can be executed.

#[treetap_hdl::phases]
mod fetch {
    impl Coproc {
        /// The fields of the word that was read.
        fn decode_word(&mut self) {
            const AOP_AT: Bits<6> = AOP.lsb.into();
            const SA_AT: Bits<6> = SA.lsb.into();
            const SB_AT: Bits<6> = SB.lsb.into();
            const VD_AT: Bits<6> = VD.lsb.into();
            const IOP_AT: Bits<6> = IOP.lsb.into();
            const WX_AT: Bits<6> = WX.lsb.into();
            const MOP_AT: Bits<6> = MOP.lsb.into();
            const MB_AT: Bits<6> = MB.lsb.into();
            const RX_AT: Bits<6> = RX.lsb.into();
            const BC_AT: Bits<6> = BC.lsb.into();
            const BT_AT: Bits<6> = BT.lsb.into();
            const TAG_AT: Bits<6> = TAG.lsb.into();
            const RSV_AT: Bits<6> = RSV.lsb.into();
            const SA_LEGAL: Bits<32> = upto(SA.legal);
            const SB_LEGAL: Bits<32> = upto(SB.legal);
            const VD_LEGAL: Bits<8> = upto(VD.legal);
            const MOP_LEGAL: Bits<16> = upto(MOP.legal);
            const BT_LEGAL: Bits<32> = upto(BT.legal);
            const BC_LEGAL: Bits<16> = upto(Condition::Taken as u8);
            const OF_SAMPLE: Bits<32> = upto(SourceA::Zero as u8 - 1);

            comment!("The fields of a word, and whether it is legal by itself (B.2, B.3).");
            let aop: Bits<4> = self.microcode.rd.val().get_bits::<4>(AOP_AT.index());
            let sa: Bits<5> = self.microcode.rd.val().get_bits::<5>(SA_AT.index());
            let sb: Bits<5> = self.microcode.rd.val().get_bits::<5>(SB_AT.index());
            let vd: Bits<3> = self.microcode.rd.val().get_bits::<3>(VD_AT.index());
            let iop: Bits<3> = self.microcode.rd.val().get_bits::<3>(IOP_AT.index());
            let wx: Bits<3> = self.microcode.rd.val().get_bits::<3>(WX_AT.index());
            let mop: Bits<4> = self.microcode.rd.val().get_bits::<4>(MOP_AT.index());
            let mb: Bits<3> = self.microcode.rd.val().get_bits::<3>(MB_AT.index());
            let rx: Bits<3> = self.microcode.rd.val().get_bits::<3>(RX_AT.index());
            let bc: Bits<5> = self.microcode.rd.val().get_bits::<5>(BC_AT.index());
            let bt: Bits<5> = self.microcode.rd.val().get_bits::<5>(BT_AT.index());
            let tag: Bits<2> = self.microcode.rd.val().get_bits::<2>(TAG_AT.index());
            let reserved: Bits<2> = self.microcode.rd.val().get_bits::<2>(RSV_AT.index());
            let illegal: Bit = !SA_LEGAL.get_bit(sa.index())
                | !SB_LEGAL.get_bit(sb.index())
                | !VD_LEGAL.get_bit(vd.index())
                | !MOP_LEGAL.get_bit(mop.index())
                | !BC_LEGAL.get_bit(bc.get_bits::<4>(0).index())
                | !BT_LEGAL.get_bit(bt.index())
                | reserved.any()
                | (!aop.any() & vd.any());
            let is_field: Bit = OF_SAMPLE.get_bit(sa.index());
        }

        /// The first word of a sample, and the checks before each.
        fn fetch(&mut self) {
            const ERR_ILL: Bits<3> = Error::Illegal as u64;
            const ERR_END: Bits<3> = Error::End as u64;
            const ERR_WDOG: Bits<3> = Error::Watchdog as u64;
            const ERR_LANE: Bits<3> = Error::Lane as u64;
            const ERR_TGT: Bits<3> = Error::Target as u64;

            comment!("A sample: its class has a first word.");
            if self.phase.q.val() == Phase::Wait {
                if self.stopping.q.val() {
                    self.mode.d.next = REST;
                    self.phase.d.next = Phase::Rest;
                    self.stopping.d.next = false;
                } else if self.smp_valid.val() {
                    self.phase.d.next = Phase::Launch;
                }
            }
            if self.phase.q.val() == Phase::Launch {
                self.pc.d.next = bit_cast::<7, 6>(start);
                self.executed.d.next = 0.into();
                self.phase.d.next = Phase::Decode;
            }

            comment!("Checks of a word; its registers and the lane that its field begins with are looked up.");
            if self.phase.q.val() == Phase::Decode {
                self.phase.d.next = Phase::Operand;
                if is_field {
                    self.phase.d.next = Phase::Begin;
                }
                self.trouble.d.next = 0.into();
                if illegal {
                    self.trouble.d.next = ERR_ILL;
                }
                if self.watchdog.q.val().any() & (self.executed.q.val() == self.watchdog.q.val()) {
                    self.trouble.d.next = ERR_WDOG;
                }
                if self.pc.q.val().get_bit(6) {
                    self.trouble.d.next = ERR_END;
                }
            }
            comment!("The steps of a field.");
            if self.phase.q.val() == Phase::Begin {
                self.phase.d.next = Phase::Operand;
                if self.fields.longer.val() {
                    self.phase.d.next = Phase::GoOn;
                }
            }
            if self.phase.q.val() == Phase::GoOn {
                self.phase.d.next = Phase::Operand;
                if self.fields.sums.val() {
                    self.phase.d.next = Phase::Add;
                }
            }
            if self.phase.q.val() == Phase::Add {
                self.phase.d.next = Phase::Operand;
            }
            drive!(fields: code = sa, recfmt = recfmt.q, lanes = smp_lanes, side = smp_side);
            self.fields.starts.next = self.phase.q.val() == Phase::Begin;
            self.fields.goes_on.next = self.phase.q.val() == Phase::GoOn;
            self.fields.adding.next = self.phase.q.val() == Phase::Add;
            let failure: Bits<3> = 0.into();
            if self.phase.q.val() == Phase::Operand {
                if near & self.away.q.val().get_bit(6) & bc.any() {
                    failure = ERR_TGT;
                }
                if counts & no_lane {
                    failure = ERR_LANE;
                }
                if self.trouble.q.val().any() {
                    failure = self.trouble.q.val();
                }
            }
            if failure.any() {
                self.error.d.next = failure;
                self.upc.d.next = self.pc.q.val();
                self.mode.d.next = FAILS;
                self.phase.d.next = Phase::Rest;
                self.stopping.d.next = false;
            }
        }
    }
}
