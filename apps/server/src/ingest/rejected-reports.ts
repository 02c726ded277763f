import type { Rejection } from '@wakeline/domain/report-check';
import type { Sql, TransactionSql } from 'postgres';

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

export async function keepRejected(tx: TransactionSql, reports: readonly RejectedReport[]): Promise<void> {
  for (const report of reports) {
    await tx`
      insert into rejected_report (received_at, protocol, device_id, reason, raw)
      values (${new Date(report.receivedAt)}, ${report.protocol}, ${report.deviceId}, ${report.detail === '' ? report.reason : `${report.reason}: ${report.detail}`},
        ${Buffer.from(report.raw.subarray(0, MOST_BYTES))})`;
  }
}

/** Deletes all but the newest `limit`: a device that sends nonsense for months must not fill the disk. */
export async function trimRejected(sql: Sql, limit: number): Promise<void> {
  await sql`
    delete from rejected_report where rejected_id <= (
      select rejected_id from rejected_report order by rejected_id desc offset ${limit} limit 1)`;
}
