/**
 * Reproducible random numbers by seed. All randomness in the simulator comes from here, so that runs can be repeated.
 */

/** Returns numbers 0 <= n < 1. */
export type Random = () => number;

/** FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** mulberry32: small, and sufficient for simulated devices. */
export function seededRandom(seed: string): Random {
  let state = hash(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A stateless random number 0 <= n < 1 for an integer, so that the state of a device can be computed for any time. */
function hashToUnit(seed: number, index: number): number {
  let t = Math.imul(seed ^ Math.imul(index | 0, 0x9e3779b1), 0x85ebca6b);
  t = Math.imul(t ^ (t >>> 13), 0xc2b2ae35);
  return ((t ^ (t >>> 16)) >>> 0) / 4_294_967_296;
}

/**
 * Smooth noise between -1 and 1 that reaches a new random value each `period`; `time` and `period` have the same unit.
 * Deterministic for a seed and time.
 */
export function smoothNoise(seed: number, time: number, period: number): number {
  const step = Math.floor(time / period);
  const fraction = time / period - step;
  const ease = fraction * fraction * (3 - 2 * fraction);
  const from = hashToUnit(seed, step);
  return (from + (hashToUnit(seed, step + 1) - from) * ease) * 2 - 1;
}
