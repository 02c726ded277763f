import { LIMITS } from '@wakeline/contract/limits';
import type { DeviceFilter } from '@wakeline/contract/trackers/devices';
import { setAuthor } from '../../db/author.ts';
import type { Db } from '../../db/database.ts';
import { accountScope } from '../../identity/scope.ts';
import { type Renewal, renewTrackers } from '../../trackers/renew.ts';
import { selectDevices } from '../../trackers/select-devices.ts';
import { type Command, readArguments } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { findAccount } from '../find-account.ts';
import { recordOperator } from '../record.ts';
import { parseEndOfDay, parseInteger } from '../values.ts';

const MAX_IMEIS = 1_000;
const MAX_EXPIRING_DAYS = 3_650;
const DAY = 86_400_000;

export const renewDevicesCommand: Command = {
  summary: 'Extend the validity of devices',
  usage: 'ACCOUNT (IMEI... | --all | --expired | --expiring DAYS) (--months N | --until DATE | --unlimited)',
  help: `ACCOUNT is the login of the account's holder.

  --all            all devices of the account
  --expired        those that are expired
  --expiring DAYS  those that expire within DAYS days, and those that are expired

  --months N       N calendar months more, from the present end or, if it is over, from today; devices without an end
                   stay unlimited
  --until DATE     valid until the end of this day in local time, for example 2027-01-31
  --unlimited      no end`,

  prepare(args) {
    const { values, positionals } = readArguments(
      args,
      {
        all: { type: 'boolean' },
        expired: { type: 'boolean' },
        expiring: { type: 'string' },
        months: { type: 'string' },
        until: { type: 'string' },
        unlimited: { type: 'boolean' },
      },
      { min: 1, max: 1 + MAX_IMEIS },
    );
    const [login = '', ...imeis] = positionals;
    const days =
      values.expiring === undefined ? null : parseInteger('expiring', values.expiring, 1, MAX_EXPIRING_DAYS);
    const selections = [imeis.length > 0, values.all === true, values.expired === true, days !== null];
    if (selections.filter(Boolean).length !== 1)
      throw new UsageError('name devices, or use one of --all, --expired and --expiring');
    const renewal = toRenewal(values);

    return async ({ db, now, print }) => {
      if ('until' in renewal && renewal.until !== null && renewal.until.getTime() <= now)
        throw new UsageError(`--until: ${values.until} is in the past`);
      const { accountId } = await findAccount(db, login);
      const changed = await db.transaction().execute(async (tx) => {
        await setAuthor(tx, { userId: null, login: 'operator', at: now });
        const trackerIds = await selectIds(tx, accountId, {
          imeis,
          filter: filterOf(values, days, now),
          now,
        });
        const count = await renewTrackers(tx, accountId, { trackerIds, renewal, now });
        await recordOperator(tx, {
          accountId,
          now,
          command: 'renew-devices',
          target: login,
          after: { arguments: args.slice(1).join(' '), devices: trackerIds.length, changed: count },
        });
        return { of: trackerIds.length, count };
      });
      print(`${changed.count} of ${changed.of} devices changed`);
    };
  },
};

function toRenewal(values: {
  readonly months?: string | undefined;
  readonly until?: string | undefined;
  readonly unlimited?: boolean | undefined;
}): Renewal {
  const { months, until, unlimited } = values;
  if ([months, until, unlimited].filter((value) => value !== undefined).length !== 1)
    throw new UsageError('one of --months, --until and --unlimited is required');
  if (months !== undefined) return { months: parseInteger('months', months, 1, LIMITS.renewalMonths) };
  return { until: until === undefined ? null : parseEndOfDay('until', until) };
}

function filterOf(
  { expired }: { readonly expired?: boolean | undefined },
  days: number | null,
  now: number,
): DeviceFilter {
  if (expired === true) return { activations: ['expired'] };
  return days === null ? {} : { validBefore: now + days * DAY };
}

/** @throws CommandError if a named device is not in the account */
async function selectIds(
  db: Db,
  accountId: number,
  {
    imeis,
    filter,
    now,
  }: { readonly imeis: readonly string[]; readonly filter: DeviceFilter; readonly now: number },
): Promise<readonly number[]> {
  const devices = await selectDevices(db, accountScope(accountId), { filter, now });
  const rows = await devices
    .$if(imeis.length > 0, (query) => query.where('tracker.imei', 'in', [...imeis]))
    .select(['tracker.tracker_id', 'tracker.imei'])
    .orderBy('tracker.tracker_id')
    .forNoKeyUpdate('tracker')
    .execute();
  const missing = imeis.find((imei) => rows.every((row) => row.imei !== imei));
  if (missing !== undefined) throw new CommandError(`${missing}: no such device in the account`);
  return rows.map((row) => row.tracker_id);
}
