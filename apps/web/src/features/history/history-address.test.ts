import { describe, expect, it } from 'vitest';
import { readHistory, writeHistory } from './history-address.ts';

const read = (query: string) => readHistory(new URLSearchParams(query));

describe('the address of a replay', () => {
  it('gives back what was put in, and leaves other values alone', () => {
    const view = { trackerId: 7, start: 1_000, end: 90_000, time: 45_000, level: 8 };
    const query = writeHistory(new URLSearchParams('t=abc'), view);
    expect(query.get('t')).toBe('abc');
    expect(readHistory(query)).toEqual(view);
  });

  it('has the specification’s speed and the beginning where it says nothing', () => {
    expect(read('trackerId=7&start=1000&end=9000')).toEqual({
      trackerId: 7,
      start: 1_000,
      end: 9_000,
      time: null,
      level: 5,
    });
  });

  it('keeps the speed between 1 and 65', () => {
    expect(read('trackerId=7&start=1000&end=9000&speed=0')?.level).toBe(1);
    expect(read('trackerId=7&start=1000&end=9000&speed=999')?.level).toBe(65);
  });

  it.each([
    '',
    'trackerId=7',
    'trackerId=7&start=x&end=9',
    'trackerId=-1&start=1&end=9',
    'trackerId=0&start=1&end=9',
  ])('is no replay: %j', (query) => expect(read(query)).toBeNull());
});
