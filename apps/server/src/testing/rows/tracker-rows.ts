import type { Makers } from './makers.ts';
import { type Rows, rowWithoutIds } from './row.ts';

/** The rows of devices and their groups. */
export function trackerRows({ uniqueName, createTracker, createGroup }: Makers) {
  return {
    addTracker: rowWithoutIds(() => ({ trackerName: 'New', imei: uniqueName().replace(' ', '-') })),
    batchAddTrackers: rowWithoutIds(() => ({
      trackers: [{ trackerName: 'Row', imei: uniqueName().replace(' ', '-') }],
    })),
    // Batch changes take ids or a filter. Their own tests cover ids of other accounts.
    batchRemoveTracker: {
      payload: async (owner) => ({ trackerIds: [await createTracker(owner)] }),
      otherAccountError: null,
    },
    batchEditGroupAndIcon: {
      payload: async (owner) => ({ trackerIds: [await createTracker(owner)], groupId: null }),
      otherAccountError: null,
    },
    batchEditTrackers: {
      payload: async (owner) => ({ trackerIds: [await createTracker(owner)], change: { note: 'x' } }),
      otherAccountError: null,
    },
    renewTrackers: {
      payload: async (owner) => ({ trackerIds: [await createTracker(owner)], months: 12 }),
      otherAccountError: null,
    },
    // Their own test covers accounts without a relation. Without customers, the error proves sufficient rights.
    queryTransferAccounts: rowWithoutIds(() => ({})),
    queryTransferGroups: {
      payload: async ({ accountId }) => ({ accountId }),
      expectedError: 'transfer-account-unknown',
      otherAccountError: 'transfer-account-unknown',
    },
    transferTrackers: {
      payload: async (owner) => ({
        trackerIds: [await createTracker(owner)],
        accountId: owner.accountId,
        history: 'move',
      }),
      expectedError: 'transfer-account-unknown',
      otherAccountError: 'transfer-account-unknown',
    },
    queryValidityHistory: {
      payload: async (owner) => ({ trackerId: await createTracker(owner), pageIndex: 1, pageSize: 10 }),
      otherAccountError: 'tracker-unknown',
    },
    createGroup: rowWithoutIds(() => ({ groupName: uniqueName() })),
    queryRefusedDevices: rowWithoutIds(() => ({})),
    deleteGroup: {
      payload: async (owner) => ({ groupId: await createGroup(owner) }),
      otherAccountError: 'group-unknown',
    },
    editGroup: {
      payload: async (owner) => ({ groupId: await createGroup(owner), groupName: uniqueName() }),
      otherAccountError: 'group-unknown',
    },
    editTracker: {
      payload: async (owner) => ({ trackerId: await createTracker(owner), trackerName: 'Renamed' }),
      otherAccountError: 'tracker-unknown',
    },
    loadGPSTrackerMsg: {
      payload: async (owner) => ({ trackerId: await createTracker(owner) }),
      otherAccountError: 'tracker-unknown',
    },
    queryDeviceEvents: {
      payload: async (owner) => ({
        trackerId: await createTracker(owner),
        startTime: 1_795_000_000_000,
        endTime: 1_795_086_400_000,
      }),
      otherAccountError: 'tracker-unknown',
    },
    mergeGroups: {
      payload: async (owner) => ({ groupId: await createGroup(owner), targetId: await createGroup(owner) }),
      otherAccountError: 'group-unknown',
    },
    queryTrackerKey: {
      payload: async (owner) => ({ trackerId: await createTracker(owner) }),
      otherAccountError: 'tracker-unknown',
    },
    renewTrackerKey: {
      payload: async (owner) => ({ trackerId: await createTracker(owner) }),
      otherAccountError: 'tracker-unknown',
    },
    queryTrackerProtocol: {
      payload: async (owner) => ({ trackerId: await createTracker(owner) }),
      otherAccountError: 'tracker-unknown',
    },
    queryAllGroups: rowWithoutIds(() => ({})),
    queryAllTrackers: rowWithoutIds(() => ({})),
    queryDeviceDtosByPage: rowWithoutIds(() => ({ deviceFilter: { keywords: 'row' } })),
    queryTrackerTable: rowWithoutIds(() => ({})),
    queryLiveOverview: rowWithoutIds(() => ({
      bounds: { west: -180, south: -85, east: 180, north: 85 },
      zoom: 3,
    })),
    queryTrackerById: {
      payload: async (owner) => ({ trackerId: await createTracker(owner) }),
      otherAccountError: 'tracker-unknown',
    },
    // Stricter than the contract: only for users of the operator's account.
    queryUnregisteredDevices: {
      payload: async () => ({}),
      expectedError: 'not-allowed',
      otherAccountError: null,
    },
    importDevices: rowWithoutIds(() => ({
      file: new File([`name,imei\nImported,${uniqueName().replace(' ', '-')}`], 'devices.csv'),
      save: true,
    })),
    getDeviceTemplate: rowWithoutIds(() => ({ lang: 'en_US' })),
    exportDeviceDtosByEobUser: {
      async payload(owner) {
        await createTracker(owner);
        return { format: 'csv' };
      },
      otherAccountError: null,
    },
    removeTracker: {
      payload: async (owner) => ({ trackerId: await createTracker(owner) }),
      otherAccountError: 'tracker-unknown',
    },
  } satisfies Partial<Rows>;
}
