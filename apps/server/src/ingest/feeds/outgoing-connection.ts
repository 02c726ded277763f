import { connect, isIP, type Socket } from 'node:net';
import { AddressRefusedError, type OutgoingGuard } from '../../outgoing/guard.ts';
import { retryDelay, toFeedError } from './feed-failure.ts';
import type { FeedRun } from './feed-run.ts';

/** Milliseconds for a connection to be made, and without data until it counts as lost. */
const CONNECT_TIMEOUT = 10_000;
const INACTIVITY_TIMEOUT = 120_000;

/** A feed's connection to another host, made and kept. */
export interface FeedConnector {
  setEngineFull(full: boolean): void;
  close(): void;
}

/** Connects to the host of a feed, and again after each failure, at growing intervals. */
export function keepConnected(
  run: FeedRun,
  { host, port }: { readonly host: string; readonly port: number },
  guard: OutgoingGuard,
  isFull: boolean,
): FeedConnector {
  let socket: Socket | null = null;
  let timer: NodeJS.Timeout | null = null;
  let failures = 0;
  let full = isFull;
  let closed = false;

  function open(): void {
    run.setState('connecting');
    // The guard's look-up is not called for an address.
    if (isIP(host) !== 0 && !guard.allows(host)) {
      retry(new AddressRefusedError('not an allowed address'));
      return;
    }
    const reader = run.createReader();
    const current = connect({ host, port, lookup: guard.lookup });
    socket = current;
    let failure: unknown = null;
    current.setTimeout(CONNECT_TIMEOUT);
    current.on('connect', () => {
      current.setTimeout(INACTIVITY_TIMEOUT);
      if (full) current.pause();
      run.setState('connected');
    });
    current.on('data', (bytes) => {
      failures = 0;
      run.receive(reader, bytes);
    });
    current.on('timeout', () => current.destroy(Object.assign(new Error('no data'), { code: 'ETIMEDOUT' })));
    current.on('error', (error) => {
      failure = error;
    });
    current.on('close', () => {
      if (!closed)
        retry(failure ?? Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }));
    });
  }

  function retry(error: unknown): void {
    failures++;
    run.setState('failed', toFeedError(error));
    timer = setTimeout(open, retryDelay(failures));
    timer.unref();
  }

  open();
  return {
    setEngineFull(isEngineFull) {
      full = isEngineFull;
      if (full) socket?.pause();
      else socket?.resume();
    },
    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      socket?.destroy();
    },
  };
}
