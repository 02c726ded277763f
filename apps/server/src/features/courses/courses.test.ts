import { LIMITS } from '@wakeline/contract/limits';
import {
  type Control,
  type Course,
  type Person as EventPerson,
  newControl,
  newCourse,
  newCourseControl,
} from '@wakeline/domain/courses/event';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const ROLE = 'eob_plugin_race_layer';

let world: World;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  bob = await harbour.person('bob', { permission: 'editor' });
});
afterAll(() => world.stop());

const control = (id: string, code: string | null = null): Control =>
  newControl(id, [12, 57.7], code === null ? 'start' : 'other', code);
const course = (id: string, ...controls: readonly string[]): Course => ({
  ...newCourse(id),
  controls: controls.map((each, index) => newCourseControl(`v${index}`, each)),
});
const player = (id: string, ...courses: readonly string[]): EventPerson => ({
  id,
  name: 'Li Na',
  role: 'PLAYER',
  phone: '13800000000',
  courses,
});

async function createEvent(person = ada): Promise<number> {
  return (await person.call('addCourseEvent', {})).eventId;
}

type ObjectValue = { control: Control; course: Course; person: EventPerson };

/** Saves an object; null deletes it. */
function save<Kind extends keyof ObjectValue>(
  eventId: number,
  kind: Kind,
  objectId: string,
  value: ObjectValue[Kind] | null,
  { person = ada, baseVersion = null }: { person?: Person; baseVersion?: number | null } = {},
) {
  const change = { kind, value } as Parameters<typeof ada.call<'saveCourseObject'>>[1]['change'];
  return person.call('saveCourseObject', { eventId, objectId, baseVersion, change });
}

/** An event with a start, two controls, and a course over all of them. */
async function createPlanned(): Promise<number> {
  const eventId = await createEvent();
  await save(eventId, 'control', 's', control('s'));
  await save(eventId, 'control', 'a', control('a', '31'));
  await save(eventId, 'control', 'b', control('b', '32'));
  await save(eventId, 'course', 'k', course('k', 's', 'a', 'b'));
  return eventId;
}

