import { encodeBlock } from '@wakeline/contract/replay/track-blocks';
import { activitiesOf } from '@wakeline/domain/tracks/track-activities';
import { expect, test } from 'vitest';
import type { LoadedTrack } from './loaded-track.ts';
import { createTracksBuilder } from './tracks-builder.ts';
import type { FinishMessage } from './tracks-messages.ts';

const MINUTE = 60_000;
const NONE = { course: null, height: null, battery: null, gsm: null, satellites: null, accuracy: null };

/** East along the equator, 278 m a minute at 16.7 km/h; at minute 30 a jump to latitude 10. */
const ROUTE = Array.from({ length: 60 }, (_, minute) => ({
  time: minute * MINUTE,
  lng: minute / 400,
  lat: minute === 30 ? 10 : 0,
}));

const WINDOW = { from: 0, to: 60 * MINUTE };
const RULE = { movingSpeed: 5, gapMs: 60 * MINUTE, minStopMs: 5 * MINUTE };

function buildTracks(last: Partial<FinishMessage>): LoadedTrack | undefined {
  const events: LoadedTrack[] = [];
  const handleRequest = createTracksBuilder((event) => event.type === 'track' && events.push(event.track));
  const bytes = encodeBlock({
    trackerId: 7,
    coarse: true,
    length: ROUTE.length,
    time: Float64Array.from(ROUTE, ({ time }) => time),
    lng: Float64Array.from(ROUTE, ({ lng }) => lng),
    lat: Float64Array.from(ROUTE, ({ lat }) => lat),
    columns: { ...NONE, speed: new Float32Array(ROUTE.length).fill(16.7) },
    flags: Uint8Array.from(ROUTE, (_, at) => at % 4),
  });
  handleRequest({ type: 'setup', window: WINDOW, rule: RULE, contexts: new Map() });
  handleRequest({ type: 'start', batch: { trackerIds: [7], start: 0, end: 60 * MINUTE }, isFull: false });
  handleRequest({ type: 'bytes', bytes });
  handleRequest({ type: 'end', last: null });
  handleRequest({ type: 'finish', incomplete: [], correction: 'none', kinds: new Map(), ...last });
  return events.at(-1);
}

test('corrects the loaded part of a track that exceeds the limit of fixes', () => {
  const track = buildTracks({ incomplete: [7], correction: 'intelligent' });
  expect(track).toMatchObject({ coarse: true, summary: null });
  expect([...(track?.changes?.removed ?? [])]).toEqual([30]);
  expect(track?.track.length).toBe(59);
  // Reported flags stay with their fix.
  expect([...(track?.track.flags?.slice(29, 32) ?? [])]).toEqual([29 % 4, 31 % 4, 32 % 4]);
  expect(track?.stays).toEqual(track && activitiesOf(track.track, WINDOW, RULE).stays);
});

test('returns raw tracks without a correction', () => {
  const track = buildTracks({ incomplete: [7] });
  expect(track?.changes).toBeNull();
  expect(track?.track.length).toBe(60);
});
