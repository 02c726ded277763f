import { randomUUID } from 'node:crypto';
import { LIMITS } from '@wakeline/contract/limits';
import { DEFAULT_LIVE_CONF } from '@wakeline/contract/matches/live-conf';
import type { MatchState } from '@wakeline/contract/matches/matches';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEvent, type TestEvent } from '../../testing/live-event.ts';
import type { Person } from '../../testing/person.ts';
import { failureOf, Viewer } from '../../testing/viewer.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

let world: World;
let harbour: WorldAccount;
let ada: Person;
let event: TestEvent;
let viewer: Viewer;
let viewers = 0;

beforeAll(async () => {
  world = await startWorld({ environment: { WAKELINE_TRUST_PROXY: 'yes' } });
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
});
afterAll(() => world.stop());
beforeEach(async () => {
  event = await createEvent(world, harbour.accountId);
  viewer = newViewer();
});

/** A viewer at an address of their own. */
function newViewer(address?: string): Viewer {
  viewers += 1;
  return new Viewer(world, address ?? `198.51.${100 + Math.floor(viewers / 250)}.${1 + (viewers % 250)}`);
}
const comment = (text = 'Go Anna!', more: object = {}) => ({
  ...{ code: event.code, clientKey: randomUUID(), viewerKey: randomUUID(), name: 'Cy', text },
  ...more,
});
const comments = async (more: object = {}) =>
  (await viewer.call('queryComments', { code: event.code, ...more })).list;
const texts = async () => (await comments()).map(({ text }) => text);
const setState = (state: MatchState) =>
  world.database.db.updateTable('match').set({ state }).where('match_id', '=', event.matchId).execute();
const setComments = (isOn: boolean) =>
  world.database.db
    .updateTable('match')
    .set({ live_conf: JSON.stringify({ ...DEFAULT_LIVE_CONF, comments: isOn }) })
    .where('match_id', '=', event.matchId)
    .execute();

