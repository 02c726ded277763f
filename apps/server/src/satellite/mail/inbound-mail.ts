import type { Tx } from '../../db/database.ts';

/** An e-mail in the mailbox of the server, without its large parts. */
export interface InboundMail {
  /** Message-ID without angle brackets; without one, its number in the mailbox. */
  readonly id: string;
  /** Address of the sender in lower case; empty: it names none. */
  readonly from: string;
  readonly subject: string;
  /** Its plain text, else that of its HTML; limited. Empty: it has neither. */
  readonly text: string;
  /** Token of the address `inbox+token@host` that it was sent to; null: none. */
  readonly replyToken: string | null;
  /** Whether a program wrote it: an auto-reply, a bounce, a mailing list. */
  readonly isAutomatic: boolean;
  /** Content of the attachment with the extension .sbd; null: there is none, or it is larger than an SBD message. */
  readonly sbd: Uint8Array | null;
}

/** Uses an e-mail in a transaction. The first handler with an outcome that is not null ends the search. */
export type MailHandler = (tx: Tx, mail: InboundMail, now: number) => Promise<string | null>;
