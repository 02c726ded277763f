import { placeAt } from '@wakeline/domain/playback';
import { type Stay, staysOf } from '@wakeline/domain/stays';
import type { Track } from '@wakeline/domain/track';
import { type TrackLine, trackLine } from '@wakeline/domain/track-line';
import type { FeatureCollection } from 'geojson';
import { TRACK, TRACK_ENDS, TRACK_GAPS, TRACK_PARTS, track as trackOverlay } from '../layers/track.ts';
import { TRACK_CURSOR, trackCursor } from '../layers/track-cursor.ts';
import { TRACK_POINTS, TRACK_POINTS_ZOOM, trackPoints } from '../layers/track-points.ts';
import { TRACK_STAYS, trackStays } from '../layers/track-stays.ts';
import type { MapView } from '../map-view.ts';
import { NO_FEATURES } from '../overlay.ts';
import { replayStatus } from './replay-status.ts';
import {
  cursorFeature,
  endFeatures,
  gapFeatures,
  partFeatures,
  pieceFeatures,
  pointFeatures,
  type ReplayIcon,
  stayFeatures,
} from './track-features.ts';
import { type Travelled, travelled } from './travelled.ts';

export interface TrackOnMap {
  /** Shows another track, or more of the same; null: none. */
  setTrack(track: Track | null): void;
  setIcon(icon: ReplayIcon): void;
  /** Puts the marker where the track is at a time (epoch ms), with a wake of so many ms; null: since the start. */
  setTime(time: number, wake: number | null): void;
  stop(): void;
}

/** Pixels between two points, which are 8 wide. */
const POINTS_APART = 22;

const NO_LINE: TrackLine = { pieces: [], gaps: [], levels: new Uint8Array(), least: 0 };
const NOTHING: Travelled = { first: 0, end: 0, parts: [] };

/**
 * A track in replay on the map. The line is handed over once; a change of the time moves the marker, draws the two
 * pieces that are travelled in part, and switches the state of those that came or went.
 */
export function showTrack(view: MapView): TrackOnMap {
  const { engine } = view;
  const hide = [trackOverlay, trackPoints, trackStays, trackCursor].map(view.show);
  const push = onePerFrame(view);
  let track: Track | null = null;
  let line = NO_LINE;
  let stays: readonly Stay[] = [];
  let icon: ReplayIcon = { iconUrl: 'generic', iconType: 'STANDARD' };
  let time = 0;
  let wake: number | null = null;
  let strong: Travelled = NOTHING;

  function mark(from: number, to: number, on: boolean): void {
    for (let id = from; id < to; id += 1) engine.setFeatureState({ source: TRACK, id }, { travelled: on });
  }

  function draw(): void {
    const place = track === null ? null : placeAt(track, time);
    const next = track === null ? NOTHING : travelled(track, line, time, wake);
    // Only what came or went: both are runs of pieces.
    mark(strong.first, Math.min(strong.end, next.first), false);
    mark(Math.max(strong.first, next.end), strong.end, false);
    mark(next.first, Math.min(next.end, strong.first), true);
    mark(Math.max(next.first, strong.end), next.end, true);
    strong = next;
    push(TRACK_PARTS, partFeatures(next.parts));
    push(
      TRACK_CURSOR,
      place === null
        ? NO_FEATURES
        : {
            type: 'FeatureCollection',
            features: [cursorFeature(place, icon, replayStatus(place, time, stays))],
          },
    );
  }

  function drawPoints(): void {
    if (track === null || engine.getZoom() < TRACK_POINTS_ZOOM) {
      push(TRACK_POINTS, NO_FEATURES);
      return;
    }
    push(
      TRACK_POINTS,
      pointFeatures(track, view.area(), (POINTS_APART * 360) / (512 * 2 ** engine.getZoom())),
    );
  }

  const subscriptions = [
    engine.on('moveend', drawPoints),
    // A style that was loaded anew has forgotten what was travelled.
    engine.on('style.load', () => mark(strong.first, strong.end, true)),
  ];

  return {
    setTrack(next) {
      track = next;
      line = next === null ? NO_LINE : trackLine(next);
      stays = next === null ? [] : staysOf(next);
      engine.removeFeatureState({ source: TRACK });
      strong = NOTHING;
      void view.setFeatures(TRACK, pieceFeatures(line));
      void view.setFeatures(TRACK_GAPS, gapFeatures(line));
      void view.setFeatures(TRACK_ENDS, next === null ? NO_FEATURES : endFeatures(next));
      void view.setFeatures(TRACK_STAYS, stayFeatures(stays));
      drawPoints();
      draw();
    },
    setIcon(next) {
      icon = next;
      draw();
    },
    setTime(nextTime, nextWake) {
      time = nextTime;
      wake = nextWake;
      draw();
    },
    stop() {
      for (const subscription of subscriptions) subscription.unsubscribe();
      for (const overlay of hide) overlay();
    },
  };
}

/** Hands features to sources that are small, the newest only, and not before the map has taken the last ones. */
function onePerFrame(view: MapView): (source: string, features: FeatureCollection) => void {
  const busy = new Set<string>();
  const waiting = new Map<string, FeatureCollection>();
  function send(source: string, features: FeatureCollection): void {
    busy.add(source);
    void view.setFeatures(source, features).finally(() => {
      busy.delete(source);
      const next = waiting.get(source);
      waiting.delete(source);
      if (next !== undefined) send(source, next);
    });
  }
  return (source, features) => {
    if (busy.has(source)) waiting.set(source, features);
    else send(source, features);
  };
}
