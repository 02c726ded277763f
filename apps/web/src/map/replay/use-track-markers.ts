import type { Track } from '@wakeline/domain/tracks/track';
import type { TrackLine } from '@wakeline/domain/tracks/track-line';
import type { Position } from 'geojson';
import { useEffect, useState } from 'react';
import type { MapView } from '../map-view.ts';
import { type NoticeMarker, type StayMarker, showTrackMarkers, type TrackMarkers } from './track-markers.ts';

export interface TrackMarkersOptions {
  readonly track: Track;
  readonly line: TrackLine;
  readonly stays: readonly StayMarker[];
  readonly notices: readonly NoticeMarker[];
  /** The selected range, epoch milliseconds. */
  readonly span: { readonly start: number; readonly end: number } | null;
  /** The raw line if the track is corrected. */
  readonly raw: TrackLine | null;
  readonly roads: readonly Position[][];
}

/**
 * Draws the markers of a track on the map. Returns the markers: `setHover` is called at each frame, bypassing React.
 */
export function useTrackMarkers(
  view: MapView,
  { track, line, stays, notices, span, raw, roads }: TrackMarkersOptions,
): TrackMarkers | null {
  const [markers, setMarkers] = useState<TrackMarkers | null>(null);
  useEffect(() => {
    const created = showTrackMarkers(view);
    setMarkers(created);
    return () => {
      setMarkers(null);
      created.stop();
    };
  }, [view]);
  useEffect(() => markers?.setStays(stays), [markers, stays]);
  useEffect(() => markers?.setNotices(notices), [markers, notices]);
  useEffect(() => markers?.setSpan(track, line, span), [markers, track, line, span]);
  useEffect(() => markers?.setRaw(raw), [markers, raw]);
  useEffect(() => markers?.setRoads(roads), [markers, roads]);
  return markers;
}
