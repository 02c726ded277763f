import type { Language } from '@wakeline/contract/entities/user-config';
import type { Clock } from '../clock.ts';
import type { Caller } from '../identity/caller.ts';
import type { Console } from './console.ts';
import type { LiveNotices, NewEntries } from './readers.ts';

export interface LogStreamOptions {
  readonly clock: Clock;
  readonly notices: LiveNotices;
  readonly accountId: number;
  readonly consoles: ReadonlySet<Console>;
  /** A console has received the log up to the present: the picture follows. */
  readonly onCaughtUp: (console: Console) => void;
  /** New entries were sent; consoles that are behind now need their backlog. */
  readonly onDelivered: () => void;
  readonly onError: (error: unknown) => void;
}

/**
 * The numbered log of one account, for its open consoles. New entries are read once and sent to all that keep up. A
 * console that is behind, because it just joined or was slow, reads the database separately until it reaches the
 * number of the stream. The switch happens between two awaits, so no entry is lost. Entries of slow consoles stay in
 * the database: none is dropped, and none waits in memory.
 */
export class LogStream {
  readonly #options: LogStreamOptions;
  /** Newest number that is known to be in the log. */
  #known = 0;
  /** Last number sent to consoles that keep up; null until the log has been read. */
  #sent: number | null = null;
  #fetching = false;

  constructor(options: LogStreamOptions) {
    this.#options = options;
  }

  /** Reads the position of the log. Entries in the meantime arrive through `advance`. */
  async start(): Promise<void> {
    const { notices, accountId } = this.#options;
    const head = await notices.head(accountId);
    this.#sent ??= head;
    this.advance(head);
  }

  /** The log has reached `seq`. */
  advance(seq: number): void {
    this.#known = Math.max(this.#known, seq);
    void this.#fetch();
  }

  /** Reads the position of the log, because events may have been missed. */
  async check(): Promise<void> {
    const { notices, accountId } = this.#options;
    this.advance(await notices.head(accountId));
  }

  /** Welcomes a console that has seen the log up to `cursor`, and sends its backlog. */
  async join(console: Console, cursor: number | null): Promise<void> {
    const { notices, clock, accountId } = this.#options;
    if (cursor !== null && !(await notices.canContinue(accountId, cursor))) {
      console.refuse('cursor-unknown');
      return;
    }
    console.cursor = cursor ?? this.#sent ?? 0;
    console.phase = 'backfill';
    console.send({ type: 'welcome', cursor: console.cursor, serverTime: clock.now() });
    await this.sendBacklog(console);
  }

  /** Whether the console lacks entries that are already known. */
  isBehind(console: Console): boolean {
    if (!console.welcomed) return false;
    return console.phase === 'backfill' || console.cursor < (this.#sent ?? 0);
  }

  /** Sends the missing entries from the database to a console, as long as it keeps up. */
  async sendBacklog(console: Console): Promise<void> {
    if (console.isSendingBacklog || !console.open) return;
    const { notices, clock, accountId } = this.#options;
    console.isSendingBacklog = true;
    try {
      while (console.open && !console.slow) {
        const to = await notices.nextBatchEnd(accountId, console.cursor);
        if (to === console.cursor && to >= (this.#sent ?? 0)) break;
        const read = await notices.readRange(console.caller, {
          above: console.cursor,
          to,
          now: clock.now(),
        });
        console.send({ type: 'log', entries: [...read], cursor: to });
        console.cursor = to;
      }
    } finally {
      console.isSendingBacklog = false;
    }
    if (console.phase === 'backfill' && console.cursor >= (this.#sent ?? 0) && !console.slow) {
      this.#options.onCaughtUp(console);
    }
  }

  async #fetch(): Promise<void> {
    if (this.#fetching || this.#sent === null) return;
    const { notices, accountId, onDelivered, onError } = this.#options;
    this.#fetching = true;
    try {
      while (this.#sent < this.#known) {
        const from = this.#sent;
        const to = Math.min(this.#known, from + notices.batchSize);
        const newEntries = await notices.readNew(accountId, { above: from, to }, () => this.#languages());
        this.#sent = to;
        this.#deliver(from, to, newEntries);
        onDelivered();
      }
    } catch (error) {
      // Nothing is lost: the next event or check continues at the same number.
      onError(error);
    } finally {
      this.#fetching = false;
    }
  }

  #languages(): ReadonlySet<Language> {
    return new Set([...this.#options.consoles].map(({ caller }) => caller.language));
  }

  #deliver(from: number, to: number, newEntries: NewEntries): void {
    const texts = new Map<string, string>();
    for (const console of this.#options.consoles) {
      // All others read missing entries from the database.
      const keepsUp = console.phase === 'states' || console.phase === 'live';
      if (!keepsUp || console.isSendingBacklog || console.slow || console.cursor !== from) continue;
      const { caller } = console;
      const { language, units } = caller;
      const key = `${language} ${Object.values(units).join('')} ${console.visibility.key}`;
      const text = texts.get(key) ?? createLogMessage(newEntries, to, caller);
      texts.set(key, text);
      console.sendText(text);
      console.cursor = to;
    }
  }
}

/** Encodes a `log` message with the entries that `reader` may see; hidden ones still advance the cursor. */
function createLogMessage(newEntries: NewEntries, cursor: number, reader: Caller): string {
  return JSON.stringify({ type: 'log', entries: newEntries(reader), cursor });
}
