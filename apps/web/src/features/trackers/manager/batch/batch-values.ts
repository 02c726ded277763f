import { NamedError } from '@wakeline/contract/errors';
import type { DeviceChange } from '@wakeline/contract/trackers/batch-changes';
import type { ProtocolName } from '@wakeline/domain/devices/protocols';
import type { IconChoice } from '../../icon-chooser.tsx';

/** What a batch change can set, in the order of the menu. */
export const BATCH_FIELDS = ['group-icon', 'model', 'validity', 'password', 'protocol', 'note'] as const;
export type BatchField = (typeof BATCH_FIELDS)[number];

/** Values of the dialog; only those of its field are set. */
export interface BatchValues {
  /** `none`: no group; undefined: unchanged. */
  readonly group?: number | 'none' | undefined;
  /** Undefined: unchanged. */
  readonly icon?: IconChoice | undefined;
  readonly model?: string;
  readonly validUntil?: number | null;
  readonly password?: string;
  /** Undefined: any. */
  readonly protocol?: ProtocolName | undefined;
  readonly note?: string;
}

/** A change of the selected devices. */
export type BatchChange =
  | { readonly kind: 'group-icon'; readonly change: Pick<DeviceChange, 'groupId' | 'iconDto'> }
  | { readonly kind: 'fields'; readonly change: DeviceChange };

/** The change that the dialog of a field makes. */
export function toBatchChange(field: BatchField, values: BatchValues): BatchChange {
  const { group, icon } = values;
  switch (field) {
    case 'group-icon':
      return {
        kind: field,
        change: {
          ...(group === undefined ? {} : { groupId: group === 'none' ? null : group }),
          ...(icon === undefined ? {} : { iconDto: icon }),
        },
      };
    case 'model':
      return { kind: 'fields', change: { model: values.model?.trim() ?? '' } };
    case 'validity':
      return { kind: 'fields', change: { validUntil: values.validUntil ?? null } };
    case 'password':
      return { kind: 'fields', change: { password: values.password?.trim() ?? '' } };
    case 'protocol':
      return { kind: 'fields', change: { protocol: values.protocol ?? null } };
    case 'note':
      return { kind: 'fields', change: { note: values.note ?? '' } };
  }
}

/** The field of the dialog that an error concerns; null: none. */
export function fieldOfBatchError(error: unknown): keyof BatchValues | null {
  if (!(error instanceof NamedError)) return null;
  if (error.errorName === 'icon-unknown') return 'icon';
  if (error.errorName === 'group-unknown') return 'group';
  if (error.errorName !== 'field-invalid') return null;
  const fields = ['model', 'validUntil', 'password', 'note'] as const;
  return fields.find((field) => error.details.field === `change.${field}`) ?? null;
}
