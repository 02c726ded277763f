import { positionAtTime } from '@wakeline/domain/replay/playback';
import {
  TRACK,
  TRACK_ENDS,
  TRACK_GAPS,
  TRACK_PARTIAL_LINES,
  track as trackOverlay,
} from '../layers/track.ts';
import { TRACK_POINTS, TRACK_POINTS_ZOOM, trackPoints } from '../layers/track-points.ts';
import { TRACK_STAYS, trackStays } from '../layers/track-stays.ts';
import type { MapView } from '../map-view.ts';
import { showMarkers } from '../markers/marker-canvas.ts';
import { NO_FEATURES } from '../style/overlay.ts';
import { DrawnSegments } from './drawn-segments.ts';
import { createReplayMarker } from './replay-marker.ts';
import { replayStatus } from './replay-status.ts';
import { throttleByRender } from './throttle-by-render.ts';
import {
  endFeatures,
  gapFeatures,
  partialLineFeatures,
  pointFeatures,
  stayFeatures,
} from './track-features.ts';
import type { VisibleTrack } from './visible-track.ts';

export interface TracksOnMap {
  /** Shows these tracks and no others; what is shown already and has not changed is left as it is. */
  set(tracks: readonly VisibleTrack[]): void;
  /** Puts the markers where the devices were at a time (epoch ms), with a wake of so many ms; null: since the start. */
  setTime(time: number, trailMs: number | null): void;
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
const POINT_SPACING_PIXELS = 22;

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
  const markers = withMarkers ? showMarkers(view) : null;
  const segments = new DrawnSegments(view);
  let tracks: readonly VisibleTrack[] = [];
  let time = 0;
  let trailMs: number | null = null;
  let hasPartialLines = false;
  let stopped = false;

  function updateTravelled(): Promise<unknown> | null {
    if (stopped) return null;
    const { partialLines, hasChanged } = segments.setTime(time, trailMs);
    if (partialLines.length === 0 && !hasPartialLines) return hasChanged ? Promise.resolve() : null;
    hasPartialLines = partialLines.length > 0;
    return view.setFeatures(TRACK_PARTIAL_LINES, partialLineFeatures(partialLines));
  }

  const scheduleTravelled = throttleByRender(view, updateTravelled);

  function draw(): void {
    scheduleTravelled();
    markers?.set(
      tracks.flatMap((visibleTrack) => {
        const position = positionAtTime(visibleTrack.track, time);
        return position === null
          ? []
          : [createReplayMarker(visibleTrack, position, replayStatus(position, time, visibleTrack.stays))];
      }),
    );
  }

  function drawPoints(): void {
    const isClose = engine.getZoom() >= TRACK_POINTS_ZOOM;
    const minDistance = (POINT_SPACING_PIXELS * 360) / (512 * 2 ** engine.getZoom());
    void view.setFeatures(
      TRACK_POINTS,
      isClose ? pointFeatures(segments.findInView(0), view.getVisibleBounds(), minDistance) : NO_FEATURES,
    );
  }

  function refineView(): void {
    const start = performance.now();
    void segments.refine()?.then(() => {
      detailSince = start;
      engine.triggerRepaint();
    });
    drawPoints();
    // The pieces that are travelled in part are as fine as the others.
    draw();
  }

  let detailSince: number | null = null;
  /** What is told once it can be seen. */
  let pendingMeasure: { readonly devices: number; readonly fixes: number; readonly coarse: boolean } | null =
    null;

  const subscriptions = [
    engine.on('moveend', refineView),
    engine.on('style.load', () => segments.restoreState()),
    engine.on('render', () => {
      if ((pendingMeasure === null && detailSince === null) || !engine.isSourceLoaded(TRACK)) return;
      if (pendingMeasure !== null) performance.mark(DRAWN_MARK, { detail: pendingMeasure });
      if (detailSince !== null) performance.measure(DETAIL_MEASURE, { start: detailSince });
      pendingMeasure = detailSince = null;
    }),
  ];

  return {
    set(next) {
      tracks = next;
      const update = segments.set(next);
      void segments.refine();
      void view.setFeatures(TRACK_GAPS, gapFeatures(next));
      if (withMarkers) void view.setFeatures(TRACK_ENDS, endFeatures(next));
      if (withStays) void view.setFeatures(TRACK_STAYS, stayFeatures(next.flatMap(({ stays }) => stays)));
      drawPoints();
      // What was travelled of lines that are gone goes with them.
      if (update !== null) void updateTravelled();
      draw();
      if (update === null) return;
      const fixes = next.reduce((sum, { track }) => sum + track.length, 0);
      const detail = { devices: next.length, fixes, coarse: next.some(({ coarse }) => coarse === true) };
      void update.then(() => {
        if (tracks === next && next.length > 0) pendingMeasure = detail;
        engine.triggerRepaint();
      });
    },
    setTime(nextTime, nextTrailMs) {
      time = nextTime;
      trailMs = nextTrailMs;
      draw();
    },
    stop() {
      stopped = true;
      for (const subscription of subscriptions) subscription.unsubscribe();
      markers?.stop();
      segments.stop();
      for (const overlay of hide) overlay();
    },
  };
}
