import type { RequestProtocol } from '../protocol.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { extractKey } from './key.ts';

/** OsmAnd's online tracking, Traccar Client, and every program that can open an address. */
export const osmand = {
  kind: 'request',
  name: 'osmand',
  transports: ['http'],
  acknowledges: true,
  authenticates: true,
  instructions: [],
  timeZoneRule: 'Seconds, milliseconds and ISO 8601 as they are; a time without a zone is UTC.',
  // A phone that was out of coverage for days sends everything in one batch, about 500 bytes each.
  maxBodyLength: 1024 * 1024,
  extractKey,
  decode,
  encode,
} as const satisfies RequestProtocol;
