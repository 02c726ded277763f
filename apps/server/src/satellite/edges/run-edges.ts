import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { CheckResult } from '../queue/gateway.ts';

/** Milliseconds between two looks at the role of the server, and before a start is tried again. */
const INTERVAL_MS = 500;
const RETRY_MS = 10_000;

/** A connection or a port by which messages are received. Of all servers on a database, only the engine's has it. */
export interface Edge {
  readonly name: string;
  /** Rejects when it cannot start, such as without its port; it is tried again. Lost connections are its own concern. */
  start(): Promise<void>;
  /** Ends what is in flight; what was not stored is not confirmed. */
  stop(): Promise<void>;
  /** Connects and signs in, and receives nothing. */
  check(): Promise<CheckResult>;
}

export interface EdgesOptions {
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly isLeader: () => boolean;
}

/** Runs the edges while this server is the engine. Returns the function that stops them. */
export function runEdges(
  edges: readonly Edge[],
  { clock, log, isLeader }: EdgesOptions,
): () => Promise<void> {
  const runs = edges.map((edge) => ({ edge, isStarted: false, notBefore: Number.NEGATIVE_INFINITY }));
  let isStopped = false;
  let isFollowing = false;
  let following = Promise.resolve();

  async function followRole(run: (typeof runs)[number]): Promise<void> {
    const { edge } = run;
    const isWanted = isLeader() && !isStopped;
    if (run.isStarted === isWanted) return;
    if (!isWanted) {
      run.isStarted = false;
      await edge.stop();
      return;
    }
    if (clock.now() < run.notBefore) return;
    run.notBefore = clock.now() + RETRY_MS;
    await edge.start();
    run.isStarted = true;
  }

  async function follow(): Promise<void> {
    await Promise.all(
      runs.map((run) =>
        followRole(run).catch((error: unknown) =>
          log.warn({ err: error }, `${run.edge.name} cannot start or stop`),
        ),
      ),
    );
  }

  function look(): void {
    if (isFollowing) return;
    isFollowing = true;
    following = follow().finally(() => {
      isFollowing = false;
    });
  }

  const stopLooking = edges.length === 0 ? () => undefined : clock.every(INTERVAL_MS, look);
  look();
  return async () => {
    stopLooking();
    isStopped = true;
    await following;
    await follow();
  };
}
