import { encodeBlock } from '@wakeline/contract/replay/track-blocks';
import { staysOf } from '@wakeline/domain/tracks/stays';
import { expect, test } from 'vitest';
import type { LoadedTrack } from './loaded-track.ts';
import { makeTracks } from './tracks-maker.ts';
import type { LastWork } from './tracks-messages.ts';

const MINUTE = 60_000;
const NONE = { course: null, height: null, battery: null, gsm: null, satellites: null, accuracy: null };

/** East along the equator, 278 m a minute at 16.7 km/h; at minute 30 a jump to the tenth degree of latitude. */
const WAY = Array.from({ length: 60 }, (_, minute) => ({
  time: minute * MINUTE,
  lng: minute / 400,
  lat: minute === 30 ? 10 : 0,
}));

function made(last: Partial<LastWork>): LoadedTrack | undefined {
  const told: LoadedTrack[] = [];
  const work = makeTracks((news) => news.type === 'track' && told.push(news.track));
  const bytes = encodeBlock({
    trackerId: 7,
    coarse: true,
    length: WAY.length,
    time: Float64Array.from(WAY, ({ time }) => time),
    lng: Float64Array.from(WAY, ({ lng }) => lng),
    lat: Float64Array.from(WAY, ({ lat }) => lat),
    columns: { ...NONE, speed: new Float32Array(WAY.length).fill(16.7) },
    flags: Uint8Array.from(WAY, (_, at) => at % 4),
  });
  work({ type: 'begin', ask: { trackerIds: [7], start: 0, end: 60 * MINUTE }, whole: false });
  work({ type: 'bytes', bytes });
  work({ type: 'end', last: null });
  work({ type: 'finish', incomplete: [], correction: 'none', kinds: new Map(), ...last });
  return told.at(-1);
}

test('a track that was cut by the limit of fixes is corrected as far as it was read', () => {
  const track = made({ incomplete: [7], correction: 'intelligent' });
  expect(track).toMatchObject({ coarse: true, summary: null });
  expect([...(track?.changes?.removed ?? [])]).toEqual([30]);
  expect(track?.track.length).toBe(59);
  // What the device said stays with its fix.
  expect([...(track?.track.flags?.slice(29, 32) ?? [])]).toEqual([29 % 4, 31 % 4, 32 % 4]);
  expect(track?.stays).toEqual(track && staysOf(track.track));
});

test('without a correction it is as it came', () => {
  const track = made({ incomplete: [7] });
  expect(track?.changes).toBeNull();
  expect(track?.track.length).toBe(60);
});
