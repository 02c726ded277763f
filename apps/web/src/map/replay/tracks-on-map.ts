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
import { showMarkers } from '../markers/markers-on-map.ts';
import { NO_FEATURES } from '../style/overlay.ts';
import { DrawnSegments } from './drawn-segments.ts';
import { createReplayMarker } from './replay-marker.ts';
import { replayStatus } from './replay-status.ts';
import { type RenderPace, throttleByRender } from './throttle-by-render.ts';
import {
  endFeatures,
  gapFeatures,
  partialLineFeatures,
  pointFeatures,
  stayFeatures,
} from './track-features.ts';
import type { VisibleTrack } from './visible-track.ts';

export interface TracksOnMap {
  /** Replaces the tracks; unchanged ones are not updated. */
  set(tracks: readonly VisibleTrack[]): void;
  /**
   * Moves the markers to their positions at a time (epoch ms), with a trail of `trailMs` ms; null: since the start.
   *
   * @param pace how soon the travelled line follows on a slow machine
   */
  setTime(time: number, trailMs: number | null, pace: RenderPace): void;
  stop(): void;
}

export interface TracksOptions {
  /** Whether stays are drawn here. */
  readonly stays?: boolean;
  /**
   * Whether device markers and flags at the ends of tracks are drawn here; a replay of several devices has its own
   * markers.
   */
  readonly markers?: boolean;
}

/**
 * User Timing mark (W3C): the lines of `devices` tracks with `fixes` fixes are visible. The history benchmark reads
 * it.
 */
const DRAWN_MARK = 'wakeline:tracks-drawn';
/** User Timing measure: from the end of a map movement until the view is drawn in full detail. */
const DETAIL_MEASURE = 'wakeline:tracks-detail';
/** Pixels between two points, which are 8 wide. */
const POINT_SPACING_PIXELS = 22;

/**
 * Draws tracks in replay. Lines are sent to the map once, and in more detail when it is zoomed in. A change of the time
 * moves the markers immediately on a separate canvas. When the map has drawn its last change, the travelled line follows:
 * the state of changed segments is switched, and partly travelled segments are drawn.
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
  let pace: RenderPace = 'steady';

  function updateTravelled(): Promise<unknown> | null {
    if (stopped) return null;
    const { partialLines, hasChanged } = segments.setTime(time, trailMs);
    if (partialLines.length === 0 && !hasPartialLines) return hasChanged ? Promise.resolve() : null;
    hasPartialLines = partialLines.length > 0;
    return view.setFeatures(TRACK_PARTIAL_LINES, partialLineFeatures(partialLines));
  }

  const scheduleTravelled = throttleByRender(view, updateTravelled);

  function draw(): void {
    scheduleTravelled(pace);
    markers?.set(
      tracks.flatMap((visibleTrack) => {
        const position = positionAtTime(visibleTrack.track, time);
        return position === null
          ? []
          : [
              createReplayMarker(
                visibleTrack,
                position,
                replayStatus(position, time, visibleTrack.stays, visibleTrack.movingSpeed),
              ),
            ];
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
    // Partly travelled segments need the same detail as the others.
    draw();
  }

  let detailSince: number | null = null;
  /** Reported once it is visible. */
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
      // The travelled lines of removed tracks are removed with them.
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
    setTime(nextTime, nextTrailMs, nextPace) {
      time = nextTime;
      trailMs = nextTrailMs;
      pace = nextPace;
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
