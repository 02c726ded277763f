import type { TrackerTable } from '@wakeline/contract/entities/tracker';
import { expect, test } from 'vitest';
import { toTrackers } from './tracker-table.ts';

const STATES: NonNullable<TrackerTable['states']> = {
  latitude: [53.5, null],
  longitude: [0, null],
  direction: [0, null],
  altitude: [-3, null],
  speed: [0, null],
  electricity: [0, null],
  gsm: [80, null],
  satellites: [9, null],
  accuracy: [null, null],
  mileage: [12.5, 0],
  fixTime: [1_790_000_000_000, null],
  latestCommTime: [1_790_000_000_001, null],
  status: ['STOP', 'OFFLINE'],
  statusSince: [1_789_000_000_000, null],
};

const TABLE: TrackerTable = {
  realmDetails: 'harbour',
  icons: [
    { iconUrl: 'boat', iconType: 'STANDARD' },
    { iconUrl: '/file/7', iconType: 'CUSTOM' },
  ],
  abilitySets: [{ edit: true, remove: false, replay: true, liftSos: true }],
  columns: {
    trackerId: [4, 9],
    trackerName: ['Gull', 'Tern'],
    label: ['7', ''],
    imei: ['860-A1', '860-A2'],
    groupId: [null, 3],
    model: ['', '808'],
    note: ['on deck', ''],
    iotCard: ['', '1064'],
    activation: ['activated', 'unactivated'],
    validUntil: [1_800_000_000_000, null],
    icon: [1, 0],
    abilities: [0, 0],
  },
  states: STATES,
};

test('maps each row to its own columns and its shared values', () => {
  const [gull, tern, ...more] = toTrackers(TABLE);
  expect(more).toEqual([]);
  // Null is not zero: a stationary device on the prime meridian has a position and a speed.
  expect(gull).toEqual({
    trackerId: 4,
    trackerName: 'Gull',
    label: '7',
    imei: '860-A1',
    groupId: null,
    model: '',
    note: 'on deck',
    iotCard: '',
    activation: 'activated',
    validUntil: 1_800_000_000_000,
    realmDetails: 'harbour',
    iconDto: { iconUrl: '/file/7', iconType: 'CUSTOM' },
    trackerStatusDto: {
      latitude: 53.5,
      longitude: 0,
      direction: 0,
      altitude: -3,
      speed: 0,
      electricity: 0,
      gsm: 80,
      satellites: 9,
      accuracy: null,
      mileage: 12.5,
      fixTime: 1_790_000_000_000,
      latestCommTime: 1_790_000_000_001,
      status: 'STOP',
      statusSince: 1_789_000_000_000,
    },
    abilities: { edit: true, remove: false, replay: true, liftSos: true },
  });
  expect(tern).toMatchObject({
    trackerId: 9,
    groupId: 3,
    iconDto: { iconUrl: 'boat' },
    trackerStatusDto: { latitude: null, status: 'OFFLINE', statusSince: null },
  });
});

test('converts a table without states', () => {
  const { states: _, ...list } = TABLE;
  const [gull] = toTrackers(list);
  expect(gull).toMatchObject({ trackerId: 4, trackerName: 'Gull' });
  expect(gull).not.toHaveProperty('trackerStatusDto');
});

test('refuses a truncated table', () => {
  expect(() => toTrackers({ ...TABLE, states: { ...STATES, status: ['STOP'] } })).toThrow('row 1');
  expect(() => toTrackers({ ...TABLE, columns: { ...TABLE.columns, icon: [1] } })).toThrow('row 1');
});
