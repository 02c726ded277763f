import type { TrackerEvent } from '@wakeline/domain/events/tracker-event';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Partitions } from '../../../db/partitions.ts';
import { EventColumns } from '../../../events/insert.ts';
import { archiveAll } from '../../../events/testing/archive-all.ts';
import { report } from '../../../ingest/testing/reports.ts';
import { STORE_KINDS, type TestStore } from '../../../positions/testing/stores.ts';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

for (const kind of STORE_KINDS) {
  describe(`events of a device with events in ${kind.name}`, { tags: [...kind.tags] }, () => {
    let store: TestStore;
    let world: World;
    let account: WorldAccount;
    let holder: Person;
    let made = 0;
    let imei: string;
    let trackerId: number;

    beforeAll(async () => {
      await kind.start();
      store = await kind.open();
      world = await startWorld({ history: store });
      account = await world.account('harbour');
      holder = await account.person('holder');
    });
    afterAll(async () => {
      await world.stop();
      await kind.stop();
    });

    /** Archives all events, if there is an archive. */
    const archive = () => archiveAll(world.database.db, store);
    beforeEach(async () => {
      made += 1;
      imei = `86111000000${String(made).padStart(4, '0')}`;
      trackerId = await account.tracker(imei, `Gull ${made}`);
    });

    /** The events of the day up to now. */
    function eventsFor(person: Person, filter: object = {}) {
      const now = world.clock.now();
      return person.call('queryDeviceEvents', { trackerId, startTime: now - DAY, endTime: now, ...filter });
    }

    async function insert(events: readonly TrackerEvent[]): Promise<void> {
      const columns = new EventColumns();
      for (const event of events) columns.add(trackerId, account.accountId, event);
      await new Partitions().ensure(world.database.db, columns.weeks);
      await world.database.db.transaction().execute((tx) => columns.insert(tx));
      await archive();
    }

    function fenceEvent(time: number, groupId: number | null): TrackerEvent {
      const fence = { fenceId: 42, fenceName: 'Quay', groupId };
      return { kind: 'fence-exited', time, latitude: 53.5, longitude: 9.9, fence, since: time - HOUR };
    }

    test('shows a viewer what a device reported', async () => {
      const now = world.clock.now();
      const device = await world.device('jt808', imei);
      await device.reply(device.report(report({ time: now - 10_000, alarms: ['OUTAGE'] })));
      await archive();
      const viewer = await account.person('viewer', { permission: 'viewer' });
      const { list, next } = await eventsFor(viewer);
      expect(next).toBeNull();
      // The connection by the server clock, the alarm by the device clock.
      expect(list).toMatchObject([
        { kind: 'online', time: now, ref: 0, since: null, msgType: null, fenceId: null },
        { kind: 'alarm', time: now - 10_000, ref: 6, msgType: 'OUTAGE', since: null },
      ]);
      expect(list[1]?.location?.latitude).toBeCloseTo(53.5436, 5);
      expect((await eventsFor(viewer, { kinds: ['alarm'] })).list).toHaveLength(1);
      const first = await eventsFor(viewer, { pageSize: 1 });
      expect(first.next).toEqual({ time: now, kind: 'online', ref: 0 });
      expect((await eventsFor(viewer, { pageSize: 1, before: first.next })).list).toEqual([list[1]]);
    });

    test('shows what ended, and hides the name of a fence outside the groups of the reader', async () => {
      const now = world.clock.now();
      const { groupId } = await holder.call('createGroup', { groupName: `Boats ${made}` });
      const { groupId: otherGroup } = await holder.call('createGroup', { groupName: `Others ${made}` });
      await holder.call('editTracker', { trackerId, trackerName: 'Gull', groupId });
      await insert([
        fenceEvent(now - HOUR, otherGroup),
        {
          kind: 'movement-stopped',
          time: now,
          latitude: null,
          longitude: null,
          since: now - HOUR,
          metres: 1_500,
        },
        { kind: 'battery-low', time: now, latitude: null, longitude: null, battery: 20 },
      ]);
      const scoped = await account.person(`scoped${made}`, { permission: 'viewer', groupIds: [groupId] });
      const seen = (await eventsFor(scoped)).list;
      expect(seen).toMatchObject([
        { kind: 'battery-low', electricity: 20, location: null },
        { kind: 'movement-stopped', since: now - HOUR, metres: 1_500 },
        { kind: 'fence-exited', since: now - 2 * HOUR, fenceId: 42, fenceName: null },
      ]);
      expect((await eventsFor(holder)).list.at(-1)?.fenceName).toBe('Quay');
    });

    test('refuses other accounts, other groups, and invalid times', async () => {
      const otherUser = await (await world.account('airfield')).person('other');
      const { groupId } = await holder.call('createGroup', { groupName: `Empty ${made}` });
      const scoped = await account.person(`empty${made}`, { permission: 'viewer', groupIds: [groupId] });
      for (const person of [otherUser, scoped]) {
        await expect(eventsFor(person)).rejects.toMatchObject({ errorName: 'tracker-unknown' });
      }
      const now = world.clock.now();
      await expect(eventsFor(holder, { startTime: now })).rejects.toMatchObject({ errorName: 'time-order' });
      await expect(eventsFor(holder, { startTime: now - 31 * DAY - 1 })).rejects.toMatchObject({
        errorName: 'span-too-long',
      });
      expect((await eventsFor(holder, { startTime: now - 31 * DAY })).list).toEqual([]);
    });

    test('ends with the validity of an expired device', async () => {
      const now = world.clock.now();
      await insert([fenceEvent(now - HOUR, null), fenceEvent(now - 2 * HOUR, null)]);
      const setValidity = (valid_until: Date | null) =>
        world.database.db.updateTable('tracker').set({ valid_until }).where('imei', '=', imei).execute();
      await setValidity(new Date(now - HOUR));
      expect((await eventsFor(holder)).list).toHaveLength(1);
      await setValidity(null);
      expect((await eventsFor(holder)).list).toHaveLength(2);
    });

    test('goes with a device that is transferred with its history, without the fences of the former account', async () => {
      const now = world.clock.now();
      await insert([
        fenceEvent(now - 2 * HOUR, null),
        { kind: 'ignition-on', time: now - HOUR, latitude: null, longitude: null, since: now - DAY },
      ]);
      const customer = await world.account('customer');
      const buyer = await customer.person('buyer');
      await world.database.db
        .updateTable('account')
        .set({ dealer_id: account.accountId })
        .where('account_id', '=', customer.accountId)
        .execute();
      await holder.call('transferTrackers', {
        trackerIds: [trackerId],
        accountId: customer.accountId,
        history: 'move',
      });
      expect((await eventsFor(buyer)).list.map(({ kind }) => kind)).toEqual(['ignition-on']);
      await expect(eventsFor(holder)).rejects.toMatchObject({ errorName: 'tracker-unknown' });
    });
  });
}
