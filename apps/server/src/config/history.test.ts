import { expect, test } from 'vitest';
import { historyUrl } from './history.ts';

test('reads a server with its user, password and database', () => {
  expect(historyUrl('http://wake:p%40ss%3A1@db.example:8123/history')).toEqual([
    {
      replicas: [{ url: 'http://db.example:8123', host: 'db.example:8123' }],
      ...{ database: 'history', user: 'wake', password: 'p@ss:1' },
    },
  ]);
});

test('reads shards and their replicas', () => {
  const shards = historyUrl(' http://a:8123,b:8123/one  https://c,d:9000/two ');
  expect(shards.map(({ replicas }) => replicas.map(({ url }) => url))).toEqual([
    ['http://a:8123', 'http://b:8123'],
    ['https://c', 'https://d:9000'],
  ]);
  expect(shards[1]).toMatchObject({ database: 'two', user: 'default', password: '' });
  expect(shards[1]?.replicas[0]?.host).toBe('c:443');
});

test.each([
  ['postgres://host:5432/history', 'another protocol'],
  ['http://host:8123', 'no database'],
  ['http://host:8123/', 'no database'],
  ['http://host:8123/my-history', 'a name that needs quotes'],
  ['http://host:8123/history?x=1', 'parameters'],
  ['http://host:99999/history', 'an impossible port'],
  ['http://a,,b/history', 'an empty host'],
  ['http://a:1,a:1/history', 'the same host twice'],
  ['http://user:%zz@host/history', 'a broken escape'],
  ['', 'nothing'],
])('refuses %s: %s', (text) => {
  expect(() => historyUrl(text)).toThrow(/is not a URL|names a host twice/);
});