describe('events', () => {
  test('a new event has the defaults of the specification', async () => {
    const eventId = await createEvent();
    expect(await ada.call('queryCourseEvent', { eventId })).toMatchObject({
      eventId,
      revision: 1,
      event: {
        name: 'New training',
        mapScale: 15_000,
        firstCode: 31,
        date: null,
        controls: [],
        courses: [],
        people: [],
      },
      abilities: { edit: true, remove: true },
    });
  });

  test('are listed with the numbers of their objects, the last edited first, and found by name and place', async () => {
    const other = await world.account('list');
    const eve = await other.person('eve');
    const first = (await eve.call('addCourseEvent', { name: '100% _Night_', place: 'Tuve' })).eventId;
    world.clock.advance(1000);
    const second = (await eve.call('addCourseEvent', { name: 'Day', place: 'Hills' })).eventId;
    await save(first, 'control', 'a', control('a', '31'), { person: eve });
    await save(first, 'control', 'b', control('b', '32'), { person: eve });
    await save(first, 'control', 'b', null, { person: eve, baseVersion: 1 });
    const ids = async (keywords?: string) =>
      (await eve.call('queryCourseEvents', { keywords })).list.map(({ eventId }) => eventId);
    expect(await ids()).toEqual([second, first]);
    expect(await ids('tuve')).toEqual([first]);
    expect(await ids('% _N')).toEqual([first]);
    expect(await ids('%')).toEqual([first]);
    const { list, total, abilities } = await eve.call('queryCourseEvents', { pageIndex: 2, pageSize: 1 });
    expect({ total, abilities }).toEqual({ total: 2, abilities: { add: true } });
    expect(list).toMatchObject([
      { eventName: '100% _Night_', place: 'Tuve', controls: 1, courses: 0, people: 0 },
    ]);
  });

  test('are renamed, which other settings survive', async () => {
    const eventId = (await ada.call('addCourseEvent', { name: 'Old', mapScale: 10_000, date: '2026-06-07' }))
      .eventId;
    const edited = await ada.call('editCourseEvent', { eventId, name: 'New' });
    expect(edited).toEqual({ revision: 2, version: 2, overwritten: null });
    const { event } = await ada.call('queryCourseEvent', { eventId });
    expect(event).toMatchObject({ name: 'New', mapScale: 10_000, date: '2026-06-07' });
    const [entry] = (await ada.call('queryAuditLog', { pageSize: 1 })).list;
    expect(entry).toMatchObject({
      action: 'editCourseEvent',
      target: 'Old',
      before: { name: 'Old' },
      after: { name: 'New' },
    });
  });

  test('are copied with their objects, which then change independently', async () => {
    const eventId = await createPlanned();
    const copyId = (await ada.call('copyCourseEvent', { eventId, eventName: 'Copy' })).eventId;
    await save(eventId, 'control', 'a', control('a', '99'), { baseVersion: 1 });
    const { event, versions } = await ada.call('queryCourseEvent', { eventId: copyId });
    expect(event.name).toBe('Copy');
    expect(event.controls.map(({ id, code }) => [id, code])).toEqual([
      ['s', null],
      ['a', '31'],
      ['b', '32'],
    ]);
    expect(event.courses).toEqual([course('k', 's', 'a', 'b')]);
    expect(versions).toEqual({
      ...{ settings: 1, control: { s: 1, a: 1, b: 1 } },
      ...{ course: { k: 1 }, leg: {}, person: {} },
    });
  });

  test('are deleted with their objects', async () => {
    const eventId = await createPlanned();
    await ada.call('deleteCourseEvent', { eventId });
    await expect(ada.call('queryCourseEvent', { eventId })).rejects.toMatchObject({
      errorName: 'course-event-unknown',
    });
    const rows = await world.database.db
      .selectFrom('course_object')
      .where('event_id', '=', eventId)
      .selectAll()
      .execute();
    expect(rows).toEqual([]);
  });

  test('have a limit per account', async () => {
    const full = await world.account('full');
    const eve = await full.person('full holder');
    const eventId = await createEvent(eve);
    await sql`
      insert into course_event (account_id, name, place, settings, revision, settings_revision, settings_version,
        settings_user, settings_edited_at, edited_at)
      select account_id, name, place, settings, 1, 1, 1, settings_user, settings_edited_at, edited_at from course_event,
        generate_series(1, ${LIMITS.courseEventsPerAccount - 1}) where event_id = ${eventId}`.execute(
      world.database.db,
    );
    for (const call of [
      () => eve.call('addCourseEvent', {}),
      () => eve.call('copyCourseEvent', { eventId, eventName: 'Copy' }),
    ])
      await expect(call()).rejects.toMatchObject({ errorName: 'course-event-limit' });
  });

  test('are read by viewers, and changed by editors with the function of race layers only', async () => {
    const eventId = await createPlanned();
    const harbour = await world.account('harbour');
    const vera = await harbour.person('vera', { permission: 'viewer' });
    expect((await vera.call('queryCourseEvent', { eventId })).abilities).toEqual({
      edit: false,
      remove: false,
    });
    expect((await vera.call('queryCourseEvents', {})).abilities).toEqual({ add: false });
    await expect(save(eventId, 'control', 'x', control('x', '77'), { person: vera })).rejects.toMatchObject({
      errorName: 'not-allowed',
      details: { permission: 'editor' },
    });
    const otto = await harbour.person('otto', { roles: ['eob_plugin_custom_map'] });
    await expect(otto.call('queryCourseEvent', { eventId })).rejects.toMatchObject({
      errorName: 'not-allowed',
      details: { role: ROLE },
    });
  });
});

