import type { CODE_TYPES } from '@wakeline/contract/sign-in';
import { useState } from 'react';
import { useNow } from '../../ui/use-now.ts';

/** What a code is for. */
export type CodePurpose = keyof typeof CODE_TYPES;

interface Cooldown {
  /** Epoch milliseconds of this browser at which the next code may be asked for. */
  readonly until: number;
  /** Seconds that there were to wait. */
  readonly seconds: number;
}

const TICK_MS = 250;
const getStorageKey = (purpose: CodePurpose) => `codeWait.${purpose}`;

/** Kept for the tab: it has to outlive a change of panel and a reload. */
function readCooldown(purpose: CodePurpose): Cooldown | null {
  const [until, seconds] = (sessionStorage.getItem(getStorageKey(purpose)) ?? '').split(',').map(Number);
  return until && seconds ? { until, seconds } : null;
}

/** Seconds that are left of a wait at `now`. A clock that was set back does not make it longer than it was. */
export function getSecondsLeft(cooldown: Cooldown | null, now: number): number {
  if (cooldown === null) return 0;
  return Math.min(cooldown.seconds, Math.max(0, Math.ceil((cooldown.until - now) / 1000)));
}

/** Countdown until the next code for a purpose may be asked for: the seconds that are left, and how to start it. */
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
