import { describe, expect, it } from 'vitest';
import { parseReplayView, parseTrackerIds, type ReplayView, writeReplayView } from './replay-address.ts';

const read = (query: string) => parseReplayView(new URLSearchParams(query));

const DEFAULT_VIEW: ReplayView = {
  trackerIds: [7],
  start: 1_000,
  end: 90_000,
  time: null,
  level: 5,
  trailMinutes: null,
  correction: 'none',
  offset: false,
  follow: null,
  color: 'none',
};

describe('replay address', () => {
  it('round-trips a view, and keeps other parameters', () => {
    const view: ReplayView = {
      trackerIds: [7, 12],
      start: 1_000,
      end: 90_000,
      time: 45_000,
      level: 8,
      trailMinutes: 15,
      correction: 'intelligent',
      offset: true,
      follow: 12,
      color: 'height',
    };
    const query = writeReplayView(new URLSearchParams('t=abc'), view);
    expect(query.get('t')).toBe('abc');
    expect(query.get('trackerId')).toBe('7,12');
    expect(parseReplayView(query)).toEqual(view);
  });

  it('contains only values that differ from the defaults', () => {
    const query = writeReplayView(new URLSearchParams('speed=9&wake=5&offset=1&color=gsm'), DEFAULT_VIEW);
    expect(query.toString()).toBe('trackerId=7&start=1000&end=90000');
    expect(parseReplayView(query)).toEqual(DEFAULT_VIEW);
  });

  it('distinguishes no trail from the full trail', () => {
    const none = writeReplayView(new URLSearchParams(), { ...DEFAULT_VIEW, trailMinutes: 0 });
    expect(none.get('wake')).toBe('0');
    expect(parseReplayView(none)?.trailMinutes).toBe(0);
  });

  it('clamps the speed between 1 and 65', () => {
    expect(read('trackerId=7&start=1000&end=9000&speed=0')?.level).toBe(1);
    expect(read('trackerId=7&start=1000&end=9000&speed=999')?.level).toBe(65);
  });

  it('ignores invalid values', () => {
    const wrong = 'wake=7&correction=magic&offset=yes&follow=8&color=red&time=soon&speed=quick';
    expect(read(`trackerId=7&start=1000&end=90000&${wrong}`)).toEqual(DEFAULT_VIEW);
  });

  it('removes duplicate devices', () => expect(parseTrackerIds('7,12,7')).toEqual([7, 12]));

  it('accepts 200 devices at most', () => {
    const ids = Array.from({ length: 201 }, (_, index) => index + 1);
    expect(parseTrackerIds(ids.slice(1).join(','))).toHaveLength(200);
    expect(parseTrackerIds(ids.join(','))).toBeNull();
  });

  it.each([
    '',
    'trackerId=7',
    'trackerId=7&start=x&end=9',
    'trackerId=-1&start=1&end=9',
    'trackerId=0&start=1&end=9',
    'trackerId=7,&start=1&end=9',
    'trackerId=7,x&start=1&end=9',
  ])('rejects %j', (query) => expect(read(query)).toBeNull());
});
