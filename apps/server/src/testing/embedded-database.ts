import { type EmbeddedDatabase, startEmbedded } from '../db/embedded.ts';
import { createLog } from '../log.ts';

export type { EmbeddedDatabase } from '../db/embedded.ts';

/** An embedded PostgreSQL without a server, in a new data folder. It is started again when it is killed. */
export function startDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  return startEmbedded({ dataDir, log: createLog('fatal') });
}
