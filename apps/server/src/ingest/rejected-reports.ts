import type { Rejection } from '@wakeline/domain/reports/validate-report';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { ReportsItem } from './report-item.ts';

/**
 * Why a report was set aside. `Rejection`: its values are invalid; `malformed`: its bytes could not be decoded;
 * `not-storable`: the database rejected it.
 */
export type RejectionReason = Rejection | 'malformed' | 'not-storable';

interface RejectionCount {
  count: number;
  /** The error detail of the first one. */
  readonly detail: string;
}

interface RejectedFrame {
  readonly item: ReportsItem;
  readonly kinds: Map<RejectionReason, RejectionCount>;
}

/** Maximum length of a stored frame; the rest is cut off. */
const MAX_RAW_BYTES = 64 * 1024;
const MAX_DETAIL_LENGTH = 500;
const ROWS_PER_INSERT = 1_000;

/** Reports that are set aside. The bytes of a frame are stored once, however many of its reports are rejected. */
export class RejectedReports {
  readonly #frames = new Map<Uint8Array, RejectedFrame>();

  get isEmpty(): boolean {
    return this.#frames.size === 0;
  }

  add(item: ReportsItem, reason: RejectionReason, detail = '', count = 1): void {
    const frame = this.#frames.get(item.raw) ?? { item, kinds: new Map<RejectionReason, RejectionCount>() };
    this.#frames.set(item.raw, frame);
    const kind = frame.kinds.get(reason) ?? { count: 0, detail };
    frame.kinds.set(reason, kind);
    kind.count += count;
  }

  addAll(others: RejectedReports): void {
    for (const { item, kinds } of others.#frames.values()) {
      for (const [reason, { detail, count }] of kinds) this.add(item, reason, detail, count);
    }
  }

  /** How many reports were rejected, by reason. */
  *counts(): Iterable<[RejectionReason, number]> {
    for (const { kinds } of this.#frames.values())
      for (const [reason, { count }] of kinds) yield [reason, count];
  }

  async insert(tx: Tx): Promise<void> {
    const rows = [...this.#frames.values()].map(({ item, kinds }) => ({
      received_at: new Date(item.receivedAt),
      protocol: item.protocol,
      device_id: item.tracker.imei,
      reason: [...kinds].map(([reason, kind]) => describeRejection(reason, kind)).join(', '),
      raw: Buffer.from(item.raw.subarray(0, MAX_RAW_BYTES)),
    }));
    // A statement takes 65,535 parameters at most.
    for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
      await tx
        .insertInto('rejected_report')
        .values(rows.slice(at, at + ROWS_PER_INSERT))
        .execute();
    }
  }
}

/** The detail quotes the input: it may be long, and contain characters that PostgreSQL text cannot. */
function describeRejection(reason: RejectionReason, kind: RejectionCount): string {
  const { count } = kind;
  const detail = kind.detail.replaceAll('\0', '').slice(0, MAX_DETAIL_LENGTH);
  return `${count === 1 ? '' : `${count} x `}${reason}${detail === '' ? '' : `: ${detail}`}`;
}

/**
 * Deletes all but the newest, up to `rows` of them and `bytes` of frames, so that months of invalid reports cannot
 * fill the disk.
 */
export async function trimRejected(db: Db, limits: { rows: number; bytes: number }): Promise<void> {
  await sql`
    delete from rejected_report where rejected_id <= (
      select max(rejected_id) from (
        select rejected_id, count(*) over newest as row_count, sum(octet_length(raw)) over newest as bytes
        from rejected_report window newest as (order by rejected_id desc)) as ranked
      where row_count > ${limits.rows} or bytes > ${limits.bytes})`.execute(db);
}
