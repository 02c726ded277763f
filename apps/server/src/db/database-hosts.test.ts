import { expect, test } from 'vitest';
import { parseHosts } from './database-hosts.ts';

test('leaves a URL with one host as it is', () => {
  const url = 'postgres://w:s%40fe@db.example:5433/wakeline?sslmode=require';
  expect(parseHosts(url)).toEqual({ urls: [url], mustBePrimary: false });
  const socket = 'postgres://w@localhost/wakeline?host=%2Frun%2Fpostgresql';
  expect(parseHosts(socket)).toEqual({ urls: [socket], mustBePrimary: false });
});

// libpq, 34.1.1.3: "Specifying Multiple Hosts".
test('splits several hosts, each with its port', () => {
  expect(parseHosts('postgresql://w:secret@one:5432,two:5433,[::1]/wakeline?sslmode=require')).toEqual({
    urls: [
      'postgresql://w:secret@one:5432/wakeline?sslmode=require',
      'postgresql://w:secret@two:5433/wakeline?sslmode=require',
      'postgresql://w:secret@[::1]/wakeline?sslmode=require',
    ],
    mustBePrimary: true,
  });
});

test('splits the parameters host and port', () => {
  const { urls } = parseHosts('postgres://w@localhost/wakeline?host=one,two&port=5432,5433');
  expect(urls.map((url) => new URL(url).searchParams.toString())).toEqual([
    'host=one&port=5432',
    'host=two&port=5433',
  ]);
  const { urls: samePort } = parseHosts('postgres://w@localhost/wakeline?host=one,two&port=6000');
  expect(samePort.map((url) => new URL(url).searchParams.get('port'))).toEqual(['6000', '6000']);
});

test.each(['read-write', 'primary'])('uses one host only while it is the primary with %s', (attributes) => {
  const url = `postgres://w@vip/wakeline?target_session_attrs=${attributes}`;
  expect(parseHosts(url)).toEqual({ urls: [url], mustBePrimary: true });
});

test.each([
  ['another database', 'mysql://w@db/x'],
  ['no URL', 'db.example'],
  ['an invalid port', 'postgres://w@one:port,two/x'],
  ['another number of ports', 'postgres://w@localhost/x?host=a,b,c&port=1,2'],
  ['servers that need not accept writes', 'postgres://w@one,two/x?target_session_attrs=any'],
])('refuses %s', (_, url) => {
  expect(() => parseHosts(url)).toThrow(TypeError);
});
