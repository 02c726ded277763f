import type { InstructionEncoders } from '../encode-call.ts';
import type { InstructionContext, PlatformMessage } from './instruction-encoders.ts';
import { writeVendorText } from './vendor-texts.ts';

/**
 * Settings of G10LS and BSJ terminals as texts of 0x8300: `SZCS#KEY=value[#KEY=value]` (BSJ EG01 and "JT/T808 Protocol
 * for G10LS", remote parameters). The result is the text of 0x6006.
 */
export const SZCS_ENCODERS = {
  uploadFrequency: ({ interval }, context) => set(context, `FREQ=${interval}`),
  sleepHeartbeat: ({ interval }, context) => set(context, `PULSE=${interval}`),
  sleepInterval: ({ minutes }, context) => set(context, `SLEEPT=${minutes}`),
  vibrationSensitivity: ({ level }, context) => set(context, `VIBL=${level}`),
  led: ({ enabled }, context) => set(context, `LED_CTRL=${enabled ? 1 : 0}`),
  voiceRecord: ({ decibels, seconds }, context) =>
    set(
      context,
      'VOICE_CTRL_EN=1',
      `VOICE_DB_VALUE=${decibels}`,
      ...(seconds === undefined ? [] : [`VOICE_DB_TIME=${seconds}`]),
    ),
} as const satisfies InstructionEncoders<InstructionContext, PlatformMessage>;

function set(context: InstructionContext, ...settings: readonly string[]): PlatformMessage {
  return writeVendorText(['SZCS', ...settings].join('#'), context);
}
