import type { FastifyBaseLogger } from 'fastify';

/** Maximum concurrent jobs: above it something is very slow, and more jobs would make it slower. */
const MAX_CONCURRENT_JOBS = 1_000;

/** Jobs whose duration must not delay (or be measurable in) a response. They finish before the server stops. */
export interface Background {
  /** Starts a job. A failure is only logged, with `what` as its label. */
  start(what: string, work: () => Promise<void>): void;
  /** Resolves when all started jobs have ended. */
  drain(): Promise<void>;
}

export function createBackground(log: FastifyBaseLogger): Background {
  const running = new Set<Promise<void>>();
  return {
    start(label, job) {
      if (running.size >= MAX_CONCURRENT_JOBS) {
        log.error({ what: label, running: running.size }, 'too many background jobs; skipped one');
        return;
      }
      const promise: Promise<void> = job()
        .catch((error: unknown) => log.error({ what: label, err: error }, 'background job failed'))
        .finally(() => running.delete(promise));
      running.add(promise);
    },
    async drain() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