describe('settings', () => {
  test('have a version: the last change wins, and its author learns whose change it replaced', async () => {
    const eventId = await createEvent();
    const versionOf = async () => (await ada.call('queryCourseEvent', { eventId })).versions.settings;
    expect(await versionOf()).toBe(1);
    const bobs = await bob.call('editCourseEvent', { eventId, place: 'Tuve', baseVersion: 1 });
    expect(bobs).toEqual({ revision: 2, version: 2, overwritten: null });
    const editTime = world.clock.now();
    world.clock.advance(1000);
    // A change of an object is no change of the settings.
    await save(eventId, 'control', 'a', control('a', '31'));
    const adas = await ada.call('editCourseEvent', { eventId, place: 'Hills', baseVersion: 1 });
    expect(adas).toEqual({
      ...{ revision: 4, version: 3 },
      overwritten: { userName: 'bob', version: 2, deleted: false, editTime },
    });
    expect(await versionOf()).toBe(3);
    expect((await bob.call('queryCourseEvent', { eventId })).event.place).toBe('Hills');
  });

  test('replace nothing if they are based on the stored version, or on none', async () => {
    const eventId = await createEvent();
    await bob.call('editCourseEvent', { eventId, place: 'Tuve', baseVersion: 1 });
    for (const baseVersion of [2, undefined])
      expect(await ada.call('editCourseEvent', { eventId, name: 'Night', baseVersion })).toMatchObject({
        overwritten: null,
      });
    const { event } = await ada.call('queryCourseEvent', { eventId });
    expect(event).toMatchObject({ name: 'Night', place: 'Tuve' });
  });

  test('refuse a version that cannot exist', async () => {
    const eventId = await createEvent();
    await expect(ada.call('editCourseEvent', { eventId, baseVersion: 0 })).rejects.toMatchObject({
      errorName: 'field-invalid',
    });
  });

  test('of a copy begin with version 1 of its creator', async () => {
    const eventId = await createEvent();
    await ada.call('editCourseEvent', { eventId, place: 'Tuve' });
    const copyId = (await bob.call('copyCourseEvent', { eventId, eventName: 'Copy' })).eventId;
    const { settings } = await ada.call('queryCourseChanges', { eventId: copyId, since: 0 });
    expect(settings).toMatchObject({ version: 1, userName: 'bob', value: { name: 'Copy', place: 'Tuve' } });
  });
});

