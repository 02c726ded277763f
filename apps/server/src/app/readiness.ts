import type { OpenDatabase } from '../db/open.ts';
import type { Engine } from '../ingest/engine.ts';

/** Timeout after which `/readyz` reports the database as unavailable, milliseconds. */
const TIMEOUT_MS = 2_000;

/** A standby serves consoles and counts as ready; only the engine serves devices. */
export async function readReadiness(
  open: OpenDatabase,
  engine: Engine,
): Promise<Readonly<Record<string, boolean>>> {
  const database = await open.isResponding(TIMEOUT_MS);
  const { role, storing } = engine.status();
  return { database, listeners: role === 'standby' || (role === 'engine' && storing) };
}
