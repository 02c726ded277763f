import { LIMITS } from '@wakeline/contract/limits';
import type { FastifyBaseLogger } from 'fastify';
import type { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import type { ConsoleOrigin } from '../http/http.ts';
import type { Caller } from '../identity/caller.ts';
import { findCaller } from '../identity/find-caller.ts';
import { scopeKey } from '../identity/scope.ts';
import type { Addresses } from '../places/addresses.ts';
import { Channel } from './channel.ts';
import { Console, refuseSocket } from './console.ts';
import type { LiveFeed } from './feed.ts';
import { BEAT_MS, HELLO_MS, SESSION_CHECK_MS, STANDBY_POLL_MS } from './limits.ts';
import { Pace } from './pace.ts';

export interface LiveHubOptions {
  readonly db: Db;
  readonly events: EventSource;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Positions in words, for the notices. */
  readonly addresses: Addresses;
  /** Address of a file by its id. */
  readonly addressOf: (fileId: string) => string;
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
  const { db, events, clock, log } = options;
  const channels = new Map<number, Channel>();
  const pace = new Pace();
  let closed = false;
  let wasEngine = false;

  function fail(error: unknown): void {
    log.warn({ err: error }, 'live: the database could not be asked');
  }

  function channelOf(accountId: number): Channel {
    const known = channels.get(accountId);
    if (known !== undefined) return known;
    const onUnreadable = (): void => {
      // The next console starts from a fresh reading, not from the one that failed.
      if (channels.get(accountId) === channel) channels.delete(accountId);
      for (const console of [...channel.consoles]) console.refuse('connect-again');
    };
    const { addresses, addressOf } = options;
    const channel = new Channel({ db, clock, log, pace, addresses, addressOf, accountId, onUnreadable });
    channels.set(accountId, channel);
    return channel;
  }

  function* allConsoles(): Generator<{ channel: Channel; console: Console }> {
    for (const channel of channels.values()) {
      for (const console of channel.consoles) yield { channel, console };
    }
  }

  function leave(channel: Channel, console: Console): void {
    channel.consoles.delete(console);
    if (channel.consoles.size > 0) return;
    channel.close();
    const { accountId } = console.caller;
    if (channels.get(accountId) === channel) channels.delete(accountId);
  }

  function admit(socket: WebSocket, caller: Caller): { channel: Channel; console: Console } | null {
    const channel = channelOf(caller.accountId);
    let ofUser = 0;
    for (const { caller: other } of channel.consoles) if (other.userId === caller.userId) ofUser += 1;
    if (ofUser >= LIMITS.socketsPerUser) {
      refuseSocket(socket, 'too-many-sockets');
      return null;
    }
    const console = new Console(socket, caller, clock.now());
    channel.consoles.add(console);
    return { channel, console };
  }

  function accept(socket: WebSocket, caller: Caller, early: readonly unknown[]): void {
    const admitted = admit(socket, caller);
    if (admitted === null) return;
    const { channel, console } = admitted;
    const handlers = {
      onHello(cursor: number | null) {
        channel.join(console, cursor).catch((error: unknown) => {
          fail(error);
          console.refuse('connect-again');
        });
      },
      onRefresh: () => channel.refreshChanged(),
      onClose: () => leave(channel, console),
    };
    console.listen(handlers);
    socket.on('message', (data) => console.hear(data, handlers));
    for (const data of early) console.hear(data, handlers);
    // What changed since the caller was looked up was not told to it yet.
    checkSession(channel, console, 'routine');
  }

  /**
   * Looks a console's session up again: a good one moves on, with the rights of this moment.
   *
   * @param why `routine`: some time has passed. `sight`: what his groups hold may have changed; if his rights cannot be
   * read, it is not left with those that he had. `changed`: the same, and something of the user has changed, so it is to
   * be told in any case.
   */
  function checkSession(channel: Channel, console: Console, why: 'routine' | 'sight' | 'changed'): void {
    console.checkedAt = clock.now();
    console.checking = console.checking.then(async () => {
      try {
        const caller = await findCaller(db, console.caller, clock.now());
        if (!console.open) return;
        if (caller === null) console.refuse('session-gone');
        else if (why === 'changed' || rightsOf(caller) !== rightsOf(console.caller))
          channel.applyRights(console, caller);
      } catch (error) {
        fail(error);
        if (why !== 'routine') console.refuse('connect-again');
      }
    });
  }

  function checkSessions(which: (console: Console) => boolean, why: 'sight' | 'changed'): void {
    for (const { channel, console } of [...allConsoles()]) {
      if (which(console)) checkSession(channel, console, why);
    }
  }

  function beat(): void {
    const now = clock.now();
    for (const { channel, console } of [...allConsoles()]) {
      if (console.phase === 'greeting' && now - console.openedAt >= HELLO_MS) {
        console.refuse('hello-late');
        continue;
      }
      console.beat(now);
      if (now - console.checkedAt >= SESSION_CHECK_MS) checkSession(channel, console, 'routine');
    }
  }

  function standbyPoll(): void {
    const isEngine = options.isEngine();
    // The engine's feed begins with its first commit: what came before is read once more.
    if (isEngine && wasEngine) return;
    wasEngine = isEngine;
    for (const channel of channels.values()) channel.catchUp().catch(fail);
  }

  const stop = [
    events.on('trackers', ({ accountId, changed, removed }) => {
      channels.get(accountId)?.trackersChanged(changed, removed);
    }),
    events.on('groups', ({ accountId, groupId }) => {
      channels.get(accountId)?.groupChanged(groupId);
      // One that was deleted is taken from the users who were given it; one that was moved, from those who see where it
      // was, and is given to those who see where it is.
      checkSessions(({ caller }) => caller.accountId === accountId && caller.groupIds !== null, 'sight');
    }),
    events.on('changed', ({ what, accountId, userId }) => {
      for (const { console } of allConsoles()) {
        const { caller } = console;
        const meant =
          (accountId === null || accountId === caller.accountId) &&
          (userId === null || userId === caller.userId);
        if (meant && console.welcomed) console.send({ type: 'changed', what });
      }
    }),
    events.on('log', ({ accountId, seq }) => channels.get(accountId)?.advanceLog(seq)),
    events.on('account', ({ accountId }) =>
      checkSessions(({ caller }) => caller.accountId === accountId, 'changed'),
    ),
    events.on('rights', ({ userId }) => checkSessions(({ caller }) => caller.userId === userId, 'changed')),
    events.on('session-ended', ({ userId, tokenHash }) => {
      for (const { console } of [...allConsoles()]) {
        const { caller } = console;
        const ended = tokenHash === null || tokenHash === caller.tokenHash.toString('hex');
        if (caller.userId === userId && ended) console.refuse('session-gone');
      }
    }),
    // What was missed cannot be told: every console loads its picture anew.
    events.onGap(() => refuseAll()),
    clock.every(BEAT_MS, beat),
    clock.every(STANDBY_POLL_MS, standbyPoll),
  ];

  function refuseAll(): void {
    for (const { console } of [...allConsoles()]) console.refuse('connect-again');
    for (const channel of channels.values()) channel.close();
    channels.clear();
  }

  return {
    states(changes) {
      for (const [accountId, ofAccount] of byAccount(changes)) channels.get(accountId)?.states(ofAccount);
    },
    log(entries) {
      for (const [accountId, ofAccount] of byAccount(entries)) channels.get(accountId)?.log(ofAccount);
    },
    acceptConsole(socket, { foreign, caller }) {
      // A broken connection and too long a message are told by `close` as well.
      socket.on('error', (error) => log.debug({ err: error }, 'live: a socket failed'));
      if (foreign) return refuseSocket(socket, 'origin-refused');
      const early: unknown[] = [];
      const keep = (data: unknown): void => {
        early.push(data);
        if (early.length > 2) refuseSocket(socket, 'message-malformed');
      };
      socket.on('message', keep);
      caller.then(
        (known) => {
          socket.off('message', keep);
          if (socket.readyState !== socket.OPEN) return;
          if (known === null) refuseSocket(socket, 'session-gone');
          else if (closed) refuseSocket(socket, 'connect-again');
          else accept(socket, known, early);
        },
        (error: unknown) => {
          fail(error);
          refuseSocket(socket, 'connect-again');
        },
      );
    },
    get consoles() {
      let count = 0;
      for (const { consoles } of channels.values()) count += consoles.size;
      return count;
    },
    close() {
      closed = true;
      for (const end of stop) end();
      refuseAll();
    },
  };
}

function byAccount<Item extends { readonly accountId: number }>(items: readonly Item[]): Map<number, Item[]> {
  return Map.groupBy(items, (item) => item.accountId);
}

/** What of a caller is told apart when rights may have changed. */
function rightsOf(caller: Caller): string {
  const { permission, roles, language, speedUnits, timeZone } = caller;
  return JSON.stringify([permission, roles, language, speedUnits, timeZone, scopeKey(caller)]);
}
