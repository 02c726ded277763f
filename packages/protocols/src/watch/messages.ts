import { HEALTH_KEYWORDS, health } from './health.ts';
import { keepAlive, start, voiceRequest } from './link.ts';
import type { Message, MessageDecoder } from './message.ts';
import { position } from './position.ts';
import { card, RESULT_KEYWORDS, result } from './result.ts';

const POSITIONS = /^(?:UD2?|AL|WT)(?:_[A-Z0-9]+)?$/;

const DECODERS: ReadonlyMap<string, MessageDecoder> = new Map([
  ['LK', keepAlive],
  ['INIT', start],
  ['TKQ', voiceRequest],
  ['TKQ2', voiceRequest],
  ['ICCID', card],
]);

/** The decoder of a message; undefined if it is not supported. */
export function findDecoder({ keyword, fields }: Message): MessageDecoder | undefined {
  if (POSITIONS.test(keyword)) return position;
  // PULSE without a value confirms an instruction.
  if (fields.length > 0 && HEALTH_KEYWORDS.includes(keyword.toUpperCase())) return health;
  return DECODERS.get(keyword) ?? (RESULT_KEYWORDS.has(keyword) ? result : undefined);
}
