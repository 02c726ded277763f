import type { SessionOptions, StreamProtocol } from '../protocol.ts';
import { MAX_FRAME_LENGTH } from './framing.ts';
import { inspect } from './inspect.ts';
import { H02_INSTRUCTIONS } from './instruction-texts.ts';
import { H02Session } from './session.ts';
import { H02Terminal } from './terminal.ts';

/** The H02 protocol of SinoTrack, Cantrack and many other vendors: texts and binary frames. */
export const h02 = {
  kind: 'stream',
  name: 'h02',
  transports: ['tcp', 'udp'],
  hasChecksum: false,
  acknowledges: true,
  authenticates: false,
  instructions: H02_INSTRUCTIONS,
  timeZoneRule: 'Times in frames are UTC.',
  maxFrameLength: MAX_FRAME_LENGTH,
  // Parked devices report only every few hours, but send heartbeats.
  idleTimeout: 30 * 60_000,
  session: (options?: SessionOptions) => new H02Session(options),
  encodeSms: null,
  inspect,
  terminal: (deviceId: string) => new H02Terminal(deviceId),
} as const satisfies StreamProtocol;
