import { createHash } from 'node:crypto';
import { CARD_ADDRESS } from '@wakeline/domain/satellite/addresses';
import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import { canonicalPhone } from '@wakeline/domain/satellite/phone-number';
import type { InboundSmsHandler } from '../../messages/inbound-sms.ts';
import { receiveFromPeer } from './receive-from-peer.ts';

/**
 * Passes text messages of contacts to terminals. What is from nobody's contact is left to the outcome of the other handlers:
 * most of it comes from devices.
 */
export function createPeerSmsHandler(gateways: ReadonlySet<MessageGateway>): InboundSmsHandler {
  return async (tx, { phone, text, id, card = null }, now) => {
    const address = canonicalPhone(phone);
    if (address === null) return { taken: false, outcome: null };
    const identity = createHash('sha256')
      .update(JSON.stringify([phone, id ?? [text, now]]))
      .digest('hex');
    const { outcome } = await receiveFromPeer(tx, gateways, {
      kind: 'phone',
      address,
      // Repeated deliveries end before: the edge recognizes them.
      key: `sms ${identity}`,
      raw: Buffer.from(text),
      text,
      receivedAt: now,
      replyToken: null,
      card: card !== null && CARD_ADDRESS.test(card) ? card : null,
    });
    if (outcome === 'not-allowed') return { taken: false, outcome: null };
    return { taken: true, outcome: `terminal-${outcome}` };
  };
}
