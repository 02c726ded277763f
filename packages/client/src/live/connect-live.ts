import {
  CHANGED_RESOURCES,
  type ChangedResource,
  type ConsoleMessage,
  type LogEntry,
  type Refusal,
  type ServerMessage,
} from '@wakeline/contract/live/messages';
import type { FeedArea } from '@wakeline/contract/trackers/feeds';
import type { Client } from '../client.ts';
import {
  INITIAL_STATE,
  type LiveAction,
  type LiveEvent,
  type LivePhase,
  type LiveState,
  transition,
} from './connection.ts';
import { type Poller, startPolling } from './poll.ts';

/**
 * The part of the WebSocket interface that is used. Data of a text message is a string; of a binary message it is
 * whatever the socket makes of it.
 */
export interface LiveSocket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  onerror: (() => void) | null;
  send(text: string): void;
  close(): void;
}

/** Calls `task` after `ms` milliseconds; the returned function cancels it. */
export type SetTimer = (ms: number, task: () => void) => () => void;

export type StatesMessage = Omit<Extract<ServerMessage, { type: 'states' }>, 'type' | 'sentAt'> & {
  /** Server time when it was sent, epoch milliseconds; null: polled, the response has no such time. */
  readonly sentAt: number | null;
};
export type CoursesMessage = Omit<Extract<ServerMessage, { type: 'courses' }>, 'type'>;
export type TrafficMessage = Omit<Extract<ServerMessage, { type: 'traffic' }>, 'type'>;
export type TrackersMessage = Omit<Extract<ServerMessage, { type: 'trackers' }>, 'type'>;
/** Status of the connection, as displayed to the user. */
export interface LiveStatus {
  readonly phase: LivePhase;
  /** Consecutive failed attempts. */
  readonly failures: number;
  /** Data currently comes from polling. */
  readonly polling: boolean;
  /**
   * When the server was last reached (socket or poll), epoch milliseconds of this machine: the age of the displayed
   * data.
   */
  readonly lastReceivedAt: number | null;
  /** When polling last succeeded, as `lastReceivedAt`; null: not since polling started. */
  readonly polledAt: number | null;
  /** While waiting: when the next attempt is due. */
  readonly retryAt: number | null;
  /** Set in phase `refused`, and while waiting if the user can do something about it. */
  readonly refusal: Refusal | null;
}

export interface LiveOptions {
  /** For the polling calls. */
  readonly client: Pick<Client, 'call'>;
  /** `wss://host/service/socket`. */
  readonly url: string;
  /** Last log number received (`latestMsgId` of the sign-in); null: start at the present. */
  readonly cursor: number | null;
  /** Minimum milliseconds between two `onStates`; 0: no limit. */
  readonly refresh: number;
  /**
   * False: the socket sends no full states, because the caller calls `queryTrackerTable` at each `onReload`. Default:
   * true.
   */
  readonly picture?: boolean;
  /**
   * Receives the data of binary messages, and requests `states` in this form
   * (`packages/contract/src/live/state-frame.ts`). Without it they come as text, to `onStates`.
   */
  readonly onBinary?: (data: unknown) => void;
  /** `full`: clear all cached states; those of every visible tracker follow in this call and the next ones. */
  readonly onStates: (message: StatesMessage) => void;
  /** Entries in order, without duplicates; `cursor` is the last number covered. */
  readonly onLog: (message: { readonly entries: readonly LogEntry[]; readonly cursor: number }) => void;
  readonly onTrackers: (message: TrackersMessage) => void;
  /** Groups changed, or may have changed while polling: refetch them. */
  readonly onGroups: () => void;
  /** Rights or settings of the user changed: refetch `queryUserConfig`. */
  readonly onRights: () => void;
  /** Another resource changed, or may have changed while polling: refetch it. */
  readonly onChanged: (what: ChangedResource) => void;
  /** An orienteering event changed. */
  readonly onCourses?: (message: CoursesMessage) => void;
  /** Objects of feeds in the area of `setTraffic`. */
  readonly onTraffic?: (message: TrafficMessage) => void;
  /** Cached trackers, groups and notices may be stale: refetch them. Called at each welcome. */
  readonly onReload: () => void;
  /** Called at each change of phase and for each message or poll result. */
  readonly onPhase: (status: LiveStatus) => void;
  /** Default: the platform's WebSocket. */
  readonly openSocket?: (url: string) => LiveSocket;
  readonly setTimer?: SetTimer;
  readonly now?: () => number;
  /** 0..1 */
  readonly random?: () => number;
}

export interface LiveConnection {
  setRefresh(ms: number): void;
  /** Requests the traffic of an area, also after each reconnection; null: none. */
  setTraffic(area: FeedArea | null): void;
  /** The network is back (the browser's `online` event): retry immediately. */
  retryNow(): void;
  /** Closes the connection and does not reconnect. */
  stop(): void;
}

