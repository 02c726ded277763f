import { LIMITS } from '@wakeline/contract/limits';
import { TRANSFER_HISTORIES, type TransferHistory } from '@wakeline/contract/trackers/transfer';
import { detachTrackers } from '../../app/detach-trackers.ts';
import { setAuthor } from '../../db/author.ts';
import type { Db, Tx } from '../../db/database.ts';
import { moveDevices } from '../../features/trackers/transfer/move-devices.ts';
import { accountScope } from '../../identity/scope.ts';
import { selectDevices } from '../../trackers/select-devices.ts';
import { TRANSFER_STEP } from '../../trackers/transfer.ts';
import { remainingTrackerQuota } from '../../trackers/write.ts';
import { type Command, readArguments } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { type FoundUser, findAccount } from '../find-account.ts';
import { recordOperator } from '../record.ts';

const MAX_IMEIS = 1_000;

export const moveDevicesCommand: Command = {
  summary: 'Move devices to another account',
  usage: 'FROM TO (IMEI... | --group NAME | --all) --history move|erase',
  help: `FROM and TO are logins of holders, for example of a dealer and a customer.

  --group NAME      all devices of this group of FROM and its subgroups
  --all             all devices of FROM
  --history move    the tracks move with the devices; notifications stay in FROM
  --history erase   the tracks are erased, and the devices begin without history

In TO the devices are in no group, and uploaded icons become the generic one. Share links and map settings of FROM lose the
devices. Named devices that TO has already are left as they are, so an interrupted command can be repeated.`,

  prepare(args) {
    const { values, positionals } = readArguments(
      args,
      { group: { type: 'string' }, all: { type: 'boolean' }, history: { type: 'string' } },
      { min: 2, max: 2 + MAX_IMEIS },
    );
    const [fromLogin = '', toLogin = '', ...imeis] = positionals;
    const selections = [imeis.length > 0, values.group !== undefined, values.all === true];
    if (selections.filter(Boolean).length !== 1)
      throw new UsageError('name devices, or use one of --group and --all');
    const history = TRANSFER_HISTORIES.find((one) => one === values.history);
    if (history === undefined) throw new UsageError('--history move or --history erase is required');

    return async ({ db, now, print }) => {
      const from = await findAccount(db, fromLogin);
      const to = await findAccount(db, toLogin);
      if (from.accountId === to.accountId) throw new CommandError('FROM and TO are the same account');
      const move = { from, to, history, now };
      const { trackerIds, present } = await findDevices(db, move, { imeis, group: values.group });
      for (let at = 0; at < trackerIds.length; at += TRANSFER_STEP) {
        const ids = trackerIds.slice(at, at + TRANSFER_STEP);
        await db.transaction().execute((tx) => moveStep(tx, move, ids));
      }
      print(`Moved ${trackerIds.length} devices from ${fromLogin} to ${toLogin}`);
      if (present > 0) print(`${present} devices were there already`);
    };
  },
};

interface Move {
  readonly from: FoundUser;
  readonly to: FoundUser;
  readonly history: TransferHistory;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** @throws CommandError for a device that neither account has, an unknown group, and too many devices for TO */
async function findDevices(
  db: Db,
  { from, to, now }: Move,
  { imeis, group }: { readonly imeis: readonly string[]; readonly group: string | undefined },
): Promise<{ readonly trackerIds: readonly number[]; readonly present: number }> {
  const groupId = group === undefined ? undefined : await findGroup(db, from, group);
  const found = await readDevices(db, from.accountId, { imeis, groupId, now });
  const known =
    imeis.length === 0 ? [] : await readDevices(db, to.accountId, { imeis, groupId: undefined, now });
  const numbers = new Set([...found, ...known].map(({ imei }) => imei));
  const missing = imeis.find((imei) => !numbers.has(imei));
  if (missing !== undefined) throw new CommandError(`${missing}: no such device in ${from.login}`);
  const left = await db.transaction().execute((tx) => remainingTrackerQuota(tx, to.accountId));
  if (found.length > left)
    throw new CommandError(
      `${to.login} may have ${LIMITS.trackersPerAccount} devices, ${left} more than it has; ${found.length} are selected`,
    );
  return { trackerIds: found.map(({ tracker_id }) => tracker_id), present: known.length };
}

async function findGroup(db: Db, { accountId, login }: FoundUser, name: string): Promise<number> {
  const row = await db
    .selectFrom('tracker_group')
    .select('group_id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst();
  if (row === undefined) throw new CommandError(`${name}: no such group in ${login}`);
  return row.group_id;
}

async function readDevices(
  db: Db,
  accountId: number,
  {
    imeis,
    groupId,
    now,
  }: { readonly imeis: readonly string[]; readonly groupId: number | undefined; readonly now: number },
) {
  const devices = await selectDevices(db, accountScope(accountId), { filter: { groupId }, now });
  return devices
    .$if(imeis.length > 0, (query) => query.where('tracker.imei', 'in', [...imeis]))
    .select(['tracker.tracker_id', 'tracker.name', 'tracker.imei'])
    .orderBy('tracker.tracker_id')
    .execute();
}

async function moveStep(tx: Tx, { from, to, history, now }: Move, ids: readonly number[]): Promise<void> {
  if ((await remainingTrackerQuota(tx, to.accountId)) < ids.length)
    throw new CommandError(`${to.login} has reached its limit of devices`);
  await setAuthor(tx, { userId: null, login: 'operator', at: now });
  const transfer = { from: from.accountId, to: to.accountId, groupId: null, history, trackerIds: ids };
  const devices = await moveDevices(tx, transfer, detachTrackers);
  if (devices.length === 0) return;
  const trackers = devices.map(({ name, imei }) => `${name} (${imei})`);
  const after = { from: from.login, to: to.login, history, trackers };
  for (const { accountId } of [from, to])
    await recordOperator(tx, { accountId, now, command: 'move-devices', target: from.login, after });
}
