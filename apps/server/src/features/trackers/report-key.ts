import { recordAudit } from '../../audit/record.ts';
import type { Tx } from '../../db/database.ts';
import type { Call } from '../../http/call.ts';
import type { Caller } from '../../identity/caller.ts';
import { incrementKeyVersion } from '../../trackers/report-key.ts';

/**
 * Renews the key of a tracker and returns its new version.
 *
 * @throws NamedError `tracker-unknown`
 */
export async function renewKey(tx: Tx, caller: Caller, trackerId: number, call: Call): Promise<number> {
  const { name, version } = await incrementKeyVersion(tx, caller, trackerId);
  await recordAudit(tx, caller, call, { action: 'renewTrackerKey', target: name });
  return version;
}
