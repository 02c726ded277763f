import { consoleMessage, type Refusal, type ServerMessage } from '@wakeline/contract/live/messages';
import type { WebSocket } from 'ws';
import type { Caller } from '../identity/caller.ts';
import {
  MAX_MESSAGES_PER_HEARTBEAT,
  MAX_MISSED_HEARTBEATS,
  SLOW_BYTES,
  STATES_PER_MESSAGE,
} from './limits.ts';
import type { LiveTrackers } from './readers.ts';
import type { SharedMessages } from './shared-messages.ts';
import { TrafficView } from './traffic-view.ts';
import { type Visibility, visibilityOf } from './visibility.ts';

/**
 * `greeting`: no hello yet; `joining`: hello received, not welcomed yet; `backfill`: receives the log; `states`:
 * receives the full picture; then `live`.
 */
export type ConsolePhase = 'greeting' | 'joining' | 'backfill' | 'states' | 'live' | 'closed';

/** `states` messages that were sent to all consoles, and their bytes. */
export interface SentStates {
  messages: number;
  bytes: number;
}

export interface ConsoleOptions {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Counts what is sent. */
  readonly sentStates: SentStates;
  readonly canWatch: LiveTrackers['canWatch'];
}

export interface ConsoleEvents {
  readonly onHello: (cursor: number | null) => void;
  readonly onRefresh: () => void;
  readonly onClose: () => void;
}

/**
 * The socket of one console, and the ids of states it must still receive. Only the newest state of a tracker counts,
 * so pending states are a set of ids: memory is bounded by the number of trackers, however slow the console is.
 */
export class Console {
  readonly #socket: WebSocket;
  readonly #canWatch: ConsoleOptions['canWatch'];
  readonly #sentStates: SentStates;
  readonly openedAt: number;
  phase: ConsolePhase = 'greeting';
  /** Last log number that was sent, or that is hidden by its rights. */
  cursor = 0;
  /** Its backlog is being read from the database. */
  isSendingBacklog = false;
  /** When its session was last looked up, epoch milliseconds. */
  checkedAt: number;
  /** Resolves after the last requested session check. Checks run one after the other, so that the newest wins. */
  checking: Promise<void> = Promise.resolve();
  #caller: Caller;
  #visibility: Visibility;
  #refresh = 0;
  #picture = true;
  /** It receives `states` as binary frames. */
  #binary = false;
  #lastStatesAt = Number.NEGATIVE_INFINITY;
  #pending = new Set<number>();
  #full = false;
  /** The traffic that it draws; null: none. */
  traffic: TrafficView | null = null;
  #messages = 0;
  #missedHeartbeats = 0;

  constructor(socket: WebSocket, caller: Caller, { now, sentStates, canWatch }: ConsoleOptions) {
    this.#socket = socket;
    this.#sentStates = sentStates;
    this.#canWatch = canWatch;
    this.#caller = caller;
    this.#visibility = visibilityOf(caller, canWatch(caller));
    this.openedAt = now;
    this.checkedAt = now;
  }

