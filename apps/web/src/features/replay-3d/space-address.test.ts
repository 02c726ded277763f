import { describe, expect, test } from 'vitest';
import { readSpace, type SpaceView, writeSpace } from './space-address.ts';

const PLAIN: SpaceView = { camera: 'around', rise: 1, relief: true, look: null };

describe('the address of a replay in space', () => {
  test('says nothing of what is usual, and keeps what else stands there', () => {
    const query = writeSpace(new URLSearchParams('trackerId=7&rise=5&look=1,2,3'), PLAIN);
    expect(query.toString()).toBe('trackerId=7');
    expect(readSpace(query)).toEqual(PLAIN);
  });

  test('gives back what was put into it', () => {
    const view: SpaceView = {
      camera: 'behind',
      rise: 5,
      relief: false,
      look: { bearing: -12.5, pitch: 70, zoom: 13.25 },
    };
    const query = writeSpace(new URLSearchParams(), view);
    expect(query.toString()).toBe('camera=behind&rise=5&ground=flat&look=-12.5%2C70.0%2C13.25');
    expect(readSpace(query)).toEqual(view);
  });

  test.each([
    'camera=upside',
    'rise=3',
    'rise=-1',
    'look=1,2',
    'look=1,95,3',
    'look=,,',
    'look=a,b,c',
    'look=1,2,3,4',
  ])('takes %s as if it were left out', (query) => {
    expect(readSpace(new URLSearchParams(query))).toEqual(PLAIN);
  });
});