describe('objects', () => {
  test('are created, changed and deleted, each with its version', async () => {
    const eventId = await createEvent();
    const created = await save(eventId, 'control', 'a', control('a', '31'));
    expect(created).toEqual({ revision: 2, version: 1, overwritten: null });
    const changed = await save(eventId, 'control', 'a', control('a', '35'), { baseVersion: 1 });
    expect(changed).toEqual({ revision: 3, version: 2, overwritten: null });
    expect((await ada.call('queryCourseEvent', { eventId })).versions.control).toEqual({ a: 2 });
    const deleted = await save(eventId, 'control', 'a', null, { baseVersion: 2 });
    expect(deleted).toEqual({ revision: 4, version: 3, overwritten: null });
    expect((await ada.call('queryCourseEvent', { eventId })).event.controls).toEqual([]);
    // Undo creates it again.
    expect(await save(eventId, 'control', 'a', control('a', '31'))).toEqual({
      revision: 5,
      version: 4,
      overwritten: null,
    });
  });

  test('the last change wins, and the author learns whose change it replaced', async () => {
    const eventId = await createEvent();
    await save(eventId, 'control', 'a', control('a', '31'));
    await save(eventId, 'control', 'a', control('a', '40'), { person: bob, baseVersion: 1 });
    const { version, overwritten } = await save(eventId, 'control', 'a', control('a', '50'), {
      baseVersion: 1,
    });
    expect(version).toBe(3);
    expect(overwritten).toEqual({ userName: 'bob', version: 2, deleted: false, editTime: world.clock.now() });
    expect((await bob.call('queryCourseEvent', { eventId })).event.controls).toMatchObject([{ code: '50' }]);
  });

  test('a change of an object that another user deleted restores it', async () => {
    const eventId = await createEvent();
    await save(eventId, 'control', 'a', control('a', '31'));
    await save(eventId, 'control', 'a', null, { person: bob, baseVersion: 1 });
    const { overwritten } = await save(eventId, 'control', 'a', control('a', '32'), { baseVersion: 1 });
    expect(overwritten).toMatchObject({ userName: 'bob', deleted: true });
    expect((await ada.call('queryCourseEvent', { eventId })).event.controls).toHaveLength(1);
  });

  test('concurrent changes of an event are stored one after the other', async () => {
    const eventId = await createEvent();
    const saved = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        save(eventId, 'control', `c${index}`, control(`c${index}`, `${31 + index}`)),
      ),
    );
    expect(saved.map(({ revision }) => revision).toSorted((a, b) => a - b)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ]);
  });

  test('a leg goes with its control', async () => {
    const eventId = await createPlanned();
    const change = {
      kind: 'leg',
      value: { id: 'l', from: 'a', to: 'b', bends: [[12.1, 57.7]], gaps: [] },
    } as const;
    await ada.call('saveCourseObject', { eventId, objectId: 'l', baseVersion: null, change });
    await save(eventId, 'course', 'k', null, { baseVersion: 1 });
    await save(eventId, 'control', 'b', null, { baseVersion: 1 });
    const { event } = await ada.call('queryCourseEvent', { eventId });
    expect(event.legs).toEqual([]);
  });

  describe('refuses', () => {
    let eventId: number;
    beforeAll(async () => {
      eventId = await createPlanned();
      await save(eventId, 'person', 'p', player('p', 'k'));
    });

    test('a code that another control has, in any case', async () => {
      await save(eventId, 'control', 'x', control('x', 'go1'));
      const refused = { errorName: 'course-code-taken', details: { code: 'GO1' } };
      await expect(save(eventId, 'control', 'y', control('y', 'GO1'))).rejects.toMatchObject(refused);
      // Its own code is no duplicate, and the one of a deleted control is free.
      await save(eventId, 'control', 'x', control('x', 'GO1'), { baseVersion: 1 });
      await save(eventId, 'control', 'x', null, { baseVersion: 2 });
      await save(eventId, 'control', 'y', control('y', 'GO1'));
    });

    test('to delete a control that courses use, and names them', async () => {
      await expect(save(eventId, 'control', 'a', null, { baseVersion: 1 })).rejects.toMatchObject({
        errorName: 'course-control-used',
        details: { courses: 'New course' },
      });
    });

    test('to delete a course of people', async () => {
      await expect(save(eventId, 'course', 'k', null, { baseVersion: 1 })).rejects.toMatchObject({
        errorName: 'course-used',
        details: { people: 'Li Na' },
      });
    });

    test('a course with a control that the event does not have', async () => {
      await expect(
        save(eventId, 'course', 'k', course('k', 's', 'gone'), { baseVersion: 1 }),
      ).rejects.toMatchObject({
        errorName: 'course-control-unknown',
        details: { control: 'gone' },
      });
    });

    test('a person of an unknown course, and a leg to an unknown control', async () => {
      await expect(save(eventId, 'person', 'q', player('q', 'gone'))).rejects.toMatchObject({
        errorName: 'course-unknown',
      });
      const change = { kind: 'leg', value: { id: 'l', from: 'a', to: 'gone', bends: [], gaps: [] } } as const;
      await expect(
        ada.call('saveCourseObject', { eventId, objectId: 'l', baseVersion: null, change }),
      ).rejects.toMatchObject({ errorName: 'course-control-unknown' });
    });

    test('an id that is not the one of the object, and an id twice in a course', async () => {
      await expect(save(eventId, 'control', 'z', control('a', '88'))).rejects.toMatchObject({
        errorName: 'course-object-id',
      });
      const twice = { ...course('n'), controls: [newCourseControl('v', 'a'), newCourseControl('v', 'b')] };
      await expect(save(eventId, 'course', 'n', twice)).rejects.toMatchObject({
        errorName: 'course-object-id',
      });
    });

    test('to delete an object that does not exist', async () => {
      for (const kind of ['control', 'course', 'person'] as const)
        await expect(save(eventId, kind, 'gone', null)).rejects.toMatchObject({
          errorName: 'course-object-unknown',
        });
    });

    test('a start with a code, texts that are too long and ids with spaces', async () => {
      const invalid = [
        () => save(eventId, 'control', 'n', { ...control('n'), code: '31' }),
        () => save(eventId, 'control', 'n', control('n', '123456789')),
        () => save(eventId, 'control', 'n n', control('n n', '77')),
        () => save(eventId, 'course', 'n', { ...course('n'), subtitle: 'x'.repeat(201) }),
      ];
      for (const call of invalid) await expect(call()).rejects.toMatchObject({ errorName: 'field-invalid' });
    });

    test('more course controls than a course may have, counted with its branches', async () => {
      const half = Array.from({ length: LIMITS.courseControls / 2 + 1 }, (_, index) =>
        newCourseControl(`x${index}`, 'a'),
      );
      const forked = {
        ...course('n'),
        controls: [
          ...half,
          {
            ...newCourseControl('f', 'b'),
            variation: {
              kind: 'fork' as const,
              branches: [{ id: 'y', controls: half.map((each) => ({ ...each, id: `y${each.id}` })) }],
            },
          },
        ],
      };
      await expect(save(eventId, 'course', 'n', forked)).rejects.toMatchObject({
        errorName: 'field-invalid',
      });
    });

    test('more controls than an event may have', async () => {
      const fullId = await createEvent();
      await sql`
        insert into course_object (event_id, kind, object_id, version, revision, data, user_name, edited_at)
        select ${fullId}, 'control', 'c' || n, 1, 1, '{}', 'ada', now() from generate_series(1, ${LIMITS.controlsPerEvent}) n`.execute(
        world.database.db,
      );
      await expect(save(fullId, 'control', 'one-more', control('one-more', '31'))).rejects.toMatchObject({
        errorName: 'course-object-limit',
        details: { kind: 'control', max: LIMITS.controlsPerEvent },
      });
    });
  });
});

