import type { PayloadInput } from '@wakeline/contract/operation';
import type { BoxData, BoxDataOf, queryScreenData } from '@wakeline/contract/screens/screen-data';
import type { EventDetails } from '@wakeline/domain/events/tracker-event';
import type { BoxKind, BoxOptions } from '@wakeline/domain/screens/box-kinds';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Partitions, weekOf } from '../../db/partitions.ts';
import { EventColumns } from '../../events/insert.ts';
import { archiveAll } from '../../events/testing/archive-all.ts';
import { STORE_KINDS, type TestStore } from '../../positions/testing/stores.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The present is 20:00 of 1 June 2026 in China. */
const JUNE_1 = Date.UTC(2026, 5, 1) / 86_400_000;

type Box = PayloadInput<typeof queryScreenData>['boxes'][number];

for (const kind of STORE_KINDS) {
  describe(`screens with events in ${kind.name}`, { tags: [...kind.tags] }, () => {
    let store: TestStore;
    let world: World;
    let harbour: WorldAccount;
    let ada: Person;
    /** Confined to the group Quay. */
    let viewer: Person;
    let other: Person;
    let quay: number;
    let pier: number;
    let gull: number;
    let tern: number;
    let heron: number;
    let now: number;

    beforeAll(async () => {
      await kind.start();
      store = await kind.open();
      world = await startWorld({ history: store });
      now = world.clock.now();
      harbour = await world.account('harbour');
      ada = await harbour.person('ada');
      quay = (await ada.call('createGroup', { groupName: 'Quay' })).groupId;
      pier = (await ada.call('createGroup', { groupName: 'Pier', parentId: quay })).groupId;
      viewer = await harbour.person('vic', { permission: 'viewer', groupIds: [quay] });
      const elsewhere = await world.account('elsewhere');
      other = await elsewhere.person('eve');
      gull = await harbour.tracker('861390000000701', 'Gull', pier);
      tern = await harbour.tracker('861390000000702', 'Tern');
      heron = await harbour.tracker('861390000000703', 'Heron');
      const owl = await elsewhere.tracker('861390000000704', 'Owl');
      const { db } = world.database;
      const none = { first_fix: null, last_fix: null };
      await db
        .insertInto('device_day')
        .values([
          {
            tracker_id: gull,
            day: JUNE_1,
            ...none,
            trip_metres: 12_000,
            other_metres: 500,
            trip_time: HOUR,
            stops: 3,
          },
          {
            tracker_id: gull,
            day: JUNE_1 - 1,
            ...none,
            trip_metres: 40_000,
            trip_time: HOUR,
            overspeeds: 4,
          },
          { tracker_id: gull, day: JUNE_1 - 29, ...none, trip_metres: 1_000, trip_time: HOUR },
          // Before the last 30 days.
          { tracker_id: gull, day: JUNE_1 - 30, ...none, trip_metres: 999_000, trip_time: HOUR },
          {
            tracker_id: tern,
            day: JUNE_1,
            ...none,
            trip_metres: 30_000,
            trip_time: HOUR,
            stops: 1,
            offline_time: 4 * HOUR,
          },
          { tracker_id: owl, day: JUNE_1, ...none, trip_metres: 77_000, trip_time: HOUR },
        ])
        .execute();
      const state = { account_id: harbour.accountId, version: 1, mileage: 0, memory: '{}' };
      await db
        .insertInto('tracker_state')
        .values([
          {
            ...state,
            tracker_id: gull,
            status: 'RUNNING',
            activated_at: now - 48 * HOUR,
            comm_time: now,
            battery: 12,
          },
          // Offline since 18:30, two hours and a half in the hours from 18, 19 and 20.
          {
            ...state,
            tracker_id: tern,
            status: 'OFFLINE',
            activated_at: now - 48 * HOUR,
            comm_time: now - 90 * MINUTE,
            fix_time: now - 90 * MINUTE,
          },
        ])
        .execute();
      await ada.call('editTracker', { trackerId: heron, validUntil: now + 5 * 24 * HOUR });
    });
    afterAll(async () => {
      await world.stop();
      await kind.stop();
    });

    /** Archives all events, if there is an archive. */
    const archive = () => archiveAll(world.database.db, store);

    const box = (kind: BoxKind, options: Partial<BoxOptions> = {}, groupId: number | null = null): Box => ({
      boxId: 1,
      kind,
      groupId,
      options: options as Box['options'],
    });

    async function read<Kind extends BoxData['kind']>(
      person: Person,
      kind: Kind,
      options: Partial<BoxOptions> = {},
      groupId: number | null = null,
    ): Promise<BoxDataOf<Kind>> {
      const { boxes } = await person.call('queryScreenData', { boxes: [box(kind, options, groupId)] });
      return boxes[0]?.data as BoxDataOf<Kind>;
    }

    /** Advances the clock beyond the time for which figures are kept. */
    function expireCache(): void {
      world.clock.advance(5 * MINUTE);
    }

    describe('the figures of boxes', () => {
      test('are the sums of today, of the devices that the reader sees', async () => {
        expect(await read(ada, 'figures')).toEqual({ kind: 'figures', mileageToday: 42_500 });
        expect(await read(viewer, 'figures')).toEqual({ kind: 'figures', mileageToday: 12_500 });
        expect(await read(other, 'figures')).toEqual({ kind: 'figures', mileageToday: 77_000 });
      });

      test('are limited to the group of a box with its subgroups; a foreign group has none', async () => {
        expect((await read(ada, 'figures', {}, quay)).mileageToday).toBe(12_500);
        expect((await read(other, 'figures', {}, quay)).mileageToday).toBeNull();
        expect((await read(ada, 'figures', {}, 2_000_000_000)).mileageToday).toBeNull();
        const tugs = (await ada.call('createGroup', { groupName: 'Tugs' })).groupId;
        expect((await read(viewer, 'figures', {}, tugs)).mileageToday).toBeNull();
      });

      test('have the online rate of today', async () => {
        // Two devices for 20 hours; the stored 4 hours offline, and an hour and a half that goes on.
        expect((await read(ada, 'onlineRate')).today).toBeCloseTo(1 - 5.5 / 40, 9);
        expect((await read(viewer, 'onlineRate')).today).toBe(1);
        expect((await read(ada, 'onlineRate', {}, 2_000_000_000)).today).toBeNull();
      });

      test.each([
        [
          'mileage',
          1,
          [
            ['Tern', 30_000],
            ['Gull', 12_500],
          ],
        ],
        [
          'mileage',
          7,
          [
            ['Gull', 52_500],
            ['Tern', 30_000],
          ],
        ],
        [
          'mileage',
          30,
          [
            ['Gull', 53_500],
            ['Tern', 30_000],
          ],
        ],
        [
          'stops',
          1,
          [
            ['Gull', 3],
            ['Tern', 1],
          ],
        ],
        ['overspeeds', 1, []],
        ['overspeeds', 7, [['Gull', 4]]],
      ] as const)('rank devices by %s of %i days', async (ranking, rankingDays, expected) => {
        const { list } = await read(ada, 'ranking', { ranking, rankingDays });
        expect(list.map(({ trackerName, value }) => [trackerName, value])).toEqual(expected);
      });

      test('have trends by day, with null where nothing was reported', async () => {
        const { points } = await read(ada, 'trend', { trend: 'mileage', trendDays: 7 });
        expect(points.map(({ day }) => day)).toEqual([
          '2026-05-26',
          '2026-05-27',
          '2026-05-28',
          '2026-05-29',
          '2026-05-30',
          '2026-05-31',
          '2026-06-01',
        ]);
        expect(points.map(({ value }) => value)).toEqual([null, null, null, null, null, 40_000, 42_500]);
        // Midnight in China.
        expect(points[6]?.time).toBe(Date.UTC(2026, 4, 31, 16));
        const month = await read(ada, 'trend', { trend: 'mileage', trendDays: 30 });
        expect(month.points.map(({ value }) => value).filter((value) => value !== null)).toEqual([
          1_000, 40_000, 42_500,
        ]);
      });

      test('have no data for boxes that live from states, and refuse an unknown kind', async () => {
        const boxes = [box('clock'), box('text'), box('fleet'), box('deviceTable')];
        expect((await ada.call('queryScreenData', { boxes })).boxes).toEqual([]);
        const unknown = ada.call('queryScreenData', { boxes: [box('weather' as BoxKind)] });
        await expect(unknown).rejects.toMatchObject({ errorName: 'field-invalid' });
      });

      test('are kept for less than a minute, with their age', async () => {
        const first = await ada.call('queryScreenData', { boxes: [box('figures')] });
        const asOf = world.clock.now();
        expireCache();
        const second = await ada.call('queryScreenData', { boxes: [box('figures')] });
        expect(first.boxes[0]?.asOf).toBeLessThanOrEqual(asOf);
        expect(second.boxes[0]?.asOf).toBe(world.clock.now());
        world.clock.advance(30_000);
        const third = await ada.call('queryScreenData', { boxes: [box('figures')] });
        expect(third).toMatchObject({
          serverTime: world.clock.now(),
          boxes: [{ asOf: world.clock.now() - 30_000 }],
        });
      });
    });

    describe('attention', () => {
      test('lists devices that are offline, expire or have a low battery', async () => {
        expireCache();
        const { offline, expiring, lowBattery, openAlarms } = await read(ada, 'attention');
        expect(offline).toEqual({
          count: 1,
          list: [{ trackerId: tern, trackerName: 'Tern', time: now - 90 * MINUTE, value: null }],
        });
        expect(expiring).toMatchObject({ count: 1, list: [{ trackerId: heron, time: now + 5 * 24 * HOUR }] });
        expect(lowBattery).toMatchObject({ count: 1, list: [{ trackerName: 'Gull', value: 12 }] });
        expect(openAlarms).toEqual({ count: 0, list: [] });
        expect(await read(viewer, 'attention')).toMatchObject({
          offline: { count: 0 },
          lowBattery: { count: 1 },
        });
        expect(await read(other, 'attention')).toMatchObject({
          offline: { count: 0 },
          lowBattery: { count: 0 },
        });
      });

      test('lists open alarms of visible devices, the newest first', async () => {
        const first = await world.appendNotice(harbour.accountId, gull, { noticeType: 'SOS' });
        const second = await world.appendNotice(harbour.accountId, tern, { noticeType: 'OVERSPEED' });
        // No alarm, and one without a device.
        await world.appendNotice(harbour.accountId, gull, { noticeType: 'RUNNING' });
        expireCache();
        const newest = await read(ada, 'newestAlarms');
        expect(
          newest.list.map(({ messageId, trackerName, msgType, state }) => [
            messageId,
            trackerName,
            msgType,
            state,
          ]),
        ).toEqual([
          [second, 'Tern', 'OVERSPEED', 'open'],
          [first, 'Gull', 'SOS', 'open'],
        ]);
        await ada.call('resolveAlarm', { messageId: second, reason: 'handled' });
        expireCache();
        expect((await read(ada, 'attention')).openAlarms).toMatchObject({
          count: 1,
          list: [{ messageId: first }],
        });
        expect((await read(ada, 'newestAlarms')).list).toMatchObject([
          { state: 'resolved' },
          { state: 'open' },
        ]);
        expect((await read(viewer, 'newestAlarms')).list).toMatchObject([{ messageId: first }]);
        expect((await read(ada, 'map')).alarms).toEqual([
          { messageId: second, trackerId: tern, msgType: 'OVERSPEED' },
          { messageId: first, trackerId: gull, msgType: 'SOS' },
        ]);
        expect((await read(viewer, 'map')).alarms).toMatchObject([{ messageId: first }]);
        expect((await read(ada, 'map', { followAlarms: false })).alarms).toEqual([]);
        expect((await read(ada, 'newestAlarms', {}, 2_000_000_000)).list).toEqual([]);
        expect((await read(other, 'newestAlarms')).list).toEqual([]);
      });
    });

    test('divide mileage and time offline by the last 24 hours', async () => {
      const { db } = world.database;
      const start = Math.floor(world.clock.now() / HOUR) * HOUR;
      await new Partitions().ensure(db, [weekOf(start), weekOf(start - 24 * HOUR)]);
      const at = { latitude: 0, longitude: 0, end_latitude: 0, end_longitude: 0, ignition: null, data: null };
      // 40 minutes of the hour before the last full one and 20 of the next, at a constant speed.
      const trip = {
        started_at: start - 160 * MINUTE,
        ended_at: start - 100 * MINUTE,
        kind: 0,
        metres: 60_000,
      };
      await db
        .insertInto('episode')
        .values({ ...at, ...trip, tracker_id: gull })
        .execute();
      // An absence that ended: from 20 minutes before an hour to 30 minutes after it.
      await sql`insert into event (time, since, tracker_id, ref, kind)
    values (${start - 5 * HOUR + 30 * MINUTE}, ${start - 5 * HOUR - 20 * MINUTE}, ${gull}, 0, 9)`.execute(db);
      await archive();
      expireCache();
      const mileage = await read(viewer, 'trend', { trend: 'mileage', trendDays: 1 });
      const byTime = new Map(mileage.points.map(({ time, value }) => [time, value]));
      expect(byTime.get(start - 3 * HOUR)).toBeCloseTo(40_000, 3);
      expect(byTime.get(start - 2 * HOUR)).toBeCloseTo(20_000, 3);
      expect(byTime.get(start - 4 * HOUR)).toBe(0);
      expect((await read(other, 'trend', { trend: 'mileage', trendDays: 1 })).points[0]?.value).toBeNull();
      const online = await read(viewer, 'trend', { trend: 'online', trendDays: 1 });
      const rates = new Map(online.points.map(({ time, value }) => [time, value]));
      expect(rates.get(start - 6 * HOUR)).toBeCloseTo(1 - 20 / 60, 6);
      expect(rates.get(start - 5 * HOUR)).toBeCloseTo(1 - 30 / 60, 6);
      expect(rates.get(start - 4 * HOUR)).toBe(1);
      expect((await read(other, 'trend', { trend: 'online', trendDays: 1 })).points[0]?.value).toBeNull();
    });

    describe('alarms', () => {
      /** Epoch milliseconds of a time in the account's zone. */
      const at = (text: string) => Date.parse(`2026-${text}:00+08:00`);
      let fleet: WorldAccount;
      let amy: Person;
      /** Confined to the group North. */
      let vera: Person;
      let north: number;

      beforeAll(async () => {
        fleet = await world.account('alarming');
        amy = await fleet.person('amy');
        north = (await amy.call('createGroup', { groupName: 'North' })).groupId;
        vera = await fleet.person('vera', { permission: 'viewer', groupIds: [north] });
        const skua = await fleet.tracker('861390000000711', 'Skua', north);
        const auk = await fleet.tracker('861390000000712', 'Auk');
        const { fenceId } = await amy.call('createFence', {
          ...{ fenceName: 'Yard', fenceType: 'CIRCULAR', fenceData: { center: [1, 2], radius: 200 } },
          ...{ color: '#0b5cad', notice: 'IN' },
        });
        const fence = { fenceId, fenceName: 'Yard', groupId: null };
        const columns = new EventColumns();
        const events: readonly [number, string, EventDetails][] = [
          [skua, '05-02T23:59', { kind: 'alarm', noticeType: 'SOS' }],
          [skua, '05-03T00:00', { kind: 'alarm', noticeType: 'SOS' }],
          [skua, '05-25T23:59', { kind: 'alarm', noticeType: 'VIBRATION' }],
          [auk, '05-26T00:00', { kind: 'battery-low', battery: 9 }],
          [skua, '05-31T10:00', { kind: 'rule', ruleId: 5, noticeType: 'OVERSPEED', value: 91 }],
          [skua, '05-31T11:00', { kind: 'fence-entered', fence }],
          // The fence does not notify of exits.
          [skua, '05-31T12:00', { kind: 'fence-exited', fence, since: at('05-31T11:00') }],
          [skua, '05-31T21:30', { kind: 'fence-entered', fence }],
          [skua, '05-31T22:00', { kind: 'movement-started', since: at('05-31T21:00') }],
          [auk, '06-01T00:00', { kind: 'alarm', noticeType: 'CLOCK' }],
          [skua, '06-01T19:30', { kind: 'offline', since: at('06-01T19:20') }],
          [auk, '06-01T19:59', { kind: 'alarm', noticeType: 'SOS' }],
        ];
        for (const [trackerId, time, details] of events)
          columns.add(trackerId, fleet.accountId, {
            time: at(time),
            latitude: 25,
            longitude: 110,
            ...details,
          });
        await new Partitions().ensure(world.database.db, columns.weeks);
        await world.database.db.transaction().execute((tx) => columns.insert(tx));
        await archive();
      });

      const trend = async (person: Person, trendDays: 1 | 7 | 30) =>
        (await read(person, 'trend', { trend: 'alarms', trendDays })).points;
      const ranking = async (person: Person, rankingDays: 1 | 7 | 30) =>
        (await read(person, 'ranking', { ranking: 'alarms', rankingDays })).list.map(
          ({ trackerName, value }) => `${trackerName} ${value}`,
        );

      test.each([
        [7, '2026-05-26', [1, 0, 0, 0, 0, 3, 3], 2],
        [30, '2026-05-03', [1, ...Array(21).fill(0), 1, 1, 0, 0, 0, 0, 3, 3], 2],
      ] as const)(
        'of %i days are as many in trend, ranking and report',
        async (days, startDay, values, devices) => {
          const points = await trend(amy, days);
          expect(points.map(({ value }) => value)).toEqual(values);
          const filter = { startDay, endDay: '2026-06-01', pageSize: 50 } as const;
          const byDay = await amy.call('queryWarnCount', {
            ...{ ...filter, by: 'day', sort: 'key', direction: 'ascending' },
          });
          expect(byDay.list.map(({ startDay: day, alarms }) => [day, alarms])).toEqual(
            points.map(({ day, value }) => [day, value]),
          );
          const { sum, list } = await amy.call('queryWarnCount', { ...filter, by: 'device' });
          expect(sum).toMatchObject({
            alarms: values.reduce((total: number, value) => total + value, 0),
            devices,
          });
          expect(await ranking(amy, days)).toEqual(
            list.map(({ trackerName, alarms }) => `${trackerName} ${alarms}`),
          );
          expect((await amy.call('queryWarnData', { ...filter, pageSize: 10 })).total).toBe(sum.alarms);
        },
      );

      test('are ranked by device, without devices that have none', async () => {
        expect(await ranking(amy, 30)).toEqual(['Skua 6', 'Auk 3']);
        expect(await ranking(amy, 7)).toEqual(['Skua 4', 'Auk 3']);
        expect(await ranking(amy, 1)).toEqual(['Auk 2', 'Skua 1']);
        expect(await ranking(vera, 1)).toEqual(['Skua 1']);
        expect(await ranking(other, 30)).toEqual([]);
      });

      test('of the last 24 hours are counted by hour when they happened', async () => {
        const countsOf = async (person: Person) =>
          (await trend(person, 1)).flatMap(({ time, value }) => (value === 0 ? [] : [[time, value]]));
        expect(await trend(amy, 1)).toHaveLength(24);
        expect(await countsOf(amy)).toEqual([
          [at('05-31T21:00'), 1],
          [at('06-01T00:00'), 1],
          [at('06-01T19:00'), 2],
        ]);
        expect(await countsOf(vera)).toEqual([
          [at('05-31T21:00'), 1],
          [at('06-01T19:00'), 1],
        ]);
        expect(await countsOf(other)).toEqual([]);
      });
    });
  });
}
