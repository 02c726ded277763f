import type { FastifyBaseLogger } from 'fastify';

/** Works at once, at most: above it something is badly slow, and more of it would only be slower. */
const MAX_CONCURRENT_JOBS = 1_000;

/** Work whose time must not show in an answer: it goes on after it, and is finished before the server stops. */
export interface Background {
  /** Starts `work`. When it fails, the log has it under `what`; nobody else hears of it. */
  start(what: string, work: () => Promise<void>): void;
  /** Resolves when all that was started has ended. */
  drain(): Promise<void>;
}

export function createBackground(log: FastifyBaseLogger): Background {
  const running = new Set<Promise<void>>();
  return {
    start(label, job) {
      if (running.size >= MAX_CONCURRENT_JOBS) {
        log.error({ what: label, running: running.size }, 'too much to do in the background: left out');
        return;
      }
      const promise: Promise<void> = job()
        .catch((error: unknown) => log.error({ what: label, err: error }, 'work in the background failed'))
        .finally(() => running.delete(promise));
      running.add(promise);
    },
    async drain() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
