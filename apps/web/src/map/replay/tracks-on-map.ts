import { placeAt } from '@wakeline/domain/replay/playback';
import { TRACK, TRACK_ENDS, TRACK_GAPS, TRACK_PARTS, track as trackOverlay } from '../layers/track.ts';
import { TRACK_POINTS, TRACK_POINTS_ZOOM, trackPoints } from '../layers/track-points.ts';
import { TRACK_STAYS, trackStays } from '../layers/track-stays.ts';
import type { MapView } from '../map-view.ts';
import { showMarks } from '../marks/mark-canvas.ts';
import { NO_FEATURES } from '../style/overlay.ts';
import { cursorMark } from './cursor-mark.ts';
import { DrawnPieces } from './drawn-pieces.ts';
import { paced } from './paced.ts';
import { replayStatus } from './replay-status.ts';
import type { ShownTrack } from './shown-track.ts';
import { endFeatures, gapFeatures, partFeatures, pointFeatures, stayFeatures } from './track-features.ts';

export interface TracksOnMap {
  /** Shows these tracks and no others; what is shown already and has not changed is left as it is. */
  set(tracks: readonly ShownTrack[]): void;
  /** Puts the markers where the devices were at a time (epoch ms), with a wake of so many ms; null: since the start. */
  setTime(time: number, wake: number | null): void;
  stop(): void;
}

export interface TracksOptions {
  /** Whether places where they stayed are marked here. */
  readonly stays?: boolean;
  /** Whether the devices, and the ends of their tracks, are marked here; many have marks of their own. */
  readonly markers?: boolean;
}

/**
 * Entry of the browser's own timing (User Timing, W3C): the lines of tracks can be seen, of so many `devices` with so many `fixes`. The bench
 * of history reads it.
 */
const DRAWN_MARK = 'wakeline:tracks-drawn';
/** The same: from when the map stood still to when what it shows is drawn as fine as can be seen. */
const DETAIL_MEASURE = 'wakeline:tracks-detail';
/** Pixels between two points, which are 8 wide. */
const POINTS_APART = 22;

/**
 * Tracks in replay on the map, one or many. The lines are handed over once, and finer where the map is near. A change of the time moves the markers
 * at once, beside the map, and when the map has drawn the last one the strong line follows: the state of the pieces that came or went is
 * switched, and those that are travelled in part are drawn.
 */
export function showTracks(
  view: MapView,
  { stays: withStays = true, markers: withMarkers = true }: TracksOptions = {},
): TracksOnMap {
  const { engine } = view;
  const overlays = [trackOverlay, trackPoints, ...(withStays ? [trackStays] : [])];
  const hide = overlays.map(view.show);
  const marks = withMarkers ? showMarks(view) : null;
  const pieces = new DrawnPieces(view);
  let tracks: readonly ShownTrack[] = [];
  let time = 0;
  let wake: number | null = null;
  let hasParts = false;
  let stopped = false;

  function switchTravelled(): Promise<unknown> | null {
    if (stopped) return null;
    const { parts, switched } = pieces.setTime(time, wake);
    if (parts.length === 0 && !hasParts) return switched ? Promise.resolve() : null;
    hasParts = parts.length > 0;
    return view.setFeatures(TRACK_PARTS, partFeatures(parts));
  }

  const drawTravelled = paced(view, switchTravelled);

  function draw(): void {
    drawTravelled();
    marks?.set(
      tracks.flatMap((shown) => {
        const place = placeAt(shown.track, time);
        return place === null ? [] : [cursorMark(shown, place, replayStatus(place, time, shown.stays))];
      }),
    );
  }

  function drawPoints(): void {
    const near = engine.getZoom() >= TRACK_POINTS_ZOOM;
    const apart = (POINTS_APART * 360) / (512 * 2 ** engine.getZoom());
    void view.setFeatures(
      TRACK_POINTS,
      near ? pointFeatures(pieces.inView(0), view.area(), apart) : NO_FEATURES,
    );
  }

  function look(): void {
    const start = performance.now();
    void pieces.refine()?.then(() => {
      detailSince = start;
      engine.triggerRepaint();
    });
    drawPoints();
    // The pieces that are travelled in part are as fine as the others.
    draw();
  }

  let detailSince: number | null = null;
  /** What is told once it can be seen. */
  let marking: { readonly devices: number; readonly fixes: number; readonly coarse: boolean } | null = null;

  const subscriptions = [
    engine.on('moveend', look),
    engine.on('style.load', () => pieces.restate()),
    engine.on('render', () => {
      if ((marking === null && detailSince === null) || !engine.isSourceLoaded(TRACK)) return;
      if (marking !== null) performance.mark(DRAWN_MARK, { detail: marking });
      if (detailSince !== null) performance.measure(DETAIL_MEASURE, { start: detailSince });
      marking = detailSince = null;
    }),
  ];

  return {
    set(next) {
      tracks = next;
      const taken = pieces.set(next);
      void pieces.refine();
      void view.setFeatures(TRACK_GAPS, gapFeatures(next));
      if (withMarkers) void view.setFeatures(TRACK_ENDS, endFeatures(next));
      if (withStays) void view.setFeatures(TRACK_STAYS, stayFeatures(next.flatMap(({ stays }) => stays)));
      drawPoints();
      // What was travelled of lines that are gone goes with them.
      if (taken !== null) void switchTravelled();
      draw();
      if (taken === null) return;
      const fixes = next.reduce((sum, { track }) => sum + track.length, 0);
      const what = { devices: next.length, fixes, coarse: next.some(({ coarse }) => coarse === true) };
      void taken.then(() => {
        if (tracks === next && next.length > 0) marking = what;
        engine.triggerRepaint();
      });
    },
    setTime(nextTime, nextWake) {
      time = nextTime;
      wake = nextWake;
      draw();
    },
    stop() {
      stopped = true;
      for (const subscription of subscriptions) subscription.unsubscribe();
      marks?.stop();
      pieces.stop();
      for (const overlay of hide) overlay();
    },
  };
}
