import { encodedNames } from '../encode-call.ts';
import type { SessionOptions, StreamProtocol } from '../protocol.ts';
import { MAX_FRAME_LENGTH } from './framing.ts';
import { inspect } from './inspect.ts';
import { ENCODERS, encodeSms } from './instruction.ts';
import { QueclinkSession } from './session.ts';
import { QueclinkTerminal } from './terminal.ts';

/** The text form of the @Track protocol of Queclink. */
export const queclink = {
  kind: 'stream',
  name: 'queclink',
  transports: ['tcp', 'udp'],
  hasChecksum: false,
  acknowledges: true,
  authenticates: false,
  instructions: encodedNames(ENCODERS),
  timeZoneRule: 'Times of positions are UTC; live messages without a position have the time of receipt.',
  maxFrameLength: MAX_FRAME_LENGTH,
  // The longest heartbeat interval is 360 minutes.
  idleTimeout: 370 * 60_000,
  session: (options?: SessionOptions) => new QueclinkSession(options),
  encodeSms,
  readSmsReceipt: (text) => (text.trimStart().startsWith('+ACK:') ? 'accepted' : null),
  inspect,
  terminal: (deviceId: string) => new QueclinkTerminal(deviceId),
} as const satisfies StreamProtocol;
