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
      look: { bearing: -12.5, pitch: 70, zoom: 13.25, middle: null },
    };
    const query = writeSpace(new URLSearchParams(), view);
    expect(query.toString()).toBe('camera=behind&rise=5&ground=flat&look=-12.5%2C70.0%2C13.25');
    expect(readSpace(query)).toEqual(view);
  });

  test('says what lies in the middle of a free picture', () => {
    const look = { bearing: 0, pitch: 60, zoom: 12, middle: { lng: -179.5, lat: 46.25, height: 1_450 } };
    const query = writeSpace(new URLSearchParams(), { ...PLAIN, camera: 'free', look });
    expect(query.get('look')).toBe('0.0,60.0,12.00,-179.500000,46.250000,1450');
    expect(readSpace(query).look).toEqual(look);
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
    'look=1,2,3,200,0,0',
  ])('takes %s as if it were left out', (query) => {
    expect(readSpace(new URLSearchParams(query))).toEqual(PLAIN);
  });
});
