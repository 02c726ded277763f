import type { Makers } from './makers.ts';
import { own, type Rows } from './row.ts';

/** The rows of devices and their groups. */
export function trackerRows({ fresh, tracker, group }: Makers) {
  return {
    addTracker: own(() => ({ trackerName: 'New', imei: fresh().replace(' ', '-') })),
    batchAddTrackers: own(() => ({
      trackers: [{ trackerName: 'Row', imei: fresh().replace(' ', '-') }],
    })),
    createGroup: own(() => ({ groupName: fresh() })),
    queryRefusedDevices: own(() => ({})),
    deleteGroup: { payload: async (owner) => ({ groupId: await group(owner) }), foreign: 'group-unknown' },
    editGroup: {
      payload: async (owner) => ({ groupId: await group(owner), groupName: fresh() }),
      foreign: 'group-unknown',
    },
    editTracker: {
      payload: async (owner) => ({ trackerId: await tracker(owner), trackerName: 'Renamed' }),
      foreign: 'tracker-unknown',
    },
    queryTrackerKey: {
      payload: async (owner) => ({ trackerId: await tracker(owner) }),
      foreign: 'tracker-unknown',
    },
    renewTrackerKey: {
      payload: async (owner) => ({ trackerId: await tracker(owner) }),
      foreign: 'tracker-unknown',
    },
    queryTrackerProtocol: {
      payload: async (owner) => ({ trackerId: await tracker(owner) }),
      foreign: 'tracker-unknown',
    },
    queryAllGroups: own(() => ({})),
    queryAllTrackers: own(() => ({})),
    queryTrackerTable: own(() => ({})),
    queryTrackerById: {
      payload: async (owner) => ({ trackerId: await tracker(owner) }),
      foreign: 'tracker-unknown',
    },
    // Beyond what the contract says: to people of the operator's own account.
    queryUnregisteredDevices: { payload: async () => ({}), outcome: 'not-allowed', foreign: null },
    removeTracker: {
      payload: async (owner) => ({ trackerId: await tracker(owner) }),
      foreign: 'tracker-unknown',
    },
  } satisfies Partial<Rows>;
}
