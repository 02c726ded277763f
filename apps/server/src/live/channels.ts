import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { ChangeSource } from './change-source.ts';
import { Channel } from './channel.ts';
import type { Console } from './console.ts';
import type { LiveReaders } from './readers.ts';
import { SendScheduler } from './send-scheduler.ts';

export interface ChannelsOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly readers: LiveReaders;
  readonly changes: ChangeSource;
}

export interface Member {
  readonly channel: Channel;
  readonly console: Console;
}

/** The channels of the accounts that have an open console, and their consoles. */
export class Channels {
  readonly #options: ChannelsOptions;
  readonly #channels = new Map<number, Channel>();
  readonly #scheduler = new SendScheduler();

  constructor(options: ChannelsOptions) {
    this.#options = options;
  }

  /** Returns the channel of an account; undefined without an open console. */
  get(accountId: number): Channel | undefined {
    return this.#channels.get(accountId);
  }

  all(): Iterable<Channel> {
    return this.#channels.values();
  }

  /** Returns the channel of an account, and opens it for the first console. */
  open(accountId: number): Channel {
    const known = this.#channels.get(accountId);
    if (known !== undefined) return known;
    const onUnreadable = (): void => {
      // The next console starts with a new read instead of the failed one.
      if (this.#channels.get(accountId) === channel) this.#channels.delete(accountId);
      for (const console of [...channel.consoles]) console.refuse('connect-again');
    };
    const channel = new Channel({ ...this.#options, scheduler: this.#scheduler, accountId, onUnreadable });
    this.#channels.set(accountId, channel);
    return channel;
  }

  /** Removes a console, and its channel with the last one. */
  leave({ channel, console }: Member): void {
    channel.consoles.delete(console);
    if (channel.consoles.size > 0) return;
    channel.close();
    const { accountId } = console.caller;
    if (this.#channels.get(accountId) === channel) this.#channels.delete(accountId);
  }

  *members(): Generator<Member> {
    for (const channel of this.#channels.values()) {
      for (const console of channel.consoles) yield { channel, console };
    }
  }

  get consoles(): number {
    let count = 0;
    for (const { consoles } of this.#channels.values()) count += consoles.size;
    return count;
  }

  /** Makes every console reconnect and reload its picture. */
  refuseAll(): void {
    for (const { console } of [...this.members()]) console.refuse('connect-again');
    for (const channel of this.#channels.values()) channel.close();
    this.#channels.clear();
  }
}