describe('changes', () => {
  test('since a revision are the objects that changed, the deleted ones and the settings', async () => {
    const eventId = await createPlanned();
    const { revision } = await ada.call('queryCourseEvent', { eventId });
    expect(await ada.call('queryCourseChanges', { eventId, since: revision })).toEqual({
      revision,
      complete: true,
      settings: null,
      objects: [],
    });
    await save(eventId, 'course', 'k', null, { person: bob, baseVersion: 1 });
    await save(eventId, 'control', 'b', control('b', '50'), { baseVersion: 1 });
    await ada.call('editCourseEvent', { eventId, place: 'Tuve' });
    const changes = await ada.call('queryCourseChanges', { eventId, since: revision });
    expect(changes).toMatchObject({
      ...{ revision: revision + 3, complete: true },
      settings: { version: 2, userName: 'ada', value: { place: 'Tuve' } },
    });
    expect(changes.objects).toEqual([
      { objectId: 'b', version: 2, userName: 'ada', change: { kind: 'control', value: control('b', '50') } },
      { objectId: 'k', version: 2, userName: 'bob', change: { kind: 'course', value: null } },
    ]);
  });

  test('are incomplete since a revision whose deletions are no longer known, or that does not exist', async () => {
    const eventId = await createPlanned();
    await save(eventId, 'course', 'k', null, { baseVersion: 1 });
    world.clock.advance(31 * 86_400_000);
    await ada.signIn();
    await bob.signIn();
    const { revision } = await save(eventId, 'control', 'b', null, { baseVersion: 1 });
    const complete = async (since: number) =>
      (await ada.call('queryCourseChanges', { eventId, since })).complete;
    // The course was deleted with revision 6.
    expect(await complete(5)).toBe(false);
    expect(await complete(6)).toBe(true);
    expect(await complete(revision + 1)).toBe(false);
  });

  test('reach the open consoles of users with the function, with the replaced change', async () => {
    const harbour = await world.account('harbour');
    const otto = await harbour.person('otto', { roles: ['eob_plugin_custom_map'] });
    // The session has ended in the month that passed.
    await otto.signIn();
    const eventId = await createPlanned();
    const consoles = await Promise.all([ada.console(), bob.console(), otto.console()]);
    for (const console of consoles) await console.waitUntilLive();
    const [first, second, third] = consoles;
    await save(eventId, 'control', 'a', control('a', '60'), { person: bob, baseVersion: 1 });
    const { revision } = await save(eventId, 'control', 'a', control('a', '61'), { baseVersion: 1 });
    for (const console of [first, second]) {
      // Changes of the planned event may still arrive before them.
      await console?.waitUntil('both changes', ({ courses }) => courses.at(-1)?.revision === revision);
      expect(console?.courses.slice(-2)).toMatchObject([
        { eventId, userName: 'bob', revision: revision - 1, overwritten: null },
        {
          eventId,
          userName: 'ada',
          revision,
          overwritten: { kind: 'control', objectId: 'a', userName: 'bob' },
        },
      ]);
    }
    await bob.call('editCourseEvent', { eventId, place: 'Tuve', baseVersion: 1 });
    await ada.call('editCourseEvent', { eventId, place: 'Hills', baseVersion: 1 });
    for (const console of [first, second]) {
      await console?.waitUntil(
        'changes of the settings',
        ({ courses }) => courses.at(-1)?.revision === revision + 2,
      );
      expect(console?.courses.slice(-2)).toMatchObject([
        { userName: 'bob', overwritten: null },
        { userName: 'ada', overwritten: { kind: 'settings', objectId: null, userName: 'bob' } },
      ]);
    }
    // Messages are in order: what the third console receives after them shows that it got none.
    await ada.call('addPanel', {
      panelName: '测试',
      panelUrl: 'https://example.com/x',
      sort: 7,
      display: 'SHOW',
    });
    await third?.waitUntil('another change', ({ changes }) => changes.includes('panels'));
    expect(third?.courses).toEqual([]);
    ada.closeConsoles();
    bob.closeConsoles();
    otto.closeConsoles();
  });
});

