import type { Place } from '@wakeline/domain/playback';
import type { Track } from '@wakeline/domain/track';
import type { TrackLine } from '@wakeline/domain/track-line';
import type { Feature, FeatureCollection, Position } from 'geojson';
import { GLYPHS, iconOf } from '../icons/glyphs.ts';
import { imageSubject } from '../icons/images.ts';
import type { Bounds } from '../map-view.ts';

/** The device's icon, as trackers have it. */
export interface ReplayIcon {
  readonly iconUrl: string;
  readonly iconType: 'STANDARD' | 'CUSTOM';
}

const collect = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });

function lineFeature(coordinates: Position[], id?: number): Feature {
  const feature: Feature = { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } };
  return id === undefined ? feature : { ...feature, id };
}

/** The pieces of the line, by their number. */
export function pieceFeatures({ pieces }: TrackLine): FeatureCollection {
  return collect(pieces.map(({ line }, number) => lineFeature(line, number)));
}

export function gapFeatures({ gaps }: TrackLine): FeatureCollection {
  return collect(gaps.map(({ line }) => lineFeature(line)));
}

export function partFeatures(parts: readonly Position[][]): FeatureCollection {
  return collect(parts.map((line) => lineFeature(line)));
}

/** Flags at the first and the last fix. */
export function endFeatures(track: Track): FeatureCollection {
  if (track.length === 0) return collect([]);
  return collect([
    pointFeature(track, 0, { end: 'start' }),
    pointFeature(track, track.length - 1, { end: 'end' }),
  ]);
}

/** At most so many points are drawn: with more of them none could be told apart. */
const MOST_POINTS = 3_000;

/** Fixes in an area, by their index. Where there are very many, evenly chosen ones. */
export function pointFeatures(track: Track, area: Bounds): FeatureCollection {
  const inside: number[] = [];
  for (let at = 0; at < track.length; at += 1) {
    const lng = track.lng[at] ?? 0;
    const lat = track.lat[at] ?? 0;
    if (lat < area.south || lat > area.north) continue;
    // The view may lie on another copy of the world.
    const turns = Math.round(((area.west + area.east) / 2 - lng) / 360);
    const here = lng + turns * 360;
    if (here >= area.west && here <= area.east) inside.push(at);
  }
  const stride = Math.ceil(inside.length / MOST_POINTS);
  return collect(
    inside.filter((_, n) => n % stride === 0).map((at) => pointFeature(track, at, { index: at })),
  );
}

function pointFeature(track: Track, at: number, properties: Record<string, string | number>): Feature {
  return {
    type: 'Feature',
    id: at,
    properties,
    geometry: { type: 'Point', coordinates: [track.lng[at] ?? 0, track.lat[at] ?? 0] },
  };
}

/** The marker at its place. */
export function cursorFeature(place: Place, icon: ReplayIcon): Feature {
  const custom = icon.iconType === 'CUSTOM';
  const name = iconOf(icon.iconUrl);
  const { course } = place;
  return {
    type: 'Feature',
    properties: {
      gap: place.gap,
      nose: course !== null,
      course: course ?? 0,
      glyph: imageSubject(
        custom ? ['picture', icon.iconUrl] : ['glyph', name, place.gap ? 'OFFLINE' : 'RUNNING'],
      ),
      turn: !custom && GLYPHS[name].turns ? (course ?? 0) : 0,
    },
    geometry: { type: 'Point', coordinates: [place.lng, place.lat] },
  };
}
