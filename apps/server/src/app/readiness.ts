import type { OpenDatabase } from '../db/open.ts';
import type { OpenStorage } from '../files/open-storage.ts';
import type { Engine } from '../ingest/engine.ts';

/** Timeout after which `/readyz` reports the database, or the bucket of the stored files, as unavailable, milliseconds. */
const TIMEOUT_MS = 2_000;

/**
 * A standby serves consoles and counts as ready; only the engine serves devices.
 *
 * @param storage null: this process is ready without stored files
 */
export async function readReadiness(
  open: OpenDatabase,
  engine: Engine,
  storage: Pick<OpenStorage, 'isResponding'> | null,
): Promise<Readonly<Record<string, boolean>>> {
  const [database, files] = await Promise.all([
    open.isResponding(TIMEOUT_MS),
    storage?.isResponding?.(TIMEOUT_MS),
  ]);
  const { role, storing } = engine.status();
  return {
    database,
    listeners: role === 'standby' || (role === 'engine' && storing),
    ...(files !== undefined && { files }),
  };
}
