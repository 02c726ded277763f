import type { Plane } from '@wakeline/contract/aviation/planes';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import type { AircraftKind } from '@wakeline/domain/aviation/aircraft-kind';
import type { IconName } from '@wakeline/domain/devices/device-icon';
import type { UnitSettings } from '../../../format/quantities.ts';
import { type LimitFields, toLimitFields, toLimits } from './plane-limits.ts';

/** Fields of the form. */
export interface PlaneFields {
  readonly tailNumber: string;
  readonly hexAddress: string;
  readonly kind: AircraftKind;
  readonly thresholds: LimitFields;
  readonly model: string;
  readonly layout: string;
  readonly groupId: number | null;
  readonly icon: IconName;
  readonly trackerId: number | null;
  readonly note: string;
}

/** The icon of a new plane. */
const ICON_OF_KIND: Readonly<Record<AircraftKind, IconName>> = {
  airliner: 'airliner',
  light: 'aircraft',
  ultralight: 'aircraft',
  glider: 'glider',
  helicopter: 'helicopter',
  gyroplane: 'helicopter',
  paraglider: 'glider',
  balloon: 'generic',
  drone: 'drone',
};

export function iconOfKind(kind: AircraftKind): IconName {
  return ICON_OF_KIND[kind];
}

const NEW_PLANE_KIND: AircraftKind = 'light';

/** The fields of a plane, or (null) of a new one. */
export function toPlaneFields(plane: Plane | null, units: UnitSettings): PlaneFields {
  if (plane === null)
    return {
      tailNumber: '',
      hexAddress: '',
      kind: NEW_PLANE_KIND,
      thresholds: toLimitFields({}, units),
      model: '',
      layout: '',
      groupId: null,
      icon: iconOfKind(NEW_PLANE_KIND),
      trackerId: null,
      note: '',
    };
  const { tailNumber, hexAddress, kind, thresholds, model, layout, groupId, icon, trackerId, note } = plane;
  return {
    tailNumber,
    hexAddress: hexAddress ?? '',
    kind,
    thresholds: toLimitFields(thresholds, units),
    model,
    layout,
    groupId,
    icon,
    trackerId,
    note,
  };
}

/** The payload that creates a plane, or replaces the details of one. */
export function toPlaneForm(
  { hexAddress, thresholds, tailNumber, model, layout, note, groupId, trackerId, ...rest }: PlaneFields,
  units: UnitSettings,
): PayloadInput<Operations['createPlane']> {
  const hex = hexAddress.trim();
  return {
    ...rest,
    tailNumber: tailNumber.trim(),
    hexAddress: hex === '' ? null : hex,
    thresholds: toLimits(thresholds, units),
    model: model.trim(),
    layout: layout.trim(),
    groupId: groupId ?? null,
    trackerId: trackerId ?? null,
    note: note.trim(),
  };
}

type FieldName = 'tailNumber' | 'hexAddress' | 'groupId' | 'trackerId' | ['thresholds', 'landingSpeed'];

/** The fields that refusals concern. */
const FIELD_OF_ERROR: Readonly<Partial<Record<ErrorName, FieldName>>> = {
  'tail-number-taken': 'tailNumber',
  'hex-address-taken': 'hexAddress',
  'group-unknown': 'groupId',
  'tracker-unknown': 'trackerId',
  'tracker-has-plane': 'trackerId',
  'plane-thresholds': ['thresholds', 'landingSpeed'],
};

/** The field at which a refusal is shown; null: it concerns none. */
export function findRefusedField(error: unknown): FieldName | null {
  return error instanceof NamedError ? (FIELD_OF_ERROR[error.errorName] ?? null) : null;
}
