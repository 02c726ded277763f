import type { SessionOptions, StreamProtocol } from '../protocol.ts';
import { MAX_FRAME_LENGTH } from './framing.ts';
import { inspect } from './inspect.ts';
import { WATCH_INSTRUCTIONS } from './instruction.ts';
import { WatchSession } from './session.ts';
import { WatchTerminal } from './terminal.ts';

/** The protocol of GPS watches that are used with SeTracker, and of trackers of the same vendors. */
export const watch = {
  kind: 'stream',
  name: 'watch',
  transports: ['tcp'],
  hasChecksum: false,
  acknowledges: true,
  authenticates: false,
  instructions: WATCH_INSTRUCTIONS,
  timeZoneRule: 'Times in frames are UTC.',
  // Voice messages are longer: `MAX_RECORDING_LENGTH`.
  maxFrameLength: MAX_FRAME_LENGTH,
  // Devices send a keep-alive every five to eight minutes.
  idleTimeout: 30 * 60_000,
  session: (options?: SessionOptions) => new WatchSession(options),
  encodeSms: null,
  inspect,
  terminal: (deviceId: string) => new WatchTerminal(deviceId),
} as const satisfies StreamProtocol;
