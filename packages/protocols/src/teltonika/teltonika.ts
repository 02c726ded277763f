import { encodedNames } from '../encode-call.ts';
import type { SessionOptions, StreamProtocol, TerminalOptions } from '../protocol.ts';
import { MAX_FRAME_LENGTH } from './framing.ts';
import { inspect } from './inspect.ts';
import { encodeSms } from './instruction.ts';
import { TEXT_ENCODERS } from './instruction-texts.ts';
import { TeltonikaSession } from './session.ts';
import { TeltonikaTerminal } from './terminal.ts';
import { outcomeOf } from './text-events.ts';

/** The protocol of Teltonika trackers: codec 8, 8 Extended and 16 for records, 12, 13 and 14 for texts. */
export const teltonika = {
  kind: 'stream',
  name: 'teltonika',
  transports: ['tcp', 'udp'],
  // Datagrams have none.
  hasChecksum: true,
  acknowledges: true,
  authenticates: false,
  instructions: encodedNames(TEXT_ENCODERS),
  timeZoneRule: 'Times in frames are UTC.',
  maxFrameLength: MAX_FRAME_LENGTH,
  // A parked device sends a record every hour by default, and keeps the connection open if it is configured to.
  idleTimeout: 70 * 60_000,
  unnamedReplies: ['tcp'],
  session: (options?: SessionOptions) => new TeltonikaSession(options),
  inspect,
  encodeSms,
  readSmsReceipt: outcomeOf,
  terminal: (deviceId: string, options?: TerminalOptions) => new TeltonikaTerminal(deviceId, options),
} as const satisfies StreamProtocol;
