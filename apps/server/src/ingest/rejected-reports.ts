import type { Rejection } from '@wakeline/domain/report-check';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

export interface RejectedReport {
  readonly receivedAt: number;
  readonly protocol: string;
  readonly deviceId: string;
  /** `not-storable`: the database refused it, and says why in `detail`. */
  readonly reason: Rejection | 'not-storable';
  readonly detail: string;
  readonly raw: Uint8Array;
}

/** Longest frame that is kept whole. */
const MOST_BYTES = 64 * 1024;
const ROWS = 1_000;

export async function keepRejected(tx: Tx, reports: readonly RejectedReport[]): Promise<void> {
  if (reports.length === 0) return;
  const rows = reports.map((report) => ({
    received_at: new Date(report.receivedAt),
    protocol: report.protocol,
    device_id: report.deviceId,
    reason: report.detail === '' ? report.reason : `${report.reason}: ${report.detail}`,
    raw: Buffer.from(report.raw.subarray(0, MOST_BYTES)),
  }));
  // A statement takes 65 535 values at most.
  for (let at = 0; at < rows.length; at += ROWS) {
    await tx
      .insertInto('rejected_report')
      .values(rows.slice(at, at + ROWS))
      .execute();
  }
}

/** Deletes all but the newest `limit`: a device that sends nonsense for months must not fill the disk. */
export async function trimRejected(db: Db, limit: number): Promise<void> {
  await sql`
    delete from rejected_report where rejected_id <= (
      select rejected_id from rejected_report order by rejected_id desc offset ${limit} limit 1)`.execute(db);
}
