import type { Db } from '../../db/database.ts';
import { dropOldCodes } from '../../identity/codes.ts';
import { dropOldFailures } from '../../identity/lockout.ts';
import { dropOldMessages } from '../../messages/outbox.ts';
import { dropOldResetTokens } from './recover.ts';
import { dropOldSigns } from './verify-sign.ts';

/** Deletes expired data of sign-in: codes, messages, failures, signatures, reset tokens. */
export async function sweepSignIn(db: Db, now: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const drop of [dropOldCodes, dropOldMessages, dropOldFailures, dropOldSigns, dropOldResetTokens]) {
      await drop(tx, now);
    }
  });
}
