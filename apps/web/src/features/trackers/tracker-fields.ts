import { NamedError } from '@wakeline/contract/errors';
import { GENERIC_ICON } from '@wakeline/domain/devices/device-icon';
import type { ProtocolName } from '@wakeline/domain/devices/protocols';
import type { TrackerSubject } from '../../parts/devices/subjects.ts';
import type { IconChoice } from './icon-chooser.tsx';

/** Values of the form fields. */
export interface TrackerFields {
  readonly trackerName: string;
  readonly imei: string;
  readonly label?: string;
  readonly icon?: IconChoice;
  /** The select returns undefined for "no group". */
  readonly groupId?: number | undefined;
  readonly model?: string;
  /** Empty: the account's initial password for a new device; otherwise unchanged. */
  readonly password?: string;
  readonly iotCard?: string;
  /** Epoch milliseconds; null: unlimited. */
  readonly validUntil?: number | null;
  readonly note?: string;
  /** Null: any. Undefined until loaded, which leaves it unchanged. */
  readonly protocol?: ProtocolName | null | undefined;
}

export function toFields(subject: TrackerSubject): TrackerFields {
  if (subject.kind === 'add')
    return {
      trackerName: '',
      imei: subject.imei ?? '',
      label: '',
      icon: { iconUrl: GENERIC_ICON, iconType: 'STANDARD' },
      model: '',
      password: '',
      iotCard: '',
      validUntil: null,
      note: '',
      ...(subject.groupId === null ? {} : { groupId: subject.groupId }),
    };
  const { trackerName, imei, label, iconDto, groupId, model, iotCard, validUntil, note } = subject.tracker;
  return {
    trackerName,
    imei,
    label,
    model,
    password: '',
    iotCard,
    validUntil,
    note,
    icon: iconDto,
    ...(groupId === null ? {} : { groupId }),
  };
}

/** Payload of addTracker and editTracker from the form fields. */
export function toPayload(fields: TrackerFields) {
  const { trackerName, imei, label, icon, groupId, model, iotCard, validUntil, note } = fields;
  const password = fields.password?.trim() ?? '';
  return {
    trackerName: trackerName.trim(),
    imei: imei.trim(),
    label: label?.trim() ?? '',
    model: model?.trim() ?? '',
    iotCard: iotCard?.trim() ?? '',
    validUntil: validUntil ?? null,
    note: note ?? '',
    ...(password === '' ? {} : { password }),
    groupId: groupId ?? null,
    ...(icon === undefined ? {} : { iconDto: icon }),
    ...(fields.protocol === undefined ? {} : { protocol: fields.protocol }),
  };
}

/** Fields that have the same name in the contract. */
const FORM_FIELDS = [
  'trackerName',
  'imei',
  'label',
  'groupId',
  'model',
  'password',
  'iotCard',
  'validUntil',
  'note',
] as const satisfies readonly (keyof TrackerFields)[];

/** The field that an error concerns; null: none. */
export function fieldOfError(error: unknown): keyof TrackerFields | null {
  if (!(error instanceof NamedError)) return null;
  if (error.errorName === 'imei-taken') return 'imei';
  if (error.errorName === 'group-unknown') return 'groupId';
  if (error.errorName === 'icon-unknown') return 'icon';
  if (error.errorName !== 'field-invalid') return null;
  return FORM_FIELDS.find((field) => field === error.details.field) ?? null;
}
