import { trackOf } from '@wakeline/domain/tracks/track';
import { createTrackLine } from '@wakeline/domain/tracks/track-line';
import type { Position } from 'geojson';
import { expect, test } from 'vitest';
import { spanFeatures } from './track-markers.ts';

const START = Date.UTC(2026, 4, 1, 8);
const MINUTE = 60_000;

/** Eastwards along the equator, where no line is curved: 0.01 degrees a minute; a gap of two hours after minute 9. */
const track = trackOf(
  [...Array.from({ length: 10 }, (_, minute) => minute), 130, 131].map((minute) => ({
    lng: minute * 0.01,
    lat: 0,
    time: START + minute * MINUTE,
    dir: null,
    speed: null,
    power: null,
    gsm: null,
    gps: null,
    height: null,
    distant: 0,
  })),
);
const line = createTrackLine(track);

function linesOf(startMinute: number, endMinute: number): number[][] {
  const span = { start: START + startMinute * MINUTE, end: START + endMinute * MINUTE };
  return spanFeatures(track, line, span).features.map(({ geometry }) =>
    (geometry as { coordinates: Position[] }).coordinates.map(
      ([lng = 0]) => Math.round(lng * 10_000) / 10_000,
    ),
  );
}

test('cuts a range at its start and end, between fixes', () => {
  const [spanLine = [], ...others] = linesOf(2.5, 4.25);
  expect(others).toEqual([]);
  expect([spanLine[0], spanLine.at(-1)]).toEqual([0.025, 0.0425]);
  for (const lng of spanLine) expect(lng).toBeGreaterThanOrEqual(0.025);
});

test('ends a range of fixes at these fixes', () => {
  const [spanLine = []] = linesOf(2, 4);
  expect([spanLine[0], spanLine.at(-1)]).toEqual([0.02, 0.04]);
});

test('draws a range between two fixes', () => {
  expect(linesOf(2.25, 2.75)).toEqual([[0.0225, 0.0275]]);
});

test('draws nothing across a gap', () => {
  const spanLines = linesOf(8, 130.5);
  expect(spanLines.map((spanLine) => [spanLine[0], spanLine.at(-1)])).toEqual([
    [0.08, 0.09],
    [1.3, 1.305],
  ]);
});

test('draws nothing without a range', () => {
  expect(spanFeatures(track, line, null).features).toEqual([]);
});
