import type { SessionOptions, StreamProtocol } from '../protocol.ts';
import { inspect } from './inspect.ts';
import { MAX_LINE_LENGTH } from './lines.ts';
import { NmeaSession } from './session.ts';
import { NmeaTerminal } from './terminal.ts';

/** NMEA 0183: the sentences of satellite receivers, of boats and simple trackers. */
export const nmea = {
  kind: 'stream',
  name: 'nmea',
  transports: ['tcp', 'udp'],
  hasChecksum: true,
  acknowledges: false,
  authenticates: false,
  instructions: [],
  timeZoneRule: 'Times in sentences are UTC. Without a date, that of the time of arrival.',
  maxFrameLength: MAX_LINE_LENGTH,
  idleTimeout: 15 * 60_000,
  session: (options?: SessionOptions) => new NmeaSession(options),
  encodeSms: null,
  inspect,
  terminal: (deviceId: string) => new NmeaTerminal(deviceId),
} as const satisfies StreamProtocol;
