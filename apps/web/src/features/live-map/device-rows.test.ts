import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { TrackerStatus } from '@wakeline/domain/tracker-status';
import { describe, expect, it } from 'vitest';
import { type DeviceRowsInput, deviceRows } from './device-rows.ts';

function tracker(
  trackerId: number,
  trackerName: string,
  groupId: number | null,
  status: TrackerStatus = 'STOP',
): Tracker {
  return {
    trackerId,
    trackerName,
    groupId,
    label: trackerId === 3 ? '007' : '',
    imei: `86000${trackerId}`,
    model: '',
    note: '',
    iotCard: '',
    activation: 'activated',
    validUntil: null,
    realmDetails: '',
    iconDto: { iconUrl: 'ship', iconType: 'STANDARD' },
    abilities: { edit: true, remove: true, replay: true, liftSos: true },
    trackerStatusDto: {
      latitude: null,
      longitude: null,
      direction: null,
      altitude: null,
      speed: null,
      electricity: null,
      gsm: null,
      satellites: null,
      accuracy: null,
      mileage: 0,
      fixTime: null,
      latestCommTime: null,
      status,
      statusSince: null,
    },
  };
}

const fleet: DeviceRowsInput = {
  trackers: [
    tracker(1, 'Aurora', 10, 'RUNNING'),
    tracker(2, 'Borealis', 10),
    tracker(3, 'Ceres', 20, 'SOS'),
    tracker(4, 'Dione', null),
  ],
  groups: [
    { groupId: 10, gn: 'Harbour' },
    { groupId: 20, gn: 'Airfield' },
    { groupId: 30, gn: 'Empty' },
  ],
  filter: { text: '', status: null, hideOffline: false },
  folded: new Set(),
  ungrouped: 'No group',
};

/** `Harbour:2` for a group of two, `>Harbour:2` when folded, the id for a device. */
function said(input: Partial<DeviceRowsInput>): string {
  return deviceRows({ ...fleet, ...input })
    .map((row) => (row.kind === 'tracker' ? row.id : `${row.open ? '' : '>'}${row.name}:${row.ids.length}`))
    .join(' ');
}

describe('the device list', () => {
  it('has groups with their devices, empty ones too, and those of no group at the end', () => {
    expect(said({})).toBe('Harbour:2 1 2 Airfield:1 3 Empty:0 No group:1 4');
  });

  it('is a plain list where there are no groups', () => {
    expect(said({ groups: [] })).toBe('1 2 3 4');
  });

  it('hides the devices of a folded group and still counts them', () => {
    expect(said({ folded: new Set([10, null]) })).toBe('>Harbour:2 Airfield:1 3 Empty:0 >No group:1');
  });

  it.each([
    ['bor', 'Harbour:1 2'],
    ['860003', 'Airfield:1 3'],
    ['007', 'Airfield:1 3'],
    ['AUR 8600', 'Harbour:1 1'],
    ['nobody', ''],
  ])('finds %j in name, IMEI and number', (text, rows) => {
    expect(said({ filter: { text, status: null, hideOffline: false } })).toBe(rows);
  });

  it('opens folded groups while something is searched', () => {
    expect(
      said({ filter: { text: 'aurora', status: null, hideOffline: false }, folded: new Set([10]) }),
    ).toBe('Harbour:1 1');
  });

  it('shows one status, with the groups folded as they were', () => {
    expect(said({ filter: { text: '', status: 'STOP', hideOffline: false }, folded: new Set([10]) })).toBe(
      '>Harbour:1 No group:1 4',
    );
  });

  it('leaves out those that are offline where they are hidden, unless they are asked for', () => {
    const trackers = [tracker(1, 'Aurora', null, 'RUNNING'), tracker(2, 'Borealis', null, 'OFFLINE')];
    const rows = (text: string, status: TrackerStatus | null) =>
      said({ trackers, groups: [], filter: { text, status, hideOffline: true } });
    expect(rows('', null)).toBe('1');
    expect(rows('', 'OFFLINE')).toBe('2');
    expect(rows('bor', null)).toBe('2');
    expect(rows('bor', 'RUNNING')).toBe('');
  });

  it('keeps the devices of a group that is not known yet', () => {
    expect(said({ groups: [{ groupId: 20, gn: 'Airfield' }] })).toBe('Airfield:1 3 No group:3 1 2 4');
  });
});
