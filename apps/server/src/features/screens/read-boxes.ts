import type { ScreenBox } from '@wakeline/contract/screens/screen-box';
import type { BoxData, ScreenData } from '@wakeline/contract/screens/screen-data';
import type { BoxKind } from '@wakeline/domain/screens/box-kinds';
import type { Db } from '../../db/database.ts';
import type { EventArchive } from '../../events/event-archive.ts';
import type { Caller } from '../../identity/caller.ts';
import type { BoxReader, ScreenAlarms } from './box-reader.ts';
import { readAttention } from './boxes/attention.ts';
import { readFigures } from './boxes/figures.ts';
import { readMap } from './boxes/map.ts';
import { readNewestAlarms } from './boxes/newest-alarms.ts';
import { readOnlineRate } from './boxes/online-rate.ts';
import { readRanking } from './boxes/ranking.ts';
import { readTrend } from './boxes/trend.ts';
import type { FigureCache } from './figure-cache.ts';
import { scopeOfBox } from './screens.queries.ts';

/** Null: the box shows only states of devices, which consoles have. */
const READERS: Readonly<Record<BoxKind, BoxReader | null>> = {
  figures: readFigures,
  attention: readAttention,
  map: readMap,
  onlineRate: readOnlineRate,
  newestAlarms: readNewestAlarms,
  ranking: readRanking,
  trend: readTrend,
  fleet: null,
  deviceTable: null,
  clock: null,
  text: null,
};

export interface BoxReading {
  readonly db: Db;
  readonly eventArchive: EventArchive | null;
  readonly cache: FigureCache;
  readonly alarms: ScreenAlarms;
}

/** The figures of boxes, of the devices that a reader sees. */
export async function readBoxes(
  { db, eventArchive, cache, alarms }: BoxReading,
  caller: Caller,
  boxes: readonly Pick<ScreenBox, 'boxId' | 'kind' | 'groupId' | 'options'>[],
  now: number,
): Promise<ScreenData> {
  const results = await Promise.all(
    boxes.map(async (box) => {
      const read = READERS[box.kind];
      if (read === null) return null;
      const reader = { ...caller, ...(await scopeOfBox(db, caller, box.groupId)) };
      const { asOf, value } = await read({ db, eventArchive, cache, alarms, reader, now }, box);
      return { boxId: box.boxId, asOf, data: value };
    }),
  );
  return { serverTime: now, boxes: results.filter((result) => result !== null) };
}

/** Without names of devices. */
export function withoutNames(data: BoxData): BoxData {
  const hide = <Row extends { readonly trackerName: string }>(list: readonly Row[]): Row[] =>
    list.map((row) => ({ ...row, trackerName: '' }));
  switch (data.kind) {
    case 'attention':
      return {
        kind: data.kind,
        openAlarms: { ...data.openAlarms, list: hide(data.openAlarms.list) },
        offline: { ...data.offline, list: hide(data.offline.list) },
        expiring: { ...data.expiring, list: hide(data.expiring.list) },
        lowBattery: { ...data.lowBattery, list: hide(data.lowBattery.list) },
      };
    case 'newestAlarms':
      return { ...data, list: hide(data.list) };
    case 'ranking':
      return { ...data, list: hide(data.list) };
    default:
      return data;
  }
}