describe('frozen versions', () => {
  test('keep the course as it was, with its controls and legs, also after the event is deleted', async () => {
    const eventId = await createPlanned();
    await save(eventId, 'control', 'unused', control('unused', '90'));
    const frozen = await ada.call('freezeCourse', { eventId, courseId: 'k' });
    expect(frozen.number).toBe(1);
    await save(eventId, 'control', 'a', { ...control('a', '31'), coordinates: [13, 58] }, { baseVersion: 1 });
    expect((await ada.call('freezeCourse', { eventId, courseId: 'k' })).number).toBe(2);
    const { list } = await ada.call('queryCourseVersions', { eventId });
    expect(
      list.map(({ courseId, courseName, number, userName }) => [courseId, courseName, number, userName]),
    ).toEqual([
      ['k', 'New course', 2, 'ada'],
      ['k', 'New course', 1, 'ada'],
    ]);
    await ada.call('deleteCourseEvent', { eventId });
    const version = await ada.call('queryCourseVersion', { versionId: frozen.versionId });
    expect(version).toMatchObject({ eventId: null, number: 1 });
    expect(version.frozen.controls.map(({ id, coordinates }) => [id, ...coordinates])).toEqual([
      ['s', 12, 57.7],
      ['a', 12, 57.7],
      ['b', 12, 57.7],
    ]);
    expect(version.frozen.course).toEqual(course('k', 's', 'a', 'b'));
    await ada.call('deleteCourseVersion', { versionId: frozen.versionId });
    await expect(ada.call('queryCourseVersion', { versionId: frozen.versionId })).rejects.toMatchObject({
      errorName: 'course-version-unknown',
    });
  });

  test('refuse unknown and empty courses, and have a limit', async () => {
    const eventId = await createPlanned();
    await save(eventId, 'course', 'empty', course('empty'));
    const freeze = (courseId: string) => ada.call('freezeCourse', { eventId, courseId });
    await expect(freeze('gone')).rejects.toMatchObject({ errorName: 'course-unknown' });
    await expect(freeze('empty')).rejects.toMatchObject({ errorName: 'course-empty' });
    await freeze('k');
    await sql`
      insert into course_version (account_id, event_id, course_id, number, name, data, user_name, created_at)
      select account_id, event_id, course_id, n, name, data, user_name, created_at from course_version,
        generate_series(2, ${LIMITS.courseVersionsPerEvent}) n where event_id = ${eventId}`.execute(
      world.database.db,
    );
    await expect(freeze('k')).rejects.toMatchObject({ errorName: 'course-version-limit' });
  });
});

test('the schedule lists events with a date by day, with their places and people', async () => {
  const club = await world.account('club');
  const eve = await club.person('club holder');
  const add = async (name: string, date: string | null, place = '') =>
    (await eve.call('addCourseEvent', { name, date, place })).eventId;
  await add('Unscheduled', null);
  const summer = await add('Summer', '2026-07-01', 'Tuve');
  await add('Spring', '2026-04-05', 'Park');
  await save(summer, 'control', 'a', control('a', '31'), { person: eve });
  await save(summer, 'course', 'k', course('k', 'a'), { person: eve });
  await save(summer, 'person', 'p', player('p', 'k'), { person: eve });
  await save(
    summer,
    'person',
    'w',
    { ...player('w'), name: 'Wang', role: 'WORKER', phone: '' },
    { person: eve },
  );
  const { list, total } = await eve.call('queryTrainingSchedule', {});
  expect(total).toBe(2);
  expect(list).toEqual([
    {
      eventId: expect.any(Number),
      eventName: 'Spring',
      date: '2026-04-05',
      place: 'Park',
      people: [],
      peopleTotal: 0,
    },
    {
      eventId: summer,
      eventName: 'Summer',
      date: '2026-07-01',
      place: 'Tuve',
      people: [
        { personName: 'Li Na', role: 'PLAYER', phone: '13800000000', courses: ['New course'] },
        { personName: 'Wang', role: 'WORKER', phone: '', courses: [] },
      ],
      peopleTotal: 2,
    },
  ]);
  const names = async (from?: string, to?: string) =>
    (await eve.call('queryTrainingSchedule', { from, to })).list.map(({ eventName }) => eventName);
  expect(await names('2026-04-06')).toEqual(['Summer']);
  expect(await names(undefined, '2026-04-05')).toEqual(['Spring']);
  expect(await names('2026-04-06', '2026-06-30')).toEqual([]);
});
