import type { RequestProtocol } from '../protocol.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { inspect } from './inspect.ts';
import { extractKey } from './key.ts';

/** OsmAnd online tracking, Traccar Client, and every program that can send an HTTP request. */
export const osmand = {
  kind: 'request',
  name: 'osmand',
  transports: ['http'],
  acknowledges: true,
  authenticates: true,
  instructions: [],
  timeZoneRule: 'Seconds, milliseconds or ISO 8601; a time without a zone is UTC.',
  // After days without coverage, a phone sends all reports in one batch, about 500 bytes each.
  maxBodyLength: 1024 * 1024,
  extractKey,
  decode,
  encode,
  inspect,
} as const satisfies RequestProtocol;
