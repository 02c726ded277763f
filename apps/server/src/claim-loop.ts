import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { EventSource, ServerEvent } from './db/events.ts';

/** Outgoing work that waits in a table, and how it is taken and done. */
export interface ClaimLoopOptions<Job, Slot> {
  /** Of log lines: `delivering messages`. */
  readonly label: string;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly events: EventSource;
  /** Events after which work may be due. */
  readonly wakeOn: readonly ServerEvent['type'][];
  /** Milliseconds between two looks for what is due, and for what events have missed. */
  readonly interval: number;
  /** Jobs in flight at once. */
  readonly concurrency: number;
  /** A job that ends leads to the next look when at most so many are left in flight. */
  readonly refillAt: number;
  /** Runs before each look. */
  readonly prepare?: (isStopped: () => boolean) => Promise<void>;
  /** Takes work that is due with a lease, at most `limit` jobs and none of the slots in flight. */
  readonly claim: (limit: number, busy: readonly Slot[]) => Promise<readonly Job[]>;
  /** Of a slot, one job is in flight at a time. */
  readonly slotOf: (job: Job) => Slot;
  /** Does the job and stores its result. A rejection is logged: the end of the lease repeats the job. */
  readonly work: (job: Job) => Promise<void>;
}

export interface ClaimLoop {
  /** Looks for due work now instead of with the next interval. */
  wake(): void;
  /** Takes no more work; resolves when the jobs in flight have ended. */
  stop(): Promise<void>;
}

/** Claims due work and does it, until it is stopped. Each server runs its own loop on the same table. */
export function startClaimLoop<Job, Slot extends string | number>(
  options: ClaimLoopOptions<Job, Slot>,
): ClaimLoop {
  const { label, clock, log, events, concurrency, refillAt } = options;
  const inFlight = new Map<Slot, Promise<void>>();
  let isStopped = false;
  let isRunning = false;
  let isDue = false;
  let running = Promise.resolve();

  async function fill(): Promise<void> {
    await options.prepare?.(() => isStopped);
    while (!isStopped && inFlight.size < concurrency) {
      const claimed = await options.claim(concurrency - inFlight.size, [...inFlight.keys()]);
      if (claimed.length === 0) return;
      for (const job of claimed) start(job);
    }
  }

  function start(job: Job): void {
    const slot = options.slotOf(job);
    const work = options
      .work(job)
      .catch((error: unknown) => log.warn({ err: error }, `${label}: storing a result failed`))
      .finally(() => {
        inFlight.delete(slot);
        if (inFlight.size <= refillAt) wake();
      });
    inFlight.set(slot, work);
  }

  /** Requests during a run lead to one more. */
  function wake(): void {
    isDue = true;
    if (isRunning || isStopped) return;
    isRunning = true;
    running = (async () => {
      while (isDue && !isStopped) {
        isDue = false;
        await fill().catch((error: unknown) => log.warn({ err: error }, `${label} failed; will retry later`));
      }
      isRunning = false;
    })();
  }

  const stops = [
    ...options.wakeOn.map((type) => events.on(type, wake)),
    events.onGap(wake),
    clock.every(options.interval, wake),
  ];
  wake();
  return {
    wake,
    async stop() {
      isStopped = true;
      for (const stop of stops) stop();
      await running;
      await Promise.all(inFlight.values());
    },
  };
}
