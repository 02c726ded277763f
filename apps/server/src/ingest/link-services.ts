import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { HttpsCheck } from '../http/forwarded-https.ts';
import type { ReportKey } from '../identity/report-key.ts';
import type { AccountRates } from './account-rates.ts';
import type { DeviceLookup } from './device-lookup.ts';
import type { InstructionDelivery } from './instructions/delivery.ts';
import type { IngestLimits } from './limits.ts';
import type { MediaIntake } from './media/media-intake.ts';
import type { MessageRecorder } from './messages/recorder.ts';
import type { IngestMetrics } from './metrics.ts';
import type { PendingBytes } from './pending-bytes.ts';
import type { RefusedDevices } from './refused-devices.ts';
import type { ReportSink } from './report-sink.ts';
import type { UnregisteredDevices } from './unregistered.ts';

/** The services of the engine that all links use. */
export interface LinkServices {
  readonly lookup: DeviceLookup;
  readonly unregistered: UnregisteredDevices;
  readonly refused: RefusedDevices;
  readonly writer: ReportSink;
  readonly rates: AccountRates;
  readonly pending: PendingBytes;
  readonly messages: MessageRecorder;
  readonly instructions: InstructionDelivery;
  readonly media: MediaIntake;
  readonly authCode: (deviceId: string) => string;
  readonly reportKey: ReportKey;
  /** Whether a request arrived over HTTPS, as a trusted proxy reports. */
  readonly isHttps: HttpsCheck;
  readonly metrics: IngestMetrics;
  readonly limits: IngestLimits;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}
