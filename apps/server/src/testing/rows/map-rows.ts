import { createHash, randomBytes } from 'node:crypto';
import type { OperationName } from '@wakeline/contract/operations';
import { NEVER_REPORTED } from '@wakeline/domain/tracker-state/tracker-state';
import { samplePicture } from '../sample-picture.ts';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import type { Owner, Row, Rows } from './row.ts';

type MapOperation =
  | 'addLabelPoint'
  | 'addRoute'
  | 'addTrackerIcon'
  | 'createFence'
  | 'createShareLink'
  | 'deleteFence'
  | 'deleteLabelPoint'
  | 'deleteRoute'
  | 'deleteTrackerIcon'
  | 'editFence'
  | 'editGroupShow'
  | 'editLabelPoint'
  | 'exportMapObjects'
  | 'geoLocInfoWithKeywords'
  | 'getRoutePlan'
  | 'liftSos'
  | 'queryAddress'
  | 'queryAllFences'
  | 'queryAllLabelPoints'
  | 'queryAllRoutes'
  | 'queryAllRoutesByGroupId'
  | 'queryAllTrackerIcons'
  | 'queryBaseLayers'
  | 'queryGroupShow'
  | 'queryRouteByID'
  | 'queryShare'
  | 'queryShareLinks'
  | 'queryShareStates'
  | 'getShareTrackColumns'
  | 'queryShareTrails'
  | 'queryTrackerData'
  | 'queryTrackerListData'
  | 'queryTrails'
  | 'updateRoute'
  | 'uploadGPSFile'
  | 'uploadMapPicture'
  | 'withdrawOwnShareLinks'
  | 'withdrawShareLink';

