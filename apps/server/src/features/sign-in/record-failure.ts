import type { ErrorName } from '@wakeline/contract/errors';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record.ts';
import type { Background } from '../../background.ts';
import type { Db } from '../../db/database.ts';
import type { Call } from '../../http/call.ts';
import type { Candidate } from './first-factor.ts';

/** Minimum interval between recorded failures of a user, so that guessing does not fill the table. */
const MIN_INTERVAL_MS = 60_000;

/** Records a failed sign-in in the audit log of the login's account. Does nothing for an unknown login. */
export type RecordFailure = (user: Candidate | null, call: Call, error: ErrorName) => void;

/** Records after the response, so that its timing does not reveal whether the login exists. */
export function createFailureRecorder(db: Db, background: Background): RecordFailure {
  return (user, call, error) => {
    if (user === null) return;
    background.start('record a failed sign-in', () => recordFailure(db, user, call, error));
  };
}

async function recordFailure(db: Db, user: Candidate, call: Call, error: ErrorName): Promise<void> {
  const { accountId, userId, login } = user;
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in-failed ${userId}`}, 0))`.execute(tx);
    const recent = await tx
      .selectFrom('audit_entry')
      .select('audit_id')
      .where('user_id', '=', userId)
      .where('action', '=', 'sign-in-failed')
      .where('at', '>', new Date(call.now - MIN_INTERVAL_MS))
      .limit(1)
      .executeTakeFirst();
    if (recent !== undefined) return;
    const entry = { action: 'sign-in-failed', target: login, after: { error } } as const;
    await recordAudit(tx, { accountId, userId, login }, call, entry);
  });
}
