import type { SessionOptions, StreamProtocol } from '../protocol.ts';
import { MAX_FRAME_LENGTH } from './framing.ts';
import { Gt06Session } from './session.ts';
import { Gt06Terminal } from './terminal.ts';

/** GT06 of Concox, and the many that speak the same. */
export const gt06 = {
  kind: 'stream',
  name: 'gt06',
  transports: ['tcp', 'udp'],
  acknowledges: true,
  authenticates: false,
  instructions: [],
  timeZoneRule: 'Times in frames are in the time zone that the login states, else UTC.',
  maxFrameLength: MAX_FRAME_LENGTH,
  // Devices send their status every few minutes, and connect again when it is not answered.
  idleTimeout: 10 * 60_000,
  session: (options?: SessionOptions) => new Gt06Session(options),
  terminal: (deviceId: string) => new Gt06Terminal(deviceId),
} as const satisfies StreamProtocol;
