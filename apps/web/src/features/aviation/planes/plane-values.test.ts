import type { Plane } from '@wakeline/contract/aviation/planes';
import { NamedError } from '@wakeline/contract/errors';
import { AIRCRAFT_KINDS } from '@wakeline/domain/aviation/aircraft-kind';
import { expect, test } from 'vitest';
import { findRefusedField, iconOfKind, toPlaneFields, toPlaneForm } from './plane-values.ts';

const METRIC = { speedUnits: 1, altitudeUnits: 1 } as const;
const AVIATION = { speedUnits: 2, altitudeUnits: 2 } as const;

const PLANE: Plane = {
  planeId: 7,
  tailNumber: 'B-0936',
  hexAddress: null,
  kind: 'glider',
  model: 'ASK 21',
  layout: '双座',
  groupId: 3,
  groupName: '机场',
  icon: 'glider',
  trackerId: 4,
  trackerName: '云雀',
  imei: '13900000001',
  thresholds: { takeoffSpeed: 70, holdUp: 6_000 },
  note: '绞车起飞',
  createTime: 0,
  abilities: { edit: true, remove: true },
};

test('saves a plane without changing what the user left, in the units of each setting', () => {
  const { tailNumber, hexAddress, kind, model, layout, groupId, icon, trackerId, thresholds, note } = PLANE;
  const form = { tailNumber, hexAddress, kind, model, layout, groupId, icon, trackerId, thresholds, note };
  for (const units of [METRIC, AVIATION])
    expect(toPlaneForm(toPlaneFields(PLANE, units), units)).toEqual(form);
});

test('trims what is typed and sends cleared fields as none', () => {
  const fields = {
    ...toPlaneFields(PLANE, METRIC),
    tailNumber: ' b-10ka ',
    hexAddress: ' ',
    trackerId: null,
    // The select of groups clears to undefined.
    groupId: undefined as unknown as null,
  };
  expect(toPlaneForm(fields, METRIC)).toMatchObject({
    tailNumber: 'b-10ka',
    hexAddress: null,
    trackerId: null,
    groupId: null,
  });
});

test('gives a new plane the icon of its kind', () => {
  const { kind, icon } = toPlaneFields(null, METRIC);
  expect(icon).toBe(iconOfKind(kind));
  expect(AIRCRAFT_KINDS.filter((each) => iconOfKind(each) === 'generic')).toEqual(['balloon']);
});

test('shows a refusal at its field', () => {
  expect(findRefusedField(new NamedError('tail-number-taken'))).toBe('tailNumber');
  expect(findRefusedField(new NamedError('plane-thresholds'))).toEqual(['thresholds', 'landingSpeed']);
  expect(findRefusedField(new NamedError('plane-limit'))).toBeNull();
  expect(findRefusedField(new Error('lost'))).toBeNull();
});