  listen(events: ConsoleEvents): void {
    this.#socket.on('pong', () => {
      this.#missedHeartbeats = 0;
    });
    this.#socket.on('close', () => {
      this.phase = 'closed';
      this.#pending.clear();
      events.onClose();
    });
  }

  /** Handles a message of the console. */
  receive(data: unknown, events: ConsoleEvents): void {
    if (this.phase === 'closed') return;
    this.#messages += 1;
    const message = readMessage(String(data));
    const helloAgain = message?.type === 'hello' && this.phase !== 'greeting';
    const tooEarly = message !== null && message.type !== 'hello' && this.phase === 'greeting';
    if (message === null || helloAgain || tooEarly || this.#messages > MAX_MESSAGES_PER_HEARTBEAT) {
      this.refuse('message-malformed');
      return;
    }
    if (message.type === 'traffic') {
      this.traffic = message.area === null ? null : new TrafficView(message.area);
      return;
    }
    this.#refresh = message.refresh;
    if (message.type === 'refresh') {
      events.onRefresh();
      return;
    }
    this.#picture = message.picture ?? true;
    this.#binary = message.binary ?? false;
    this.phase = 'joining';
    events.onHello(message.cursor);
  }

  get caller(): Caller {
    return this.#caller;
  }

  set caller(caller: Caller) {
    this.#caller = caller;
    this.#visibility = visibilityOf(caller, this.#canWatch(caller));
  }

  /** The trackers that the console may see. */
  get visibility(): Visibility {
    return this.#visibility;
  }

  /**
   * Whether it wants all states. Otherwise it requests them after the welcome, and receives the changes from then on.
   */
  get wantsPicture(): boolean {
    return this.#picture;
  }

  /** Whether it was welcomed and must receive all further changes. */
  get welcomed(): boolean {
    return this.phase === 'backfill' || this.phase === 'states' || this.phase === 'live';
  }

  get open(): boolean {
    return this.phase !== 'closed';
  }

  /** Whether more data is waiting in its socket than a console that keeps up leaves. */
  get slow(): boolean {
    return this.#unsent > SLOW_BYTES;
  }

  /** Bytes that the operating system has not accepted yet. */
  get #unsent(): number {
    return this.#socket.bufferedAmount;
  }

  get hasPending(): boolean {
    return this.#pending.size > 0 || this.#full;
  }

  send(message: ServerMessage): void {
    this.sendText(JSON.stringify(message));
  }

  /** Accepts text or encoded bytes: a message for many consoles is encoded once. */
  sendText(text: string | Buffer): void {
    if (this.phase !== 'closed') this.#socket.send(text, { binary: false });
  }

  /** Restarts the picture: all of `ids`, then the changes. */
  resetPending(ids: Iterable<number>): void {
    this.#pending = new Set(ids);
    this.#full = true;
  }

  /** Adds ids that became visible. */
  addPending(ids: Iterable<number>): void {
    for (const id of ids) this.#pending.add(id);
  }

  /**
   * Sends the changes of a batch at once if everything before it was sent; otherwise the ids are merged into the
   * pending ones.
   */
  sendOrQueue(ids: readonly number[], messages: SharedMessages, now: number): void {
    if (this.#refresh === 0 && !this.hasPending && this.#unsent === 0) this.#sendStates(ids, messages, now);
    else this.addPending(ids);
  }

  /**
   * Sends pending states while the socket buffers at most `unsent` bytes, once the requested refresh interval has
   * passed.
   */
  sendPending(messages: SharedMessages, now: number, unsent: number): void {
    const due = this.#full || this.phase === 'states' || now - this.#lastStatesAt >= this.#refresh;
    while (due && this.hasPending && this.#unsent <= unsent && this.open) {
      const batch: number[] = [];
      for (const id of this.#pending) {
        batch.push(id);
        if (batch.length === STATES_PER_MESSAGE) break;
      }
      for (const id of batch) this.#pending.delete(id);
      this.#sendStates(
        batch.sort((one, other) => one - other),
        messages,
        now,
      );
    }
  }

  #sendStates(ids: readonly number[], messages: SharedMessages, now: number): void {
    if (this.phase === 'closed') return;
    const bytes = messages.encode(ids, { full: this.#full, binary: this.#binary });
    this.#socket.send(bytes, { binary: this.#binary });
    this.#sentStates.messages += 1;
    this.#sentStates.bytes += bytes.length;
    this.#full = false;
    this.#lastStatesAt = now;
  }

  dropPending(trackerIds: readonly number[]): void {
    for (const id of trackerIds) this.#pending.delete(id);
  }

  /** Proves both directions of the connection. A console that misses several pongs is disconnected. */
  sendHeartbeat(now: number): void {
    this.#messages = 0;
    if (this.#missedHeartbeats >= MAX_MISSED_HEARTBEATS) {
      this.#socket.terminate();
      return;
    }
    this.#missedHeartbeats += 1;
    this.#socket.ping();
    // A slow console receives enough data to know that the connection works.
    if (this.welcomed && !this.slow) {
      this.send({ type: 'beat', serverTime: now, cursor: this.cursor });
    }
  }

  refuse(error: Refusal): void {
    if (this.phase === 'closed') return;
    this.phase = 'closed';
    refuseSocket(this.#socket, error);
  }
}

/** Sends the reason and closes. Codes from 4000 are for applications: RFC 6455, 7.4.2. */
export function refuseSocket(socket: WebSocket, error: Refusal): void {
  const message: ServerMessage = { type: 'refused', error };
  socket.send(JSON.stringify(message));
  socket.close(4000, error);
}

function readMessage(text: string) {
  try {
    return consoleMessage.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
