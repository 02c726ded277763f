import { createReply, type SentenceDecoder } from './sentence.ts';

/**
 * BP00: handshake (KX402 GPRS protocol 1.5, section 3.1.1): id and `HSO`. Example:
 * `(013612345678BP00000013612345678HSO)`. The reply is AP01 and `HSO`, immediately; none to an unknown device.
 */
export const handshake: SentenceDecoder = (sentence) => ({
  type: 'login',
  deviceId: sentence.deviceId,
  purpose: 'identify',
  credential: null,
  attributes: {},
  acceptReply: createReply(sentence, 'AP01HSO'),
  rejectReply: null,
});
