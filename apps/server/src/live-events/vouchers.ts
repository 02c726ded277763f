import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Voucher, VoucherState } from '@wakeline/contract/live-events/vouchers';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { escapeLike } from '../db/escape-like.ts';
import type { Schema } from '../db/schema.ts';
import { lockLive } from './match-live.ts';
import { toFen, toYuan } from './money.ts';
import { endOfCode, hashCode, newCode } from './secret-code.ts';

export type VoucherRow = Selectable<Schema['voucher']>;

/** Maximum lifetime of a voucher, milliseconds: two years. */
const MAX_LIFETIME_MS = 731 * 86_400_000;

export interface NewVouchers {
  readonly count: number;
  /** Yuan, of each. */
  readonly amount: number;
  readonly label: string;
  /** Epoch milliseconds. */
  readonly expireTime: number;
}

/**
 * Creates vouchers; their codes cannot be read later.
 *
 * @throws NamedError `voucher-expiry`, `voucher-limit`
 */
export async function insertVouchers(
  tx: Tx,
  matchId: number,
  { count, amount, label, expireTime }: NewVouchers,
  { userName, now }: { readonly userName: string; readonly now: number },
): Promise<{ voucherId: number; code: string }[]> {
  if (expireTime <= now || expireTime > now + MAX_LIFETIME_MS) throw new NamedError('voucher-expiry');
  await lockLive(tx, matchId);
  const { known } = await tx
    .selectFrom('voucher')
    .where('match_id', '=', matchId)
    .select((select) => select.fn.countAll<number>().as('known'))
    .executeTakeFirstOrThrow();
  if (known + count > LIMITS.vouchersPerMatch) throw new NamedError('voucher-limit');
  const codes = Array.from({ length: count }, () => newCode('voucher'));
  const fen = toFen(amount);
  const rows = await tx
    .insertInto('voucher')
    .values(
      codes.map((code) => ({
        ...{ match_id: matchId, code_hash: hashCode('voucher', code), code_end: endOfCode(code), label },
        ...{ amount: fen, balance: fen, user_name: userName },
        ...{ expires_at: new Date(expireTime), created_at: new Date(now) },
      })),
    )
    .returning(['voucher_id', 'code_hash'])
    .execute();
  const idOf = new Map(rows.map(({ voucher_id, code_hash }) => [code_hash.toString('hex'), voucher_id]));
  return codes.map((code) => ({ code, voucherId: idOf.get(hashCode('voucher', code).toString('hex')) ?? 0 }));
}

function vouchersOf(db: Db, matchId: number, keywords: string) {
  const query = db.selectFrom('voucher').where('match_id', '=', matchId);
  if (keywords === '') return query;
  const end = keywords.toUpperCase().slice(-4);
  const pattern = `%${escapeLike(keywords)}%`;
  return query.where(sql<boolean>`(label ilike ${pattern} escape '\\' or code_end = ${end})`);
}

/** A page of the vouchers of a match, the newest first, with the sums of all that match. */
export async function readVouchers(
  db: Db,
  matchId: number,
  {
    keywords,
    pageIndex,
    pageSize,
    now,
  }: {
    readonly keywords: string;
    readonly pageIndex: number;
    readonly pageSize: number;
    readonly now: number;
  },
) {
  const rows = await vouchersOf(db, matchId, keywords)
    .selectAll()
    .orderBy('voucher_id', 'desc')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  const { total, amount, balance } = await vouchersOf(db, matchId, keywords)
    .select((select) => [
      select.fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(amount), 0)`.as('amount'),
      sql<number>`coalesce(sum(balance), 0)`.as('balance'),
    ])
    .executeTakeFirstOrThrow();
  return {
    list: rows.map((row) => toVoucher(row, now)),
    total,
    totals: { amount: toYuan(amount), balance: toYuan(balance) },
  };
}

function toVoucher(row: VoucherRow, now: number): Voucher {
  return {
    voucherId: row.voucher_id,
    label: row.label,
    codeEnd: row.code_end,
    amount: toYuan(row.amount),
    balance: toYuan(row.balance),
    expireTime: row.expires_at.getTime(),
    createTime: row.created_at.getTime(),
    userName: row.user_name,
    state: stateOf(row, now),
  };
}

function stateOf({ revoked_at, balance, expires_at }: VoucherRow, now: number): VoucherState {
  if (revoked_at !== null) return 'revoked';
  if (balance === 0) return 'used';
  return expires_at.getTime() <= now ? 'expired' : 'open';
}

/**
 * Revokes vouchers; those that are revoked already stay so.
 *
 * @throws NamedError `voucher-unknown` unless the match has all of them
 */
export async function revokeVouchers(
  tx: Tx,
  matchId: number,
  voucherIds: readonly number[],
  now: number,
): Promise<readonly VoucherRow[]> {
  const wanted = new Set(voucherIds);
  const rows = await tx
    .selectFrom('voucher')
    .where('match_id', '=', matchId)
    .where('voucher_id', 'in', [...wanted])
    .selectAll()
    .orderBy('voucher_id')
    .forUpdate()
    .execute();
  if (rows.length < wanted.size) throw new NamedError('voucher-unknown');
  await tx
    .updateTable('voucher')
    .set({ revoked_at: new Date(now) })
    .where('voucher_id', 'in', [...wanted])
    .where('revoked_at', 'is', null)
    .execute();
  return rows;
}

/** The voucher of a code, whatever its state. @throws NamedError `voucher-unknown` */
export async function findVoucher(db: Db, matchId: number, code: string): Promise<VoucherRow> {
  const row = await db
    .selectFrom('voucher')
    .where('code_hash', '=', hashCode('voucher', code))
    .where('match_id', '=', matchId)
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('voucher-unknown');
  return row;
}

/** The same, locked until the transaction ends: two purchases never see the same balance. */
export async function lockVoucher(tx: Tx, matchId: number, code: string): Promise<VoucherRow> {
  const { voucher_id } = await findVoucher(tx, matchId, code);
  return tx
    .selectFrom('voucher')
    .where('voucher_id', '=', voucher_id)
    .selectAll()
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** @throws NamedError `voucher-revoked`, `voucher-expired` */
export function requireUsable({ revoked_at, expires_at }: VoucherRow, now: number): void {
  if (revoked_at !== null) throw new NamedError('voucher-revoked');
  if (expires_at.getTime() <= now) throw new NamedError('voucher-expired');
}

export async function writeBalance(tx: Tx, voucherId: number, balance: number): Promise<void> {
  await tx.updateTable('voucher').set({ balance }).where('voucher_id', '=', voucherId).execute();
}
