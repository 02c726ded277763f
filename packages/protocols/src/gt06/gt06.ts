import { encodedNames } from '../encode-call.ts';
import type { SessionOptions, StreamProtocol } from '../protocol.ts';
import { MAX_FRAME_LENGTH } from './framing.ts';
import { inspect } from './inspect.ts';
import { outcomeOf } from './instruction.ts';
import { TEXT_ENCODERS, writeInstructionText } from './instruction-texts.ts';
import { Gt06Session } from './session.ts';
import { Gt06Terminal } from './terminal.ts';

/** The GT06 protocol of Concox, which many other vendors use as well. */
export const gt06 = {
  kind: 'stream',
  name: 'gt06',
  transports: ['tcp', 'udp'],
  hasChecksum: true,
  acknowledges: true,
  authenticates: false,
  instructions: encodedNames(TEXT_ENCODERS),
  timeZoneRule: 'Times in frames are in the time zone of the login, or UTC if it has none.',
  maxFrameLength: MAX_FRAME_LENGTH,
  // Devices send a status every few minutes and reconnect if it is not acknowledged.
  idleTimeout: 10 * 60_000,
  session: (options?: SessionOptions) => new Gt06Session(options),
  encodeSms: writeInstructionText,
  readSmsReceipt: outcomeOf,
  inspect,
  terminal: (deviceId: string) => new Gt06Terminal(deviceId),
} as const satisfies StreamProtocol;
