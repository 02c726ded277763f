import type { SessionOptions, StreamProtocol } from '../protocol.ts';
import { MAX_FRAME_LENGTH } from './framing.ts';
import { inspect } from './inspect.ts';
import { MEITRACK_INSTRUCTIONS } from './instruction.ts';
import { MeitrackSession } from './session.ts';
import { MeitrackTerminal } from './terminal.ts';

/** The GPRS protocol of Meitrack. */
export const meitrack = {
  kind: 'stream',
  name: 'meitrack',
  transports: ['tcp', 'udp'],
  hasChecksum: true,
  acknowledges: true,
  authenticates: false,
  instructions: MEITRACK_INSTRUCTIONS,
  timeZoneRule: 'Times in frames are UTC, unless instruction B36 has set another time zone.',
  maxFrameLength: MAX_FRAME_LENGTH,
  // In deep sleep, devices send a heartbeat every hour.
  idleTimeout: 70 * 60_000,
  session: (options?: SessionOptions) => new MeitrackSession(options),
  encodeSms: null,
  inspect,
  terminal: (deviceId: string) => new MeitrackTerminal(deviceId),
} as const satisfies StreamProtocol;