describe('comments of viewers', () => {
  test('have numbers in the order of storage, and are paged forwards and backwards', async () => {
    for (const text of ['one', 'two', 'three']) await newViewer().call('sendComment', comment(text));
    expect(await comments()).toMatchObject([
      { number: 1, kind: 'viewer', name: 'Cy', text: 'one', likes: 0, time: world.clock.now() },
      { number: 2, text: 'two' },
      { number: 3, text: 'three' },
    ]);
    const numbers = async (page: object) => (await comments(page)).map(({ number }) => number);
    expect(await numbers({ after: 0, pageSize: 2 })).toEqual([1, 2]);
    expect(await numbers({ after: 2 })).toEqual([3]);
    expect(await numbers({ after: 3 })).toEqual([]);
    expect(await numbers({ before: 3, pageSize: 1 })).toEqual([2]);
    expect(await numbers({ pageSize: 2 })).toEqual([2, 3]);
  });

  test('are stored once for a repeated request, also when both arrive together', async () => {
    const same = comment('once');
    const [first, second] = await Promise.all([
      viewer.call('sendComment', same),
      newViewer().call('sendComment', same),
    ]);
    expect(second.number).toBe(first.number);
    expect(await viewer.call('sendComment', same)).toEqual(first);
    expect(await texts()).toEqual(['once']);
  });

  test('keep the order of a viewer, none is lost or stored twice when many arrive at once', async () => {
    const sent = Array.from({ length: 120 }, (_, at) => comment(`text ${at}`));
    const stored = await Promise.all(sent.map((one) => newViewer().call('sendComment', one)));
    expect(stored.map(({ number }) => number).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 120 }, (_, at) => at + 1),
    );
    const all = [...(await comments({ after: 0, pageSize: 100 })), ...(await comments({ after: 100 }))];
    const textOf = new Map(all.map(({ number, text }) => [number, text]));
    expect(stored.map(({ number }) => textOf.get(number))).toEqual(sent.map(({ text }) => text));
  });

  test('are numbered without gaps and doubles by two servers', async () => {
    const other = await startWorld({
      sharesDatabaseWith: world,
      environment: { WAKELINE_TRUST_PROXY: 'yes' },
    });
    try {
      const servers = [world, other];
      const sent = Array.from({ length: 60 }, (_, at) =>
        new Viewer(servers[at % 2] ?? world, `203.0.113.${at + 1}`).call(
          'sendComment',
          comment(`text ${at}`),
        ),
      );
      const numbers = (await Promise.all(sent)).map(({ number }) => number);
      expect(new Set(numbers)).toEqual(new Set(Array.from({ length: 60 }, (_, at) => at + 1)));
    } finally {
      await other.stop();
    }
  });

  test('return markup as the text that it is', async () => {
    const text = '<script>alert(1)</script>';
    await viewer.call('sendComment', comment(text));
    expect(await texts()).toEqual([text]);
  });

  test.each([
    ['of 10,000 characters', { text: 'x'.repeat(10_000) }],
    ['of 201 characters', { text: 'x'.repeat(201) }],
    ['without text', { text: '  ' }],
    ['with a line break', { text: 'a\nb' }],
    ['with a reversed direction', { text: 'a\u202eb' }],
    ['with a NUL', { text: 'a\0b' }],
    ['without a name', { name: '' }],
    ['with a name of 41 characters', { name: 'x'.repeat(41) }],
    ['with a client key that is no UUID', { clientKey: 'again' }],
    ['with a short viewer key', { viewerKey: 'me' }],
  ])('are refused %s', async (_, more) => {
    expect(await viewer.failure('sendComment', comment('Go', more))).toBe('field-invalid');
    expect(await texts()).toEqual([]);
  });

  test('of 200 characters are accepted', async () => {
    expect(await viewer.failure('sendComment', comment('好'.repeat(LIMITS.commentText)))).toBeNull();
  });

  test('are refused for an unknown code, a draft, and an archived match, whose page they stay on', async () => {
    expect(await viewer.failure('sendComment', comment('Go', { code: 'x'.repeat(16) }))).toBe(
      'event-unknown',
    );
    expect(await viewer.failure('queryComments', { code: 'x'.repeat(16) })).toBe('event-unknown');
    await viewer.call('sendComment', comment('before'));
    await setState('archived');
    expect(await viewer.failure('sendComment', comment())).toBe('event-closed');
    expect(await texts()).toEqual(['before']);
    await setState('draft');
    expect(await viewer.failure('sendComment', comment())).toBe('event-unknown');
  });

  test.each(['open', 'running', 'finished'] as const)('are accepted in the state %s', async (state) => {
    await setState(state);
    expect(await viewer.failure('sendComment', comment())).toBeNull();
  });

  test('end with the former code of a page at once', async () => {
    await viewer.call('sendComment', comment());
    await ada.call('renewMatchCode', { matchId: event.matchId });
    expect(await viewer.failure('sendComment', comment())).toBe('event-unknown');
  });

  test('are refused when the host has switched them off', async () => {
    await setComments(false);
    expect(await viewer.failure('sendComment', comment())).toBe('comments-off');
    expect(
      await viewer.failure('likeComment', { code: event.code, viewerKey: randomUUID(), number: 1 }),
    ).toBe('comments-off');
    expect(await viewer.failure('queryComments', { code: event.code })).toBe('comments-off');
  });

  test('of one viewer are limited to five at once and one each three seconds', async () => {
    const viewerKey = randomUUID();
    const send = () => failureOf(newViewer().call('sendComment', comment('Go', { viewerKey })));
    for (let at = 0; at < 5; at += 1) expect(await send()).toBeNull();
    expect(await send()).toBe('too-many-requests');
    world.clock.advance(3_000);
    expect(await send()).toBeNull();
    expect(await send()).toBe('too-many-requests');
  });

  test('of one address are limited, with the seconds to wait', async () => {
    const address = '192.0.2.77';
    const flood = Array.from({ length: 61 }, () => newViewer(address).call('sendComment', comment()));
    const results = await Promise.allSettled(flood);
    const refused = results.filter((one) => one.status === 'rejected');
    expect(refused).toMatchObject([{ reason: { errorName: 'too-many-requests', details: { seconds: 1 } } }]);
    expect(await newViewer().failure('sendComment', comment())).toBeNull();
  });

  test('are limited per match', async () => {
    await viewer.call('sendComment', comment());
    await world.database.db
      .updateTable('match_live')
      .set({ last_comment: LIMITS.commentsPerMatch - 1 })
      .where('match_id', '=', event.matchId)
      .execute();
    expect(await newViewer().failure('sendComment', comment('last'))).toBeNull();
    expect(await newViewer().failure('sendComment', comment())).toBe('comment-limit');
    const announcement = { matchId: event.matchId, clientKey: randomUUID(), text: 'End' };
    expect(await failureOf(ada.call('sendSysComment', announcement))).toBe('comment-limit');
  });
});

