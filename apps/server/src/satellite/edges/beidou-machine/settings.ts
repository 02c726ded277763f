import type { BeidouDialect } from '@wakeline/domain/satellite/beidou-card';

/** A command machine behind a serial-to-TCP converter. */
export interface BeidouMachineSettings {
  readonly host: string;
  readonly port: number;
  readonly dialect: BeidouDialect;
  /** Minutes by which the clock of the machine is ahead of UTC. */
  readonly clockOffset: number;
  /** Of BeiDou-3 messages, 1 to 5. */
  readonly frequencyPoint: number;
  /** Whether receipts are queried while nothing waits to be sent. */
  readonly receipts: boolean;
}
