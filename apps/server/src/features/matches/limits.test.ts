import { LIMITS } from '@wakeline/contract/limits';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEvent, type TestEvent } from '../../testing/live-event.ts';
import type { Person } from '../../testing/person.ts';
import { failureOf } from '../../testing/viewer.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

let world: World;
let harbour: WorldAccount;
let ada: Person;
let event: TestEvent;
beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
});
afterAll(() => world.stop());
beforeEach(async () => {
  event = await createEvent(world, harbour.accountId);
});

test('limits the matches of an account', async () => {
  const account = await world.account('organiser');
  const bo = await account.person('bo');
  const startTime = world.clock.now();
  const form = { matchName: 'Lake run', startTime, endTime: startTime + 3_600_000 };
  const { matchId } = await bo.call('createMatch', form);
  await sql`
    insert into match (account_id, name, place, state, start_at, end_at, maps, settings, code, edited_at)
    select account_id, name, place, state, start_at, end_at, maps, settings, 'match ' || at, edited_at
    from match, generate_series(2, ${LIMITS.matchesPerAccount}::int) as at where match_id = ${matchId}`.execute(
    world.database.db,
  );
  expect(await failureOf(bo.call('createMatch', form))).toBe('match-limit');
});

test('limits the race courses of a match', async () => {
  const { matchId } = event;
  const [spot, other] = await Promise.all(
    [57.7, 57.71].map(async (latitude) => {
      const place = {
        placeName: `Mark ${latitude}`,
        latitude,
        longitude: 12,
        iconUrl: 'flag',
        color: '#336699',
      };
      return (await ada.call('addLabelPoint', place as never)).labelPointId;
    }),
  );
  const marks = [{ labelPointId: spot ?? 0 }, { labelPointId: other ?? 0 }];
  const add = () => failureOf(ada.call('addMatchCourse', { matchId, source: { kind: 'marks', marks } }));
  await sql`
    insert into match_course (match_id, source, data, created_at)
    select match_id, source, data, created_at from match_course, generate_series(3, ${LIMITS.coursesPerMatch}::int)
    where match_id = ${matchId}`.execute(world.database.db);
  expect([await add(), await add()]).toEqual([null, 'match-course-limit']);
});

test('limits the classes of a match', async () => {
  const { matchId } = event;
  const add = (className: string) =>
    failureOf(
      ada.call('saveMatchClass', {
        ...{ matchId, classId: null, className, courseId: null, startMode: 'mass' as const },
      }),
    );
  await sql`
    insert into match_class (match_id, name, start_mode)
    select ${matchId}, 'Class ' || at, 'mass' from generate_series(3, ${LIMITS.classesPerMatch}::int) as at`.execute(
    world.database.db,
  );
  expect([await add('Last'), await add('More')]).toEqual([null, 'match-class-limit']);
});

test('limits the participants of a match', async () => {
  const { matchId } = event;
  const add = (count: number) =>
    failureOf(
      ada.call('batchCreateParticipants', {
        matchId,
        participants: Array.from({ length: count }, () => ({ participantName: 'Cy' })),
      }),
    );
  // Two are there.
  await sql`
    insert into match_participant (match_id, number, name, club, nationality, gender)
    select ${matchId}, '', 'Di', '', '', 'unspecified' from generate_series(5, ${LIMITS.participantsPerMatch}::int)`.execute(
    world.database.db,
  );
  expect([await add(3), await add(2), await add(1)]).toEqual([
    'participant-limit',
    null,
    'participant-limit',
  ]);
});

test('limits the decisions of a match, and refuses them for an archived one', async () => {
  const { matchId, participantIds } = event;
  const [participantId] = participantIds;
  const decide = () =>
    failureOf(
      ada.call('correctParticipant', {
        ...{ matchId, participantId, reason: 'seen' },
        correction: { kind: 'status', status: 'disqualified' },
      }),
    );
  await sql`
    insert into match_correction (match_id, participant_id, data, reason, user_name, created_at)
    select ${matchId}, ${participantId}, '{"kind": "status", "status": null}', '', 'ada', now()
    from generate_series(2, ${LIMITS.correctionsPerMatch}::int)`.execute(world.database.db);
  expect([await decide(), await decide()]).toEqual([null, 'correction-limit']);
  await world.database.db
    .updateTable('match')
    .set({ state: 'archived' })
    .where('match_id', '=', matchId)
    .execute();
  expect(await decide()).toBe('match-archived');
});

test('limits the pictures of public pages of an account', async () => {
  const painters = await world.account('painters');
  const cy = await painters.person('cy');
  const { matchId } = await createEvent(world, painters.accountId);
  await sql`
    insert into stored_file (file_id, account_id, kind, media_type, name, bytes, sha256, created_at)
    select 'event picture ' || at, ${painters.accountId}, 'picture', 'image/webp', 'event', 0, ''::bytea, now()
    from generate_series(1, 1999) as at`.execute(world.database.db);
  const bytes = await sharp({ create: { width: 1_080, height: 280, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  const upload = () =>
    failureOf(
      cy.call('uploadLiveConfPic', {
        ...{ matchId, use: 'bottom' as const },
        picture: new File([new Uint8Array(bytes)], 'picture.png'),
      }),
    );
  expect([await upload(), await upload()]).toEqual([null, 'live-picture-limit']);
});
