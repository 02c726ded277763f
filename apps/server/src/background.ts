import type { FastifyBaseLogger } from 'fastify';

/** Works at once, at most: above it something is badly slow, and more of it would only be slower. */
const MOST_AT_ONCE = 1_000;

/** Work whose time must not show in an answer: it goes on after it, and is finished before the server stops. */
export interface Background {
  /** Starts `work`. When it fails, the log has it under `what`; nobody else hears of it. */
  start(what: string, work: () => Promise<void>): void;
  /** Resolves when all that was started has ended. */
  settled(): Promise<void>;
}

export function createBackground(log: FastifyBaseLogger): Background {
  const running = new Set<Promise<void>>();
  return {
    start(what, work) {
      if (running.size >= MOST_AT_ONCE) {
        log.error({ what, running: running.size }, 'too much to do in the background: left out');
        return;
      }
      const ended: Promise<void> = work()
        .catch((error: unknown) => log.error({ what, err: error }, 'work in the background failed'))
        .finally(() => running.delete(ended));
      running.add(ended);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