describe('likes', () => {
  test('count once per viewer and comment', async () => {
    const { number } = await viewer.call('sendComment', comment());
    const like = (viewerKey: string) =>
      newViewer().call('likeComment', { code: event.code, viewerKey, number });
    const [one, two] = [randomUUID(), randomUUID()];
    expect(await like(one)).toEqual({ likes: 1 });
    expect(await like(one)).toEqual({ likes: 1 });
    await Promise.all([like(two), like(two), like(two)]);
    expect(await comments()).toMatchObject([{ likes: 2 }]);
  });

  test('of one viewer are limited', async () => {
    const { number } = await viewer.call('sendComment', comment());
    const viewerKey = randomUUID();
    const like = () => failureOf(newViewer().call('likeComment', { code: event.code, viewerKey, number }));
    for (let at = 0; at < 20; at += 1) expect(await like()).toBeNull();
    expect(await like()).toBe('too-many-requests');
  });

  test('are refused for a comment that does not exist or was deleted', async () => {
    const like = (number: number) =>
      viewer.failure('likeComment', { code: event.code, viewerKey: randomUUID(), number });
    expect(await like(1)).toBe('comment-unknown');
    const { number } = await viewer.call('sendComment', comment());
    await ada.call('deleteComment', { matchId: event.matchId, numbers: [number] });
    expect(await like(number)).toBe('comment-unknown');
    const live = world.database.db.selectFrom('match_live').where('match_id', '=', event.matchId);
    expect(await live.select('likes').execute()).toEqual([{ likes: 0 }]);
  });
});

