import { expect, test } from 'vitest';
import { playLines, readFeedLines } from './play-lines.ts';

test('reads AIS and SBS lines of a recording without its times', () => {
  const text = '# comment\r\n\\s:a,c:1426032000*00\\!AIVDM,1,1,,A,1,0*00\r\n\nMSG,3,1\n$GPRMC,x*00\n';
  expect(readFeedLines(text)).toEqual(['!AIVDM,1,1,,A,1,0*00', 'MSG,3,1']);
});

test('sends all lines in order, again for each loop', async () => {
  const sent: string[] = [];
  const link = { send: async (lines: readonly string[]) => void sent.push(...lines), close: () => undefined };
  const count = await playLines(
    { lines: ['a', 'b'], perSecond: 1_000_000, loops: 2 },
    link,
    new AbortController().signal,
  );
  expect([count, sent]).toEqual([4, ['a', 'b', 'a', 'b']]);
});

test('stops when it is cancelled', async () => {
  const link = { send: async () => undefined, close: () => undefined };
  expect(await playLines({ lines: ['a'], perSecond: 1, loops: 10 }, link, AbortSignal.abort())).toBe(0);
});
