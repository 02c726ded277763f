import { NamedError } from '@wakeline/contract/errors';
import type { PersonForm } from '@wakeline/contract/people/people';
import type { Tx } from '../../db/database.ts';
import type { JsonFields } from '../../db/schema.ts';
import type { Files } from '../../files/files.ts';
import type { Caller } from '../../identity/caller.ts';
import type { PersonColumns, PersonRow } from '../../people/people.ts';
import { requireCommunicationAccount } from '../../satellite/accounts.ts';
import { visibilityOf } from '../../satellite/visibility.ts';
import { lockTrackersForBinding } from '../../trackers/lock-for-binding.ts';

/**
 * Checks what the form of a person refers to. A user whose scope is limited to groups sees only the people with their devices,
 * so they cannot leave out the device. What the form keeps is not checked again: users may not see the terminal.
 *
 * @param before the former row; null: the person is new
 * @returns the columns of the form
 * @throws NamedError `tracker-unknown`, `person-device-required`, `communication-account-unknown`, `picture-unknown`
 */
export async function checkPerson(
  tx: Tx,
  files: Files,
  caller: Caller,
  form: PersonForm,
  before: PersonRow | null,
): Promise<PersonColumns> {
  const { trackerId, communicationAccountId } = form;
  if (trackerId === null && caller.groupIds !== null) throw new NamedError('person-device-required');
  if (trackerId !== null && trackerId !== before?.tracker_id)
    await lockTrackersForBinding(tx, caller, [trackerId]);
  if (communicationAccountId !== null && communicationAccountId !== before?.communication_account_id)
    await requireCommunicationAccount(tx, visibilityOf(caller), communicationAccountId);
  return { ...columnsOf(form), photo_file_id: await photoOf(tx, files, caller, form, before) };
}

async function photoOf(
  tx: Tx,
  files: Files,
  { accountId }: Caller,
  { photoUrl }: Pick<PersonForm, 'photoUrl'>,
  before: PersonRow | null,
): Promise<string | null> {
  if (photoUrl === null) return null;
  const fileId = files.fileIdOfAddress(photoUrl);
  if (fileId !== null && fileId === before?.photo_file_id) return fileId;
  if (fileId === null || !(await files.lockPicture(tx, accountId, fileId, 'portrait')))
    throw new NamedError('picture-unknown');
  return fileId;
}

/** The columns of a form without the photo. */
export function columnsOf(form: PersonForm): PersonColumns {
  return {
    race_number: form.raceNumber === '' ? null : form.raceNumber,
    name: form.personName,
    gender: form.gender,
    age: form.age,
    nationality: form.nationality,
    phone: form.phone,
    communication_account_id: form.communicationAccountId,
    tracker_id: form.trackerId,
    photo_file_id: null,
    emergency_contact_name: form.emergencyContactName,
    emergency_contact_phone: form.emergencyContactPhone,
    club: form.club,
    note: form.note,
  };
}

export function formOf(row: PersonRow, addressOf: Files['addressOf']): PersonForm {
  return {
    raceNumber: row.race_number ?? '',
    personName: row.name,
    gender: row.gender,
    age: row.age,
    nationality: row.nationality,
    phone: row.phone,
    communicationAccountId: row.communication_account_id,
    trackerId: row.tracker_id,
    photoUrl: row.photo_file_id === null ? null : addressOf(row.photo_file_id),
    emergencyContactName: row.emergency_contact_name,
    emergencyContactPhone: row.emergency_contact_phone,
    club: row.club,
    note: row.note,
  };
}

/** What the audit log, which outlives the person, has without its value. */
const PRIVATE_FIELDS = ['phone', 'emergencyContactName', 'emergencyContactPhone'] as const;

/**
 * A form for the audit log, with `entered` instead of contacts, or `changed` if they differ from those of the form before it;
 * null: none.
 */
export function auditOf(form: PersonForm, before: PersonForm | null): JsonFields {
  const replaced = PRIVATE_FIELDS.map((field) => {
    const isChanged = before !== null && before[field] !== form[field];
    return [field, form[field] === '' ? '' : isChanged ? 'changed' : 'entered'];
  });
  return { ...form, ...Object.fromEntries(replaced) };
}

/** How audit entries name a person. */
export function titleOf({ race_number, name }: Pick<PersonRow, 'race_number' | 'name'>): string {
  return race_number === null ? name : `${race_number} ${name}`;
}