describe('the host', () => {
  const moderate = (words: string[]) => ada.call('saveLiveModeration', { matchId: event.matchId, words });

  test('deletes comments: viewers see their numbers only, the host sees who deleted them', async () => {
    for (const text of ['one', 'two']) await newViewer().call('sendComment', comment(text));
    await ada.call('deleteComment', { matchId: event.matchId, numbers: [1] });
    const { list, removed, lastNumber } = await viewer.call('queryComments', { code: event.code });
    expect([list.map(({ text }) => text), removed, lastNumber]).toEqual([['two'], [1], 2]);
    const page = await ada.call('queryCommentByPage', { matchId: event.matchId });
    expect(page).toMatchObject({
      total: 2,
      list: [
        { number: 2, deleteTime: null, deletedBy: null, muted: false },
        { number: 1, deleteTime: world.clock.now(), deletedBy: 'ada' },
      ],
      abilities: { moderate: true },
    });
    expect(JSON.stringify(page)).not.toContain('198.51');
    const numbers = async (filter: object) =>
      (await ada.call('queryCommentByPage', { matchId: event.matchId, ...filter })).list.map(
        ({ number }) => number,
      );
    expect(await numbers({ deleted: true })).toEqual([1]);
    expect(await numbers({ keywords: 'TWO' })).toEqual([2]);
    expect(await numbers({ kind: 'system' })).toEqual([]);
    const unknown = ada.call('deleteComment', { matchId: event.matchId, numbers: [2, 3] });
    expect(await failureOf(unknown)).toBe('comment-unknown');
    expect(await texts()).toEqual(['two']);
  });

  test('announces something once, whatever words are refused', async () => {
    await moderate(['delay']);
    const announcement = { matchId: event.matchId, clientKey: randomUUID(), text: 'Start delayed' };
    const { number } = await ada.call('sendSysComment', announcement);
    expect(await ada.call('sendSysComment', announcement)).toEqual({ number });
    expect(await comments()).toMatchObject([{ number, kind: 'system', name: '', text: 'Start delayed' }]);
    await setState('archived');
    expect(await failureOf(ada.call('sendSysComment', announcement))).toBe('match-archived');
  });

  test('refuses words in texts and names', async () => {
    await moderate(['Spam', ' 广告 ', '...']);
    expect((await ada.call('queryLiveModeration', { matchId: event.matchId })).words).toEqual([
      'spam',
      '广告',
    ]);
    expect(await viewer.failure('sendComment', comment('buy S p A m'))).toBe('comment-refused');
    expect(await viewer.failure('sendComment', comment('Go', { name: '广-告' }))).toBe('comment-refused');
    expect(await viewer.failure('sendComment', comment('Go'))).toBeNull();
    await moderate([]);
    expect(await viewer.failure('sendComment', comment('spam'))).toBeNull();
  });

  test('mutes a viewer, an address, and takes it back', async () => {
    const [viewerKey, address] = [randomUUID(), '192.0.2.200'];
    const { number } = await newViewer(address).call('sendComment', comment('rude', { viewerKey }));
    const send = (key: string, from?: string) =>
      newViewer(from).failure('sendComment', comment('more', { viewerKey: key }));
    const mute = (kind: 'viewer' | 'address') =>
      ada.call('muteViewer', { matchId: event.matchId, number, kind });
    const { muteId } = await mute('viewer');
    expect(await mute('viewer')).toEqual({ muteId });
    expect(await send(viewerKey)).toBe('comment-muted');
    expect(await newViewer().failure('likeComment', { code: event.code, viewerKey, number })).toBe(
      'comment-muted',
    );
    expect(await send(randomUUID(), address)).toBeNull();
    await mute('address');
    expect(await send(randomUUID(), address)).toBe('comment-muted');
    const { code } = await createEvent(world, harbour.accountId);
    const elsewhere = comment('more', { viewerKey, code });
    expect(await newViewer(address).failure('sendComment', elsewhere)).toBeNull();
    const { mutes } = await ada.call('queryLiveModeration', { matchId: event.matchId });
    expect(mutes).toMatchObject([
      { kind: 'address', name: 'Cy', userName: 'ada' },
      { muteId, kind: 'viewer' },
    ]);
    const page = await ada.call('queryCommentByPage', { matchId: event.matchId });
    expect(page.list.map(({ muted }) => muted)).toEqual([true, true]);
    const foreign = { matchId: (await createEvent(world, harbour.accountId)).matchId, muteId };
    expect(await failureOf(ada.call('unmuteViewer', foreign))).toBe('mute-unknown');
    await ada.call('unmuteViewer', { matchId: event.matchId, muteId });
    expect(await send(viewerKey)).toBeNull();
    expect(await failureOf(ada.call('unmuteViewer', { matchId: event.matchId, muteId }))).toBe(
      'mute-unknown',
    );
  });

  test('cannot mute the author of an announcement, or of a comment that does not exist', async () => {
    const announcement = { matchId: event.matchId, clientKey: randomUUID(), text: 'Start' };
    const { number } = await ada.call('sendSysComment', announcement);
    for (const one of [number, number + 1]) {
      const call = ada.call('muteViewer', { matchId: event.matchId, number: one, kind: 'viewer' });
      expect(await failureOf(call)).toBe('comment-unknown');
    }
  });

  test('mutes up to a limit', async () => {
    await world.database.db
      .insertInto('match_mute')
      .values(
        Array.from({ length: LIMITS.mutesPerMatch }, (_, at) => ({
          ...{
            match_id: event.matchId,
            kind: 'viewer' as const,
            value: `viewer ${at}`,
            name: '',
            user_name: 'ada',
          },
          created_at: new Date(),
        })),
      )
      .execute();
    const { number } = await viewer.call('sendComment', comment());
    const call = ada.call('muteViewer', { matchId: event.matchId, number, kind: 'viewer' });
    expect(await failureOf(call)).toBe('mute-limit');
  });

  test('sees and changes nothing of a match of another account', async () => {
    const outsider = await (await world.account('elsewhere')).person('outsider');
    const { number } = await viewer.call('sendComment', comment());
    const { matchId } = event;
    const calls = [
      outsider.call('queryCommentByPage', { matchId }),
      outsider.call('deleteComment', { matchId, numbers: [number] }),
      outsider.call('muteViewer', { matchId, number, kind: 'viewer' }),
      outsider.call('saveLiveModeration', { matchId, words: [] }),
      outsider.call('sendSysComment', { matchId, clientKey: randomUUID(), text: 'Hi' }),
    ];
    expect(new Set(await Promise.all(calls.map(failureOf)))).toEqual(new Set(['match-unknown']));
  });
});
