import { useSyncExternalStore } from 'react';

/** All that show ages tick together: one timer per interval. */
interface Ticker {
  now: number;
  readonly listeners: Set<() => void>;
  timer: ReturnType<typeof setInterval> | undefined;
}

const tickers = new Map<number, Ticker>();

function tickerOf(interval: number): Ticker {
  const held = tickers.get(interval);
  if (held) return held;
  const made: Ticker = { now: Date.now(), listeners: new Set(), timer: undefined };
  tickers.set(interval, made);
  return made;
}

/** The time, renewed each `interval` milliseconds: for ages and countdowns. */
export function useNow(interval: number): number {
  const ticker = tickerOf(interval);
  return useSyncExternalStore(
    (changed) => {
      ticker.listeners.add(changed);
      if (ticker.listeners.size === 1) {
        ticker.now = Date.now();
        ticker.timer = setInterval(() => {
          ticker.now = Date.now();
          for (const listener of ticker.listeners) listener();
        }, interval);
      }
      return () => {
        ticker.listeners.delete(changed);
        if (ticker.listeners.size === 0) clearInterval(ticker.timer);
      };
    },
    () => ticker.now,
  );
}
