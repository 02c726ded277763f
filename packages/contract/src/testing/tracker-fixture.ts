import type { Tracker, TrackerStatusDto } from '../entities/tracker.ts';

/** The state of a device that has never reported. */
export const NEVER_REPORTED: TrackerStatusDto = {
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
  status: 'OFFLINE',
  statusSince: null,
};

interface TrackerFacts extends Partial<Omit<Tracker, 'trackerStatusDto'>> {
  readonly trackerId: number;
  readonly status?: Partial<TrackerStatusDto>;
}

/** A device as a console has it, with what a test says of it; all else is empty, and it has never reported. */
export function trackerFixture({ trackerId, status, ...facts }: TrackerFacts): Tracker {
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
    ...facts,
  };
}
