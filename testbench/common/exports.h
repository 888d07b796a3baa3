// The exported functions of abi.h, for the `treetap::Bench` of the file that includes this one.
struct tt_sim : treetap::Bench {
    using treetap::Bench::Bench;
};

#define TT_EXPORT extern "C" __attribute__((visibility("default")))

TT_EXPORT uint32_t tt_abi() { return TT_ABI; }
TT_EXPORT tt_sim* tt_open(const tt_setup* setup) { return new tt_sim(*setup); }
TT_EXPORT void tt_close(tt_sim* sim) { delete sim; }
TT_EXPORT void tt_configure(tt_sim* sim, const tt_config* config) { sim->configure(*config); }
TT_EXPORT int32_t tt_rst(tt_sim* sim) { return sim->rst(); }
TT_EXPORT int32_t tt_run(tt_sim* sim, const tt_event* events, size_t count, const tt_command* commands, size_t command_count, uint64_t limit) {
    return sim->run(events, count, commands, command_count, limit);
}
TT_EXPORT size_t tt_records(tt_sim* sim, const tt_record** out) {
    *out = sim->answers.records.data();
    return sim->answers.records.size();
}
TT_EXPORT size_t tt_words(tt_sim* sim, const uint64_t** out) {
    *out = sim->answers.words.data();
    return sim->answers.words.size();
}
TT_EXPORT size_t tt_samples(tt_sim* sim, const tt_sample** out) {
    *out = sim->answers.samples.data();
    return sim->answers.samples.size();
}
TT_EXPORT size_t tt_get_waits(tt_sim* sim, const tt_waits** out) {
    *out = sim->answers.waits.data();
    return sim->answers.waits.size();
}
TT_EXPORT void tt_clear(tt_sim* sim) { sim->answers.clear(); }
TT_EXPORT void tt_get_totals(tt_sim* sim, tt_totals* out) { *out = sim->total(); }
TT_EXPORT const char* tt_message(tt_sim* sim) { return sim->message.c_str(); }
TT_EXPORT int32_t tt_trace(tt_sim* sim, const char* path) { return sim->clock.trace(path) ? TT_OK : TT_NO_TRACE; }
