import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import type { Role } from '@wakeline/contract/roles';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { oldestTime } from '../../positions/oldest-time.ts';
import type { PositionHistory } from '../../positions/position-store.ts';
import { Identities } from './identities.ts';
import type { ImportContext, Step } from './import-context.ts';
import { importDevices } from './import-devices.ts';
import { importGeofences } from './import-geofences.ts';
import { importGroups } from './import-groups.ts';
import { PositionImport } from './import-positions.ts';
import { importUsers } from './import-users.ts';
import { ImportReport } from './report.ts';
import { resumePoints } from './resume-points.ts';
import type { TraccarDevice, TraccarSource } from './source.ts';

export interface ImportOptions extends PositionHistory {
  readonly source: TraccarSource;
  readonly accountId: number;
  readonly holder: { readonly userId: number; readonly language: Language };
  readonly roles: readonly Role[];
  /** Name of the Traccar, by which a later run finds what this one imported. */
  readonly origin: string;
  readonly dryRun: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly print: (line: string) => void;
}

/** Positions between two lines of progress. */
const PROGRESS_INTERVAL = 100_000;

/**
 * Imports a Traccar into an account. A second run adds what is new and changes nothing else; a run after a crash continues
 * behind the last stored page of each device. A dry run changes nothing at all.
 */
export async function runImport(options: ImportOptions): Promise<ImportReport> {
  const report = new ImportReport();
  const { db, source, accountId, origin, dryRun } = options;
  const devices = await source.devices();
  const identities = dryRun
    ? await importAndUndo(options, report, devices)
    : await importObjects(options, report, devices, {
        db,
        step: (change) => db.transaction().execute(change),
      });
  options.print(`objects: ${report.rows.length} read`);
  await importPositions(options, report, { devices, identities });
  report.others = await source.countOthers();
  if (!dryRun) await db.transaction().execute((tx) => resumePoints(accountId, origin).clear(tx));
  return report;
}

interface ObjectStore {
  readonly db: Db;
  readonly step: Step;
}

async function importObjects(
  { source, accountId, holder, roles, origin, now }: ImportOptions,
  report: ImportReport,
  devices: readonly TraccarDevice[],
  { db, step }: ObjectStore,
): Promise<Identities> {
  const identities = await Identities.load(db, accountId, origin);
  const context: ImportContext = { step, accountId, holder, roles, identities, report, now };
  await importGroups(context, await source.groups());
  await importDevices(context, devices);
  await importUsers(context, await source.users(), new Map(devices.map(({ id, groupId }) => [id, groupId])));
  await importGeofences(context, await source.geofences());
  return identities;
}

/** Ends the transaction of a dry run. */
class DryRunEnd extends Error {
  readonly identities: Identities;

  constructor(identities: Identities) {
    super('end of the dry run');
    this.identities = identities;
  }
}

/** Imports all objects in a transaction that is undone: the outcome is exact, and nothing changes. */
async function importAndUndo(
  options: ImportOptions,
  report: ImportReport,
  devices: readonly TraccarDevice[],
): Promise<Identities> {
  try {
    await options.db.transaction().execute(async (tx) => {
      throw new DryRunEnd(await importObjects(options, report, devices, { db: tx, step: savepointStep(tx) }));
    });
  } catch (error) {
    if (error instanceof DryRunEnd) return error.identities;
    throw error;
  }
  throw new Error('the transaction of a dry run did not end');
}

/** A failed change undoes only itself, as if it had its own transaction. */
function savepointStep(tx: Tx): Step {
  return async (change) => {
    await sql`savepoint import_step`.execute(tx);
    try {
      const result = await change(tx);
      await sql`release savepoint import_step`.execute(tx);
      return result;
    } catch (error) {
      await sql`rollback to savepoint import_step`.execute(tx);
      throw error;
    }
  };
}

async function importPositions(
  { db, positions: store, source, accountId, origin, dryRun, now, print }: ImportOptions,
  report: ImportReport,
  { devices, identities }: { readonly devices: readonly TraccarDevice[]; readonly identities: Identities },
): Promise<void> {
  const { retention_days } = await db
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select('retention_days')
    .executeTakeFirstOrThrow();
  const imported = devices.filter(({ id }) => identities.targetOf('device', id) !== null);
  let [read, done] = [0, 0];
  const positions = new PositionImport({
    db,
    positions: store,
    source,
    accountId,
    now,
    oldest: oldestTime(now, retention_days),
    resumePoints: dryRun ? null : resumePoints(accountId, origin),
    onPage(count) {
      const before = Math.floor(read / PROGRESS_INTERVAL);
      read += count;
      if (Math.floor(read / PROGRESS_INTERVAL) > before) {
        print(`positions: ${read} read, ${done} of ${imported.length} devices complete`);
      }
    },
  });
  for (const { id, uniqueId } of imported) {
    try {
      const trackerId = dryRun ? null : identities.targetOf('device', id);
      report.addPositions(id, uniqueId, await positions.importDevice(id, trackerId));
    } catch (error) {
      if (!(error instanceof NamedError) || error.errorName !== 'tracker-unknown') throw error;
      print(`${uniqueId}: deleted in Wakeline during the import, skipped`);
    }
    done += 1;
  }
}