const LINE: [number, number][] = [
  [110.4, 24.7],
  [110.5, 24.8],
];
const GPX = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Wakeline tests" xmlns="http://www.topografix.com/GPX/1/1">
<wpt lat="24.78" lon="110.49"><name>Pier</name></wpt></gpx>`;

/** The rows of map objects. */
export function mapRows(
  world: World,
  { uniqueName, createTracker, createGroup }: Makers,
): Pick<Rows, MapOperation> {
  const { clock } = world;
  const { db } = world.database;
  const own = <Name extends OperationName>(payload: Row<Name>['payload']): Row<Name> => ({
    payload,
    otherAccountError: null,
  });
  const ring: [number, number][] = [...LINE, [110.5, 24.6]];
  const fenceFields = () => ({
    fenceName: uniqueName(),
    fenceType: 'POLYGON' as const,
    fenceData: { rings: [ring] },
    color: '#0b5cad',
  });

  async function fence({ accountId }: Owner): Promise<number> {
    const { fence_id } = await db
      .insertInto('fence')
      .values({
        account_id: accountId,
        group_id: null,
        name: uniqueName(),
        type: 'POLYGON',
        data: JSON.stringify({ rings: [ring] }),
        color: '#0b5cad',
        display: 'SHOW',
        notice: 'BOTH',
        hold_seconds: 10,
        hold_metres: 30,
        note: '',
      })
      .returning('fence_id')
      .executeTakeFirstOrThrow();
    return fence_id;
  }
  async function labelPoint({ accountId }: Owner): Promise<number> {
    const { label_point_id } = await db
      .insertInto('label_point')
      .values({
        account_id: accountId,
        group_id: null,
        name: uniqueName(),
        latitude: 24.78,
        longitude: 110.49,
        icon_url: 'flag',
        color: '#0b5cad',
        display: 'SHOW',
        note: '',
        images: [],
      })
      .returning('label_point_id')
      .executeTakeFirstOrThrow();
    return label_point_id;
  }
  async function route({ accountId }: Owner): Promise<number> {
    const { route_id } = await db
      .insertInto('route')
      .values({
        account_id: accountId,
        group_id: null,
        name: uniqueName(),
        type: 'drive',
        origin: 'drawn',
        color: '#0b5cad',
        weight: 4,
        display: 'SHOW',
        flags: '[]',
        data_points: JSON.stringify(LINE),
        line: JSON.stringify(LINE),
        length: 15_000,
        point_count: 2,
        start_name: '',
        end_name: '',
        note: '',
      })
      .returning('route_id')
      .executeTakeFirstOrThrow();
    return route_id;
  }
  async function storedPicture({ accountId }: Owner): Promise<string> {
    const fileId = randomBytes(16).toString('base64url');
    await db
      .insertInto('stored_file')
      .values({
        file_id: fileId,
        account_id: accountId,
        kind: 'picture',
        user_id: null,
        media_type: 'image/png',
        name: 'icon',
        bytes: 1,
        sha256: Buffer.alloc(32),
        created_at: new Date(clock.now()),
      })
      .execute();
    return fileId;
  }
  async function icon(owner: Owner): Promise<number> {
    const { icon_id } = await db
      .insertInto('tracker_icon')
      .values({ account_id: owner.accountId, name: uniqueName(), file_id: await storedPicture(owner) })
      .returning('icon_id')
      .executeTakeFirstOrThrow();
    return icon_id;
  }
  async function share(owner: Owner, replay = false): Promise<{ shareId: number; code: string }> {
    const code = randomBytes(16).toString('base64url');
    const { share_id } = await db
      .insertInto('share_link')
      .values({
        account_id: owner.accountId,
        user_id: owner.userId,
        name: uniqueName(),
        code_hash: createHash('sha256').update(code).digest(),
        back_minutes: 60,
        created_at: new Date(clock.now()),
        expires_at: new Date(clock.now() + 86_400_000),
        ...(replay && { replay_start: 1, replay_end: 2 }),
        // The last view is stored once a minute, like the use of a session.
        last_opened_at: new Date(clock.now()),
      })
      .returning('share_id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('share_tracker')
      .values({ share_id, tracker_id: await createTracker(owner), place: 0 })
      .execute();
    return { shareId: share_id, code };
  }
  /** Viewers of a link are anonymous: its content depends on the rights of its creator. */
  async function sharer(): Promise<Owner> {
    return (await world.account('sharing')).person('sharer');
  }
  async function createTrackerInSos(owner: Owner): Promise<number> {
    const trackerId = await createTracker(owner);
    const since = clock.now() - 1_000;
    await db
      .insertInto('tracker_state')
      .values({
        tracker_id: trackerId,
        account_id: owner.accountId,
        version: 1,
        mileage: 0,
        status: 'SOS',
        memory: JSON.stringify({ ...NEVER_REPORTED.memory, sos: { since, last: since } }),
      })
      .execute();
    return trackerId;
  }

  return {
    addLabelPoint: own(async () => ({ placeName: uniqueName(), latitude: 24.78, longitude: 110.49 })),
    addRoute: own(async () => ({ routeName: uniqueName(), color: '#0b5cad', dataPoints: LINE })),
    addTrackerIcon: own(async () => ({ iconName: uniqueName(), picture: await samplePicture() })),
    createFence: own(async () => fenceFields()),
    withdrawOwnShareLinks: own(async () => ({})),
    createShareLink: {
      payload: async (owner) => ({
        shareName: uniqueName(),
        trackerIds: [await createTracker(owner)],
        expireTime: clock.now() + 86_400_000,
      }),
      otherAccountError: 'tracker-unknown',
    },
    deleteFence: {
      payload: async (owner) => ({ fenceId: await fence(owner) }),
      otherAccountError: 'fence-unknown',
    },
    deleteLabelPoint: {
      payload: async (owner) => ({ labelPointId: await labelPoint(owner) }),
      otherAccountError: 'label-point-unknown',
    },
    deleteRoute: {
      payload: async (owner) => ({ routeId: await route(owner) }),
      otherAccountError: 'route-unknown',
    },
    deleteTrackerIcon: {
      payload: async (owner) => ({ iconId: await icon(owner) }),
      otherAccountError: 'icon-unknown',
    },
    editFence: {
      payload: async (owner) => ({ fenceId: await fence(owner), fenceName: uniqueName() }),
      otherAccountError: 'fence-unknown',
    },
    editGroupShow: own(async (owner) => ({ groupIds: [await createGroup(owner)], display: 'HIDE' })),
    editLabelPoint: {
      payload: async (owner) => ({ labelPointId: await labelPoint(owner), placeName: uniqueName() }),
      otherAccountError: 'label-point-unknown',
    },
    exportMapObjects: own(async (owner) => {
      await fence(owner);
      return { kind: 'fence', format: 'geojson' };
    }),
    geoLocInfoWithKeywords: own(async () => ({ keywords: '24.78, 110.49' })),
    getRoutePlan: {
      payload: async () => ({ points: LINE }),
      expectedError: 'routing-unset',
      otherAccountError: null,
    },
    liftSos: {
      payload: async (owner) => ({ trackerId: await createTrackerInSos(owner) }),
      otherAccountError: 'tracker-unknown',
    },
    queryAddress: own(async () => ({ latitude: 24.78, longitude: 110.49 })),
    queryAllFences: own(async () => ({})),
    queryAllLabelPoints: own(async () => ({})),
    queryAllRoutes: own(async () => ({})),
    queryAllRoutesByGroupId: own(async (owner) => ({ groupId: await createGroup(owner) })),
    queryAllTrackerIcons: own(async () => ({})),
    queryBaseLayers: own(async () => ({})),
    queryGroupShow: own(async () => ({})),
    queryRouteByID: {
      payload: async (owner) => ({ routeId: await route(owner) }),
      otherAccountError: 'route-unknown',
    },
    queryShare: own(async () => ({ code: (await share(await sharer())).code })),
    queryShareLinks: own(async () => ({})),
    queryShareStates: own(async () => ({ code: (await share(await sharer())).code })),
    getShareTrackColumns: own(async () => ({ code: (await share(await sharer(), true)).code })),
    queryShareTrails: own(async () => ({ code: (await share(await sharer())).code, minutes: 5 })),
    queryTrackerData: {
      payload: async (owner) => ({ trackerId: await createTracker(owner) }),
      otherAccountError: 'tracker-unknown',
    },
    queryTrackerListData: own(async () => ({ keywords: 'row' })),
    queryTrails: {
      payload: async (owner) => ({ trackerIds: [await createTracker(owner)], minutes: 5 }),
      otherAccountError: 'tracker-unknown',
    },
    updateRoute: {
      payload: async (owner) => ({ routeId: await route(owner), routeName: uniqueName() }),
      otherAccountError: 'route-unknown',
    },
    uploadGPSFile: own(async () => ({
      file: new File([GPX], 'pier.gpx', { type: 'application/gpx+xml' }),
      save: true,
    })),
    uploadMapPicture: own(async () => ({ use: 'icon', picture: await samplePicture() })),
    withdrawShareLink: {
      payload: async (owner) => ({ shareId: (await share(owner)).shareId }),
      otherAccountError: 'share-unknown',
    },
  };
}
