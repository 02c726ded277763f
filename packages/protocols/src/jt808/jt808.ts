import { encodedNames } from '../encode-call.ts';
import type { SessionOptions, StreamProtocol } from '../protocol.ts';
import { MAX_FRAME_LENGTH } from './framing.ts';
import { inspect } from './inspect.ts';
import { ALL_ENCODERS, encodersOf } from './instruction-encoders.ts';
import { Jt808Session } from './session.ts';
import { Jt808Terminal, type Jt808TerminalOptions } from './terminal.ts';
import { vendorOf } from './vendor.ts';

/**
 * JT/T 808-2011, 2013 and 2019: the Chinese standard for road transport terminals, used by many other devices as well.
 */
export const jt808 = {
  kind: 'stream',
  name: 'jt808',
  transports: ['tcp', 'udp'],
  hasChecksum: true,
  acknowledges: true,
  authenticates: true,
  instructions: encodedNames(ALL_ENCODERS),
  timeZoneRule: 'Times in frames are GMT+8, as required by the standard.',
  maxFrameLength: MAX_FRAME_LENGTH,
  // Idle terminals send a heartbeat at least every few minutes.
  idleTimeout: 10 * 60_000,
  session: (options: SessionOptions) => new Jt808Session(options),
  instructionsOf: (model: string) =>
    encodedNames(encodersOf({ is2019: false, dialect: vendorOf(model)?.name ?? null })),
  encodeSms: null,
  inspect,
  terminal: (deviceId: string, options?: Jt808TerminalOptions) => new Jt808Terminal(deviceId, options),
} as const satisfies StreamProtocol;
