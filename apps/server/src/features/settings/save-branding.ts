import { NamedError } from '@wakeline/contract/errors';
import type { brandingForm, deviceSettingsForm } from '@wakeline/contract/settings/settings';
import type { z } from 'zod';
import { difference, recordAudit } from '../../audit/record.ts';
import type { Tx } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { storedPicture } from '../../files/stored-picture.ts';
import type { Call } from '../../http/call.ts';
import type { Caller } from '../../identity/caller.ts';
import { notifyBranding } from '../../identity/notify-branding.ts';
import { canonicalTimeZone } from '../../local-time.ts';
import { markAllDays } from '../../positions/late-positions.ts';
import { type Branding, resolveBranding, type StoredBranding, storedBranding } from './branding.ts';

type Form = z.output<typeof brandingForm> & z.output<typeof deviceSettingsForm>;
/** A change of account-wide settings: branding, time zone, device settings. Undefined fields stay unchanged. */
export type AccountChange = { readonly [Field in keyof Form]?: Form[Field] | undefined };

/**
 * Saves settings of the caller's account, records the differences in the audit log and notifies open consoles.
 *
 * @throws NamedError `picture-unknown` when this account has no such picture
 */
export async function saveAccount(
  tx: Tx,
  files: Files,
  { caller, call, change }: { readonly caller: Caller; readonly call: Call; readonly change: AccountChange },
): Promise<void> {
  const { accountId } = caller;
  const account = await tx
    .selectFrom('account')
    .select(['branding', 'time_zone', 'dealer_id', 'plain_coordinates'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const dealer = await tx
    .selectFrom('account')
    .select('branding')
    .where('account_id', '=', account.dealer_id ?? 0)
    .executeTakeFirst();
  const { timeZone: givenTimeZone, plainCoordinates = account.plain_coordinates, ...brandingChange } = change;
  const timeZone = givenTimeZone === undefined ? account.time_zone : canonicalTimeZone(givenTimeZone);
  const current = resolveBranding(account.branding, dealer?.branding, {
    language: caller.language,
    addressOf: files.addressOf,
  });
  const before = storedBranding(account.branding);
  const after = { ...before, ...(await chosenBranding(tx, files, { accountId, brandingChange, current })) };
  const changed = difference(
    { ...before, timeZone: account.time_zone, plainCoordinates: account.plain_coordinates },
    { ...withoutValues(before), ...after, timeZone, plainCoordinates },
  );
  if (changed.after === null) return;
  // Other fields stored with the branding, such as the registration setting, stay.
  const others = Object.fromEntries(Object.entries(account.branding).filter(([name]) => !(name in current)));
  await tx
    .updateTable('account')
    .set({
      branding: JSON.stringify({ ...others, ...after }),
      time_zone: timeZone,
      plain_coordinates: plainCoordinates,
    })
    .where('account_id', '=', accountId)
    .execute();
  // Days of statistics are those of the time zone.
  if (timeZone !== account.time_zone) await markAllDays(tx, accountId, call.now);
  await recordAudit(tx, caller, call, {
    action: 'editUserConfig',
    target: caller.accountName,
    ...changed,
  });
  await notifyBranding(tx, accountId);
}

type Chosen = { [Field in keyof StoredBranding]: string | undefined };

/** Fields of a form to store. Values equal to the effective branding are skipped: they may be inherited from the dealer. */
async function chosenBranding(
  tx: Tx,
  files: Files,
  {
    accountId,
    brandingChange,
    current,
  }: {
    readonly accountId: number;
    readonly brandingChange: Omit<AccountChange, 'timeZone' | 'plainCoordinates'>;
    readonly current: Branding;
  },
): Promise<Chosen> {
  const chosen: Chosen = {};
  for (const field of ['sysName', 'themeColor', 'textColor'] as const) {
    const given = brandingChange[field];
    if (given !== undefined && given !== current[field]) chosen[field] = given === '' ? undefined : given;
  }
  for (const field of ['logoUrl', 'loginPic'] as const) {
    const given = brandingChange[field];
    if (given === undefined || given === current[field]) continue;
    if (given === null || given === '') {
      chosen[field] = undefined;
      continue;
    }
    const fileId = files.fileIdOfAddress(given);
    if (fileId === null || !(await files.lockPicture(tx, accountId, fileId))) {
      throw new NamedError('picture-unknown', { field });
    }
    chosen[field] = storedPicture(fileId);
  }
  return chosen;
}

/** The same fields with null values, so that removed fields appear in the difference. */
function withoutValues(fields: object): Record<string, null> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
}
