import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import { receiveFromPeer } from '../receive/receive-from-peer.ts';
import type { MailHandler } from './inbound-mail.ts';
import { replyPart } from './reply-part.ts';

/** Bytes of an e-mail that are kept with the message. */
const MAX_RAW = 16_384;

/**
 * Passes what a person wrote to a terminal.
 *
 * @param inbox address of the mailbox
 */
export function createPeerMailHandler(gateways: ReadonlySet<MessageGateway>, inbox: string): MailHandler {
  return async (tx, { id, from, text, replyToken, isAutomatic }, now) => {
    if (from === '') return 'no-sender';
    if (isAutomatic || from === inbox.toLowerCase()) return 'automatic';
    const { outcome } = await receiveFromPeer(tx, gateways, {
      kind: 'email',
      address: from,
      key: `email ${id}`,
      raw: Buffer.from(text).subarray(0, MAX_RAW),
      text: replyPart(text),
      receivedAt: now,
      replyToken,
      card: null,
    });
    return outcome;
  };
}
