import { sendEvent } from '../../db/notify.ts';
import { readFileBytes } from '../../files/account-quota.ts';
import { type Command, readArguments } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { recordOperator } from '../record.ts';
import { parseInteger } from '../values.ts';

const MAX_POSITIONS = 1_000_000;
const MAX_CONSOLES = 1_000_000;
const MEGABYTE = 1_000_000;
/** A petabyte. */
const MAX_MEGABYTES = 999_999_999;

interface Limits {
  readonly max_positions_per_second: number | null;
  readonly max_consoles: number | null;
  readonly max_file_bytes: number | null;
}

export const limitsCommand: Command = {
  summary: 'Show or set what an account may use at most',
  usage: 'ACCOUNT [--positions N|none] [--consoles N|none] [--files MEGABYTES|none]',
  help: `ACCOUNT is the login of the account's holder. Without an option the limits are printed with what is used; "none" removes one.
The holder sees them in the system settings.

  --positions N      positions per second, averaged over a minute: devices of an account with more wait
  --consoles N       open consoles of all users
  --files MEGABYTES  stored files of all kinds; at the limit, uploads and what devices send are refused`,

  prepare(args) {
    const { values, positionals } = readArguments(
      args,
      { positions: { type: 'string' }, consoles: { type: 'string' }, files: { type: 'string' } },
      { min: 1, max: 1 },
    );
    const [login = ''] = positionals;
    const megabytes = parseLimit('files', values.files, 0, MAX_MEGABYTES);
    const changes: { readonly [Name in keyof Limits]: Limits[Name] | undefined } = {
      max_positions_per_second: parseLimit('positions', values.positions, 1, MAX_POSITIONS),
      max_consoles: parseLimit('consoles', values.consoles, 1, MAX_CONSOLES),
      max_file_bytes: typeof megabytes === 'number' ? megabytes * MEGABYTE : megabytes,
    };

    return async ({ db, now, print }) => {
      const { accountId } = await findAccount(db, login);
      const readLimits = (): Promise<Limits> =>
        db
          .selectFrom('account')
          .where('account_id', '=', accountId)
          .select(['max_positions_per_second', 'max_consoles', 'max_file_bytes'])
          .executeTakeFirstOrThrow();
      const before = await readLimits();
      const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      if (Object.keys(changed).length > 0) {
        await db.transaction().execute(async (tx) => {
          await tx.updateTable('account').set(changed).where('account_id', '=', accountId).execute();
          await recordOperator(tx, {
            accountId,
            now,
            command: 'limits',
            target: login,
            before: auditDetailsOf(before),
            after: auditDetailsOf({ ...before, ...changed }),
          });
          await sendEvent(tx, { type: 'account', accountId });
        });
      }
      const limits = await readLimits();
      const used = Math.ceil((await readFileBytes(db, accountId)) / MEGABYTE);
      print(`Account ${accountId}`);
      print(`Positions per second: ${limits.max_positions_per_second ?? 'unlimited'}`);
      print(`Open consoles: ${limits.max_consoles ?? 'unlimited'}`);
      const { max_file_bytes: bytes } = limits;
      print(`Files: ${bytes === null ? 'unlimited' : `${bytes / MEGABYTE} MB`}, ${used} MB used`);
    };
  },
};

/** Undefined: not given; null: unlimited. @throws UsageError */
function parseLimit(option: string, text: string | undefined, min: number, max: number) {
  if (text === undefined) return undefined;
  return text === 'none' ? null : parseInteger(option, text, min, max);
}

function auditDetailsOf(limits: Limits) {
  return {
    maxPositionsPerSecond: limits.max_positions_per_second,
    maxConsoles: limits.max_consoles,
    maxFileBytes: limits.max_file_bytes,
  };
}
