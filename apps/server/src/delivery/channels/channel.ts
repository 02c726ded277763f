import type { DeliveryReason } from '@wakeline/domain/delivery/delivery';
import type { JsonFields } from '../../db/schema.ts';
import type { RecipientRow } from '../recipients.ts';

/** How the recipient ends the messages of a channel. */
export interface Unsubscribe {
  readonly url: string;
  readonly text: string;
}

/** A file of an e-mail. */
export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** A message in the recipient's language. */
export interface OutgoingMessage {
  /** Idempotency key: the same in each attempt. */
  readonly key: string;
  /** One line. */
  readonly subject: string;
  readonly lines: readonly string[];
  /** What fits into a text message. */
  readonly short: string;
  /** The notice that it is about; null: none or several. */
  readonly messageId: number | null;
  /** Name of the system, as the account configured it. */
  readonly sysName: string;
  /** For programs. */
  readonly data: JsonFields;
  /** Not null: the message confirms the address with this code. */
  readonly code: string | null;
  /** Those of the lines that are addresses to open. */
  readonly links: readonly string[];
  /** Files of an e-mail. */
  readonly attachments: readonly Attachment[];
  /** Null: not by e-mail, or the server has no public address. */
  readonly unsubscribe: Unsubscribe | null;
}

/** `retry`: it may succeed later; `refused`: it never will. */
export type Outcome =
  | { readonly state: 'delivered' }
  | { readonly state: 'retry' | 'refused'; readonly reason: DeliveryReason; readonly detail: string };

export const DELIVERED: Outcome = { state: 'delivered' };

/** A way by which messages reach a recipient. Never rejects for failures of the other side. */
export interface Channel {
  send(recipient: RecipientRow, message: OutgoingMessage): Promise<Outcome>;
}

/** Characters of a response that are stored. */
const MAX_DETAIL = 300;

export function outcome(state: 'retry' | 'refused', reason: DeliveryReason, detail = ''): Outcome {
  // PostgreSQL cannot store NUL; other control characters would break the line in lists.
  return {
    state,
    reason,
    detail: detail
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, MAX_DETAIL)
      .toWellFormed(),
  };
}
