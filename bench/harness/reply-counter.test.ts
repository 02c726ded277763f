import { expect, test } from 'vitest';
import { EndCounter, FlagCounter, LengthCounter, type ReplyCounter } from './reply-counter.ts';

/** Each with three replies, and the start of a fourth one. */
const STREAMS: readonly [name: string, create: () => ReplyCounter, text: string][] = [
  ['flags', () => new FlagCounter(), '~reply 1~~reply 2~~reply 3~~rep'],
  ['length', () => new LengthCounter(4), '000100020003000'],
  ['one character', () => new EndCounter('#'), '*HQ,1#*HQ,2#*HQ,3#*HQ,'],
  [
    'several characters',
    () => new EndCounter('\r\n\r\n'),
    '200\r\nA: b\r\n\r\n200\r\n\r\n200\r\n\r\n200\r\n\r',
  ],
];

test.each(STREAMS)('counts replies by their %s, cut at every byte', (_name, create, text) => {
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at <= bytes.length; at++) {
    const counter = create();
    expect(counter.count(bytes.subarray(0, at)) + counter.count(bytes.subarray(at))).toBe(3);
  }
});
