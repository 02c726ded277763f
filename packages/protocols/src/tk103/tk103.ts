import type { SessionOptions, StreamProtocol } from '../protocol.ts';
import { MAX_FRAME_LENGTH } from './framing.ts';
import { inspect } from './inspect.ts';
import { instructionsOf, TK103_INSTRUCTIONS } from './instruction-texts.ts';
import { Tk103Session } from './session.ts';
import { Tk103Terminal } from './terminal.ts';

/** The TK103 protocol: texts in parentheses, in a fixed form and in one with commas. */
export const tk103 = {
  kind: 'stream',
  name: 'tk103',
  transports: ['tcp', 'udp'],
  hasChecksum: false,
  acknowledges: true,
  authenticates: false,
  instructions: TK103_INSTRUCTIONS,
  timeZoneRule: 'Times in frames are UTC.',
  maxFrameLength: MAX_FRAME_LENGTH,
  // Devices send a handshake every few minutes; parked ones can be configured to be silent for longer.
  idleTimeout: 30 * 60_000,
  session: (options?: SessionOptions) => new Tk103Session(options),
  instructionsOf: (_model: string, deviceId: string) => instructionsOf(deviceId),
  encodeSms: null,
  inspect,
  terminal: (deviceId: string) => new Tk103Terminal(deviceId),
} as const satisfies StreamProtocol;
