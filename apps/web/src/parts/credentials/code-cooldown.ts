import type { CODE_TYPES } from '@wakeline/contract/sign-in';
import { useState } from 'react';
import { useNow } from '../../ui/use-now.ts';

/** What a code is used for. */
export type CodePurpose = keyof typeof CODE_TYPES;

interface Cooldown {
  /** Epoch milliseconds of this browser at which the next code can be requested. */
  readonly until: number;
  /** Full duration of the cooldown. */
  readonly seconds: number;
}

const TICK_MS = 250;
const getStorageKey = (purpose: CodePurpose) => `codeWait.${purpose}`;

/** Stored for the tab, to survive a change of panel and a reload. */
function readCooldown(purpose: CodePurpose): Cooldown | null {
  const [until, seconds] = (sessionStorage.getItem(getStorageKey(purpose)) ?? '').split(',').map(Number);
  return until && seconds ? { until, seconds } : null;
}

/** Seconds left of a cooldown at `now`. Setting the clock back does not extend it. */
export function getSecondsLeft(cooldown: Cooldown | null, now: number): number {
  if (cooldown === null) return 0;
  return Math.min(cooldown.seconds, Math.max(0, Math.ceil((cooldown.until - now) / 1000)));
}

/**
 * Countdown until the next code for a purpose can be requested: the remaining seconds, and the function that starts it.
 */
export function useCodeCooldown(
  purpose: CodePurpose,
): readonly [secondsLeft: number, start: (seconds: number) => void] {
  const [cooldown, setCooldown] = useState(() => readCooldown(purpose));
  const now = useNow(TICK_MS);
  function start(seconds: number): void {
    const next = { until: Date.now() + seconds * 1000, seconds };
    sessionStorage.setItem(getStorageKey(purpose), `${next.until},${next.seconds}`);
    setCooldown(next);
  }
  return [getSecondsLeft(cooldown, now), start];
}
