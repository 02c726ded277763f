import { LIMITS } from '@wakeline/contract/limits';
import type { FastifyBaseLogger } from 'fastify';
import type { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import type { ConsoleOrigin } from '../http/http.ts';
import type { Caller } from '../identity/caller.ts';
import { awaitCaller } from './await-caller.ts';
import type { ChangeSource } from './change-source.ts';
import { Channels, type Member } from './channels.ts';
import { Console, refuseSocket, type SentStates } from './console.ts';
import type { LiveFeed } from './feed.ts';
import { followEvents } from './follow-events.ts';
import {
  HEARTBEAT_INTERVAL_MS,
  HELLO_TIMEOUT_MS,
  SESSION_CHECK_INTERVAL_MS,
  STANDBY_POLL_INTERVAL_MS,
  TRAFFIC_INTERVAL_MS,
} from './limits.ts';
import type { LiveReaders } from './readers.ts';
import { SessionChecks } from './session-checks.ts';
import { type TrafficSource, TrafficStream } from './traffic-stream.ts';

export interface LiveHubOptions {
  readonly db: Db;
  readonly events: EventSource;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** What consoles may receive, and who may see it. */
  readonly readers: LiveReaders;
  /** Commits. */
  readonly changes: ChangeSource;
  /** Objects of feeds. */
  readonly traffic: TrafficSource;
  /** Number of processes that serve consoles; unset: this is the only one. */
  readonly members?: () => number;
}

export interface LiveHub extends LiveFeed {
  /** Accepts the socket of a console; passed to `createHttp`. */
  acceptConsole(socket: WebSocket, from: ConsoleOrigin): void;
  /** Number of open consoles, for the metrics. */
  readonly consoles: number;
  /** Since the start, for the metrics. */
  readonly sentStates: Readonly<SentStates>;
  /** Number of open consoles of an account. */
  consolesOf(accountId: number): number;
  /** Makes every console reconnect, and stops. */
  close(): void;
}

/** The live side of the server: console sockets by account, and the messages they receive. */
export function createLiveHub(options: LiveHubOptions): LiveHub {
  const { db, clock, log, readers, members = () => 1 } = options;
  const logFailure = (error: unknown): void => log.warn({ err: error }, 'live: a database query failed');
  const channels = new Channels({ db, clock, log, readers, changes: options.changes });
  const traffic = new TrafficStream(options.traffic);
  const sessions = new SessionChecks({ db, clock, channels, onError: logFailure });
  const sentStates: SentStates = { messages: 0, bytes: 0 };
  let closed = false;

  function accept(socket: WebSocket, caller: Caller, early: readonly unknown[]): void {
    const channel = channels.open(caller.accountId);
    if (countSockets(caller, channel.consoles) >= LIMITS.socketsPerUser) {
      refuseSocket(socket, 'too-many-sockets');
      return;
    }
    if (channel.consoles.size >= limitOf(caller)) {
      refuseSocket(socket, 'too-many-consoles');
      return;
    }
    const { canWatch } = readers.trackers;
    const member = {
      channel,
      console: new Console(socket, caller, { now: clock.now(), sentStates, canWatch }),
    };
    channel.consoles.add(member.console);
    listen(socket, member, early);
    // Changes since the look-up of the caller have not reached this console yet.
    sessions.check(member, 'routine');
  }

  /** The share of this process of the consoles that an account may have. Each process admits one. */
  function limitOf({ maxConsoles }: Caller): number {
    return maxConsoles === null ? Number.POSITIVE_INFINITY : Math.ceil(maxConsoles / members());
  }

  function listen(socket: WebSocket, member: Member, early: readonly unknown[]): void {
    const { channel, console } = member;
    const handlers = {
      onHello(cursor: number | null) {
        channel.join(console, cursor).catch((error: unknown) => {
          logFailure(error);
          console.refuse('connect-again');
        });
      },
      onRefresh: () => channel.refreshChanged(),
      onClose: () => channels.leave(member),
    };
    console.listen(handlers);
    socket.on('message', (data) => console.receive(data, handlers));
    for (const data of early) console.receive(data, handlers);
  }

  const cleanups = [
    followEvents(options.events, channels, sessions),
    clock.every(HEARTBEAT_INTERVAL_MS, () => checkConsoles(channels, sessions, clock.now())),
    clock.every(TRAFFIC_INTERVAL_MS, () => traffic.send(channels.all())),
    clock.every(STANDBY_POLL_INTERVAL_MS, createStandbyPoll(channels, options.changes, logFailure)),
  ];

  return {
    publishStates(changes) {
      for (const [accountId, accountItems] of groupByAccount(changes))
        channels.get(accountId)?.publishStates(accountItems);
    },
    publishLog(entries) {
      for (const [accountId, accountItems] of groupByAccount(entries))
        channels.get(accountId)?.publishLog(accountItems);
    },
    acceptConsole(socket, { crossSite, caller }) {
      // A broken connection and an oversized message also cause `close`.
      socket.on('error', (error) => log.debug({ err: error }, 'live: a socket failed'));
      if (crossSite) return refuseSocket(socket, 'origin-refused');
      awaitCaller(
        socket,
        caller,
        (known, early) => {
          if (known === null) refuseSocket(socket, 'session-gone');
          else if (closed) refuseSocket(socket, 'connect-again');
          else accept(socket, known, early);
        },
        (error) => {
          logFailure(error);
          return 'connect-again';
        },
      );
    },
    get consoles() {
      return channels.consoles;
    },
    sentStates,
    consolesOf: (accountId) => channels.get(accountId)?.consoles.size ?? 0,
    close() {
      closed = true;
      for (const cleanup of cleanups) cleanup();
      channels.refuseAll();
    },
  };
}

/** Counts the consoles of an account that belong to this user. */
function countSockets({ userId }: Caller, consoles: Iterable<Console>): number {
  let count = 0;
  for (const { caller } of consoles) if (caller.userId === userId) count += 1;
  return count;
}

function checkConsoles(channels: Channels, sessions: SessionChecks, now: number): void {
  for (const member of [...channels.members()]) {
    const { console } = member;
    if (console.phase === 'greeting' && now - console.openedAt >= HELLO_TIMEOUT_MS) {
      console.refuse('hello-late');
      continue;
    }
    console.sendHeartbeat(now);
    if (now - console.checkedAt >= SESSION_CHECK_INTERVAL_MS) sessions.check(member, 'routine');
  }
}

/** Returns a poll function that reads changes while they do not arrive. */
function createStandbyPoll(
  channels: Channels,
  changes: ChangeSource,
  fail: (error: unknown) => void,
): () => void {
  let wasComplete = false;
  return () => {
    const isComplete = changes.isComplete();
    // The feed starts with its first commit: changes before it are read once more.
    if (isComplete && wasComplete) return;
    wasComplete = isComplete;
    for (const channel of channels.all()) channel.catchUp().catch(fail);
  };
}

function groupByAccount<Item extends { readonly accountId: number }>(
  items: readonly Item[],
): Map<number, Item[]> {
  return Map.groupBy(items, (item) => item.accountId);
}
