import type { Spread } from '../measurements.ts';
import type { BenchServer } from '../server.ts';
import type { IngestWatch } from './ingest-watch.ts';

/** What a part measures with. */
export interface DeviceBench {
  /** The current server: `refill` replaces it. */
  readonly server: BenchServer;
  /** The ingest of the current server, and its open consoles. */
  readonly watch: IngestWatch;
  readonly data: string;
  /** Devices of the account, without those that report. */
  readonly devices: number;
  readonly rounds: number;
  /** Selects these devices, of which the fleet has all. */
  readonly filter: { readonly keywords: string };
  /** Inserts the fleet again after it was removed, and starts the server again, which reads it. */
  refill(): Promise<void>;
  /** Stops the server, and starts it again. `prepare` runs before. */
  restart(prepare: () => Promise<void>): Promise<void>;
}

export type Figures = Readonly<Record<string, Spread | number>>;
