import { useSyncExternalStore } from 'react';

/** All displayed ages update together: one timer per interval, which runs while it has subscribers. */
interface Ticker {
  now(): number;
  subscribe(listener: () => void): () => void;
}

function createTicker(interval: number): Ticker {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    now: () => now,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        now = Date.now();
        timer = setInterval(() => {
          now = Date.now();
          for (const notify of listeners) notify();
        }, interval);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
  };
}

const tickers = new Map<number, Ticker>();

/** The current time, updated every `interval` milliseconds: for ages and countdowns. */
export function useNow(interval: number): number {
  let ticker = tickers.get(interval);
  if (!ticker) {
    ticker = createTicker(interval);
    tickers.set(interval, ticker);
  }
  return useSyncExternalStore(ticker.subscribe, ticker.now);
}
