import type { SessionOptions, StreamProtocol } from '../protocol.ts';
import { MAX_FRAME_LENGTH } from './framing.ts';
import { Jt808Session } from './session.ts';
import { Jt808Terminal, type TerminalOptions } from './terminal.ts';

/** JT/T 808-2011, 2013 and 2019: terminals of road transport in China and many that copy them. */
export const jt808 = {
  kind: 'stream',
  name: 'jt808',
  transports: ['tcp', 'udp'],
  acknowledges: true,
  authenticates: true,
  instructions: [],
  timeZoneRule: 'Times in frames are GMT+8, as the standard has it.',
  maxFrameLength: MAX_FRAME_LENGTH,
  // Terminals send a heartbeat every few minutes at most when they have nothing else to say.
  idleTimeout: 10 * 60_000,
  session: (options: SessionOptions) => new Jt808Session(options),
  terminal: (deviceId: string, options?: TerminalOptions) => new Jt808Terminal(deviceId, options),
} as const satisfies StreamProtocol;
