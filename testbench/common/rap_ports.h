// Configuration ports of the `rap` top, whichever of them a build has.
#ifndef TREETAP_RAP_PORTS_H
#define TREETAP_RAP_PORTS_H
#include "abi.h"
#include <type_traits>
#include <utility>

namespace treetap {

// Ports that only some builds have.
template <class T, class = void> struct HasEps : std::false_type {};
template <class T> struct HasEps<T, std::void_t<decltype(std::declval<T&>().cfg_eps_m)>> : std::true_type {};
template <class T, class = void> struct HasCoalescer : std::false_type {};
template <class T> struct HasCoalescer<T, std::void_t<decltype(std::declval<T&>().cfg_weight_max)>> : std::true_type {};
template <class T, class = void> struct HasStall : std::false_type {};
template <class T> struct HasStall<T, std::void_t<decltype(std::declval<T&>().stat_stall)>> : std::true_type {};
template <class T, class = void> struct HasMutants : std::false_type {};
template <class T> struct HasMutants<T, std::void_t<decltype(std::declval<T&>().mutsel)>> : std::true_type {};

template <class T> void configure(T& top, const tt_config& config) {
    top.cfg_t0 = config.t0;
    if constexpr (HasEps<T>::value) {
        top.cfg_eps_m = config.eps_m;
        top.cfg_eps_s = config.eps_s;
    }
    if constexpr (HasCoalescer<T>::value) {
        top.cfg_weight_max = config.weight_max;
    }
    if constexpr (HasMutants<T>::value) {
        top.mutsel = config.mutant;
    }
}

} // namespace treetap
#endif
