import { LIMITS } from '@wakeline/contract/limits';
import { SHAPES } from '@wakeline/contract/shapes';
import { setAuthor } from '../../db/author.ts';
import type { Tx } from '../../db/database.ts';
import { registeredWithNumbers } from '../../trackers/registered.ts';
import { insertTrackers, remainingTrackerQuota, type TrackerForm } from '../../trackers/write.ts';
import { recordOperator } from '../record.ts';
import { iconOfCategory } from './category-icon.ts';
import type { ImportContext } from './import-context.ts';
import type { Note, ReportRow } from './report.ts';
import type { TraccarDevice } from './source.ts';
import { nameOf, textOf } from './texts.ts';

/** Devices per transaction. */
const BATCH_SIZE = 500;
const MAX_MODEL = 64;
const MAX_CARD = 32;
/** Epoch milliseconds of 2100: later ends of validity count as none. */
const MAX_TIME = 4_102_444_800_000;

interface NewDevice {
  readonly device: TraccarDevice;
  readonly form: TrackerForm;
  readonly notes: Note[];
}

/** Imports devices. One that the account has already is left as it is; its positions are added. */
export async function importDevices(
  context: ImportContext,
  devices: readonly TraccarDevice[],
): Promise<void> {
  const numbers = new Set<string>();
  const added: NewDevice[] = [];
  for (const device of devices) {
    const refusal = refuse(context, device, numbers);
    if (refusal !== null) {
      context.report.add(refusal);
      continue;
    }
    const notes: Note[] = [];
    added.push({ device, form: formOf(context, device, notes), notes });
  }
  for (let from = 0; from < added.length; from += BATCH_SIZE) {
    const batch = added.slice(from, from + BATCH_SIZE);
    const rows = await context.step((tx) => storeDevices(tx, context, batch));
    for (const row of rows) context.report.add(row);
  }
}

/** The outcome of a device that needs no registration; null for a new one. */
function refuse(context: ImportContext, device: TraccarDevice, numbers: Set<string>): ReportRow | null {
  const { id, name, uniqueId } = device;
  const row = { kind: 'device' as const, id, name, became: null };
  const identity = context.identities.find('device', id);
  if (identity?.exists === true) {
    numbers.add(numberOf(uniqueId));
    return { ...row, outcome: 'existing', notes: [] };
  }
  const refused = (reason: Note['reason'], detail?: string): ReportRow => ({
    ...row,
    outcome: 'refused',
    notes: [{ reason, ...(detail !== undefined && { detail }) }],
  });
  if (identity !== undefined) return refused('deleted-here');
  if (uniqueId.length > LIMITS.imei || !SHAPES.imei.isValid(uniqueId)) return refused('imei-shape', uniqueId);
  // As one tracker, the positions of both would be one track.
  if (numbers.has(numberOf(uniqueId))) return refused('imei-twice', uniqueId);
  numbers.add(numberOf(uniqueId));
  return null;
}

/** Devices are unique by their number without leading zeros. */
function numberOf(uniqueId: string): string {
  return uniqueId.replace(/^0+/, '');
}

function formOf({ identities, now }: ImportContext, device: TraccarDevice, notes: Note[]): TrackerForm {
  const groupId = identities.targetOf('group', device.groupId);
  if (device.groupId !== null && groupId === null) notes.push({ reason: 'group-not-imported' });
  const icon = iconOfCategory(device.category);
  if (icon === null && device.category !== '')
    notes.push({ reason: 'category-unknown', detail: device.category });
  if (device.disabled) notes.push({ reason: 'disabled' });
  return {
    trackerName: nameOf(device.name, device.id, notes),
    imei: device.uniqueId,
    groupId,
    model: textOf(device.model, MAX_MODEL, 'model', notes),
    iotCard: textOf(device.phone, MAX_CARD, 'phone', notes),
    note: textOf(device.contact, LIMITS.note, 'contact', notes),
    // Without a category, the model determines the icon.
    ...(icon !== null && { iconDto: { iconUrl: icon, iconType: 'STANDARD' as const } }),
    // Any: the model in Traccar is a free text, which must not lock a device out.
    protocol: null,
    validUntil: validUntil(device, now),
  };
}

function validUntil({ disabled, expiresAt }: TraccarDevice, now: number): number | null {
  const end = Math.min(expiresAt ?? MAX_TIME, disabled ? now : MAX_TIME);
  return end >= MAX_TIME ? null : Math.max(0, end);
}

async function storeDevices(
  tx: Tx,
  context: ImportContext,
  batch: readonly NewDevice[],
): Promise<readonly ReportRow[]> {
  const { accountId, identities, now } = context;
  await setAuthor(tx, { userId: null, login: 'operator', at: now });
  const quota = await remainingTrackerQuota(tx, accountId);
  const owners = await findOwners(tx, batch);
  const isNew = ({ form }: NewDevice) => !owners.has(numberOf(form.imei));
  const added = await insertTrackers(
    tx,
    accountId,
    batch
      .filter(isNew)
      .slice(0, quota)
      .map(({ form }) => form),
  );
  const rows: ReportRow[] = [];
  for (const { device, form, notes } of batch) {
    const row = { kind: 'device' as const, id: device.id, name: device.name, became: null };
    const owner = owners.get(numberOf(form.imei));
    const trackerId = added.get(form.imei) ?? (owner?.accountId === accountId ? owner.trackerId : null);
    if (trackerId === null) {
      const reason = owner === undefined ? 'tracker-limit' : 'imei-other-account';
      rows.push({ ...row, outcome: 'refused', notes: [{ reason, detail: form.imei }] });
      continue;
    }
    await identities.add(tx, 'device', device.id, { type: 'tracker', id: trackerId });
    if (owner === undefined) rows.push({ ...row, outcome: 'imported', became: form.trackerName, notes });
    else rows.push({ ...row, outcome: 'existing', notes: [{ reason: 'imei-known' }] });
  }
  if (added.size > 0) {
    const target = `${added.size} devices`;
    await recordOperator(tx, {
      accountId,
      now,
      command: 'import-traccar',
      target,
      after: { devices: added.size },
    });
  }
  return rows;
}

interface Owner {
  readonly accountId: number;
  readonly trackerId: number;
}

/** Who has these numbers already. The account is locked, other accounts are not: their devices are found by the unique key. */
async function findOwners(tx: Tx, batch: readonly NewDevice[]): Promise<ReadonlyMap<string, Owner>> {
  const rows = await registeredWithNumbers(
    tx,
    batch.map(({ form }) => numberOf(form.imei)),
  ).execute();
  return new Map(
    rows.map((row) => [numberOf(row.imei), { accountId: row.account_id, trackerId: row.tracker_id }]),
  );
}