/** Connects and reconnects until stopped or refused. */
export function connectLive(options: LiveOptions): LiveConnection {
  const setTimer = options.setTimer ?? platformTimer;
  const now = options.now ?? Date.now;
  const random = options.random ?? Math.random;
  const openSocket = options.openSocket ?? ((url) => new WebSocket(url) as LiveSocket);

  let state: LiveState = INITIAL_STATE;
  let cursor = options.cursor;
  let refresh = options.refresh;
  let trafficArea: FeedArea | null = null;
  let lastReceivedAt: number | null = null;
  let polledAt: number | null = null;
  let retryAt: number | null = null;
  let socket: LiveSocket | null = null;
  let cancelTimer: (() => void) | null = null;
  let poller: Poller | null = null;

  function dispatch(event: LiveEvent): void {
    const transitioned = transition(state, event, random());
    const changed = transitioned.state !== state;
    state = transitioned.state;
    if (state.phase !== 'waiting') retryAt = null;
    for (const action of transitioned.actions) runAction(action);
    if (changed || event.type === 'received') notifyPhase();
  }

  function notifyPhase(): void {
    options.onPhase({
      phase: state.phase,
      failures: 'failures' in state ? state.failures : 0,
      polling: poller !== null,
      lastReceivedAt,
      polledAt,
      retryAt,
      refusal: 'refusal' in state ? (state.refusal ?? null) : null,
    });
  }

  function runAction(action: LiveAction): void {
    switch (action.type) {
      case 'open':
        open();
        break;
      case 'close':
        dropSocket();
        break;
      case 'hello':
        send({
          type: 'hello',
          cursor,
          refresh,
          ...(options.picture === false && { picture: false }),
          ...(options.onBinary !== undefined && { binary: true }),
        });
        break;
      case 'timer':
        cancelTimer?.();
        cancelTimer = action.ms === null ? null : setTimer(action.ms, () => dispatch({ type: 'elapsed' }));
        if (state.phase === 'waiting' && action.ms !== null) retryAt = now() + action.ms;
        break;
      case 'start-polling':
        polledAt = null;
        poller = startPolling({
          client: options.client,
          setTimer,
          refresh: () => refresh,
          cursor: () => cursor,
          onLog: applyLog,
          onTrackers: options.onTrackers,
          onStates: options.onStates,
          onUnpolledMayHaveChanged() {
            options.onGroups();
            for (const resource of CHANGED_RESOURCES) options.onChanged(resource);
          },
          onReceived: handlePollResult,
          onSessionExpired: () => dispatch({ type: 'refused', refusal: 'session-gone' }),
        });
        break;
      case 'stop-polling':
        poller?.stop();
        poller = null;
        break;
      case 'clear-cursor':
        cursor = null;
        break;
      case 'reload':
        options.onReload();
        break;
    }
  }

  function open(): void {
    dropSocket();
    let opened: LiveSocket;
    try {
      opened = openSocket(options.url);
    } catch {
      // The constructor throws if the page's policy forbids sockets. Treat that like a closed socket.
      queueMicrotask(() => dispatch({ type: 'closed' }));
      return;
    }
    socket = opened;
    const ifCurrent = (task: () => void) => () => {
      if (socket === opened) task();
    };
    opened.onopen = ifCurrent(() => dispatch({ type: 'opened' }));
    opened.onclose = ifCurrent(() => {
      socket = null;
      dispatch({ type: 'closed' });
    });
    // An `error` event is always followed by `close`.
    opened.onerror = () => undefined;
    opened.onmessage = (event) => {
      if (socket !== opened) return;
      if (typeof event.data === 'string') handleMessage(event.data);
      else handleBinary(event.data);
    };
  }

  function dropSocket(): void {
    const closing = socket;
    socket = null;
    closing?.close();
  }

  function send(message: ConsoleMessage): void {
    socket?.send(JSON.stringify(message));
  }

  function handlePollResult(): void {
    lastReceivedAt = now();
    polledAt = lastReceivedAt;
    dispatch({ type: 'received' });
  }

  function applyLog(message: { readonly entries: readonly LogEntry[]; readonly cursor: number }): void {
    const lastCursor = cursor;
    if (lastCursor !== null && message.cursor <= lastCursor) return;
    cursor = message.cursor;
    const entries =
      lastCursor === null ? message.entries : message.entries.filter((entry) => entry.seq > lastCursor);
    options.onLog({ entries, cursor: message.cursor });
  }

  function handleBinary(data: unknown): void {
    lastReceivedAt = now();
    options.onBinary?.(data);
    dispatch({ type: 'received' });
  }

  function handleMessage(text: string): void {
    let message: ServerMessage;
    try {
      // Not validated: our own server sends up to thousands of states per second.
      message = JSON.parse(text) as ServerMessage;
    } catch {
      dropSocket();
      dispatch({ type: 'closed' });
      return;
    }
    lastReceivedAt = now();
    let event: LiveEvent = { type: 'received' };
    switch (message.type) {
      case 'welcome':
        cursor = message.cursor;
        event = { type: 'welcomed' };
        if (trafficArea !== null) send({ type: 'traffic', area: trafficArea });
        break;
      case 'live':
        event = { type: 'caught-up' };
        break;
      case 'log':
        applyLog(message);
        break;
      case 'states':
        options.onStates(message);
        break;
      case 'trackers':
        options.onTrackers(message);
        break;
      case 'courses':
        options.onCourses?.(message);
        break;
      case 'traffic':
        options.onTraffic?.(message);
        break;
      case 'groups':
        options.onGroups();
        break;
      case 'rights':
        options.onRights();
        break;
      case 'changed':
        options.onChanged(message.what);
        break;
      case 'refused':
        event = { type: 'refused', refusal: message.error };
        break;
      case 'beat':
        break;
    }
    dispatch(event);
  }

  dispatch({ type: 'start' });
  return {
    setRefresh(ms) {
      refresh = ms;
      if (state.phase === 'live' || state.phase === 'catching-up') send({ type: 'refresh', refresh });
    },
    setTraffic(area) {
      trafficArea = area;
      if (state.phase === 'live' || state.phase === 'catching-up') send({ type: 'traffic', area });
    },
    retryNow: () => dispatch({ type: 'online' }),
    stop: () => dispatch({ type: 'stop' }),
  };
}

const platformTimer: SetTimer = (ms, task) => {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
};
