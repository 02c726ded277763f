import { NEVER_REPORTED, type Tracker, type TrackerStatusDto } from '../entities/tracker.ts';

interface TrackerOverrides extends Partial<Omit<Tracker, 'trackerStatusDto'>> {
  readonly trackerId: number;
  readonly status?: Partial<TrackerStatusDto>;
}

/** A device as in the console, with overrides; by default it has empty fields and has never reported. */
export function createTrackerFixture({ trackerId, status, ...overrides }: TrackerOverrides): Tracker {
  return {
    trackerId,
    trackerName: `Boat ${trackerId}`,
    label: '',
    imei: String(trackerId),
    groupId: null,
    model: '',
    note: '',
    iotCard: '',
    activation: 'activated',
    validUntil: null,
    realmDetails: '',
    iconDto: { iconUrl: 'car', iconType: 'STANDARD' },
    abilities: { edit: true, remove: true, replay: true, liftSos: true },
    trackerStatusDto: { ...NEVER_REPORTED, ...status },
    ...overrides,
  };
}
