import { describe, expect, test } from 'vitest';
import { parseReplay3dView, type Replay3dView, writeReplay3dView } from './replay-3d-address.ts';

const DEFAULT_VIEW: Replay3dView = { camera: 'around', exaggeration: 1, relief: true, pose: null };

describe('address of a 3D replay', () => {
  test('omits defaults, and keeps other parameters', () => {
    const query = writeReplay3dView(new URLSearchParams('trackerId=7&rise=5&look=1,2,3'), DEFAULT_VIEW);
    expect(query.toString()).toBe('trackerId=7');
    expect(parseReplay3dView(query)).toEqual(DEFAULT_VIEW);
  });

  test('round-trips a view', () => {
    const view: Replay3dView = {
      camera: 'behind',
      exaggeration: 5,
      relief: false,
      pose: { bearing: -12.5, pitch: 70, zoom: 13.25, center: null },
    };
    const query = writeReplay3dView(new URLSearchParams(), view);
    expect(query.toString()).toBe('camera=behind&rise=5&ground=flat&look=-12.5%2C70.0%2C13.25');
    expect(parseReplay3dView(query)).toEqual(view);
  });

  test('contains the centre of a free camera', () => {
    const pose = { bearing: 0, pitch: 60, zoom: 12, center: { lng: -179.5, lat: 46.25, height: 1_450 } };
    const query = writeReplay3dView(new URLSearchParams(), { ...DEFAULT_VIEW, camera: 'free', pose });
    expect(query.get('look')).toBe('0.0,60.0,12.00,-179.500000,46.250000,1450');
    expect(parseReplay3dView(query).pose).toEqual(pose);
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
  ])('ignores %s', (query) => {
    expect(parseReplay3dView(new URLSearchParams(query))).toEqual(DEFAULT_VIEW);
  });
});
