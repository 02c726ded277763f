import type { Db } from '../db/database.ts';
import { eventually } from '../ingest/testing/eventually.ts';

/** The phones of a test: reads text messages directly from the outbox. */
export class TextMessages {
  readonly #db: Db;
  /** The newest read message, by phone. */
  readonly #read = new Map<string, number>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Waits for the next unread message to a phone. A server can send it after its response. */
  async next(phone: string): Promise<string> {
    const message = await eventually(`a text message to ${phone}`, () =>
      this.#db
        .selectFrom('outbox_message')
        .selectAll()
        .where('recipient', '=', phone)
        .where('message_id', '>', this.#read.get(phone) ?? 0)
        .orderBy('message_id')
        .limit(1)
        .executeTakeFirst(),
    );
    this.#read.set(phone, message.message_id);
    return message.text;
  }

  /** The code in it. */
  async nextCode(phone: string): Promise<string> {
    const text = await this.next(phone);
    const code = /\d{6}/.exec(text)?.[0];
    if (code === undefined) throw new Error(`no code in: ${text}`);
    return code;
  }

  /** Number of messages to a phone. */
  async count(phone: string): Promise<number> {
    const messages = await this.#db
      .selectFrom('outbox_message')
      .select('message_id')
      .where('recipient', '=', phone)
      .execute();
    return messages.length;
  }
}
