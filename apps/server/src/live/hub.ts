import { LIMITS } from '@wakeline/contract/limits';
import type { FastifyBaseLogger } from 'fastify';
import type { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import type { ConsoleOrigin } from '../http/http.ts';
import type { Caller } from '../identity/caller.ts';
import { awaitCaller } from './await-caller.ts';
import { Channels, type Member } from './channels.ts';
import { Console, refuseSocket } from './console.ts';
import type { LiveFeed } from './feed.ts';
import { followEvents } from './follow-events.ts';
import {
  HEARTBEAT_INTERVAL_MS,
  HELLO_TIMEOUT_MS,
  SESSION_CHECK_INTERVAL_MS,
  STANDBY_POLL_INTERVAL_MS,
} from './limits.ts';
import type { LiveReaders } from './readers.ts';
import { SessionChecks } from './session-checks.ts';

export interface LiveHubOptions {
  readonly db: Db;
  readonly events: EventSource;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** What consoles are shown, and who may see it. */
  readonly readers: LiveReaders;
  /** Whether the engine is in this process now and says what its commits change; else the database is asked each second. */
  readonly isEngine: () => boolean;
}

export interface LiveHub extends LiveFeed {
  /** Takes a console's socket; `createHttp` is given this. */
  acceptConsole(socket: WebSocket, from: ConsoleOrigin): void;
  /** Open consoles, for the metrics. */
  readonly consoles: number;
  /** Tells every console to connect again, and ends. */
  close(): void;
}

/** The live side of the server: sockets of consoles, by account, and what they are told. */
export function createLiveHub(options: LiveHubOptions): LiveHub {
  const { db, clock, log, readers } = options;
  const logFailure = (error: unknown): void =>
    log.warn({ err: error }, 'live: the database could not be asked');
  const channels = new Channels({ db, clock, log, readers });
  const sessions = new SessionChecks({ db, clock, channels, onError: logFailure });
  let closed = false;

  function accept(socket: WebSocket, caller: Caller, early: readonly unknown[]): void {
    const channel = channels.open(caller.accountId);
    if (countSockets(caller, channel.consoles) >= LIMITS.socketsPerUser) {
      refuseSocket(socket, 'too-many-sockets');
      return;
    }
    const { canWatch } = readers.trackers;
    const member = { channel, console: new Console(socket, caller, { now: clock.now(), canWatch }) };
    channel.consoles.add(member.console);
    listen(socket, member, early);
    // What changed since the caller was looked up was not told to it yet.
    sessions.check(member, 'routine');
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
    clock.every(STANDBY_POLL_INTERVAL_MS, createStandbyPoll(channels, options.isEngine, logFailure)),
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
      // A broken connection and too long a message are told by `close` as well.
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
    close() {
      closed = true;
      for (const cleanup of cleanups) cleanup();
      channels.refuseAll();
    },
  };
}

/** How many of an account's consoles are this user's. */
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

/** Reads what changed while the engine is elsewhere; to be called again and again. */
function createStandbyPoll(
  channels: Channels,
  checkEngine: () => boolean,
  fail: (error: unknown) => void,
): () => void {
  let wasEngine = false;
  return () => {
    const isEngine = checkEngine();
    // The engine's feed begins with its first commit: what came before is read once more.
    if (isEngine && wasEngine) return;
    wasEngine = isEngine;
    for (const channel of channels.all()) channel.catchUp().catch(fail);
  };
}

function groupByAccount<Item extends { readonly accountId: number }>(
  items: readonly Item[],
): Map<number, Item[]> {
  return Map.groupBy(items, (item) => item.accountId);
}
