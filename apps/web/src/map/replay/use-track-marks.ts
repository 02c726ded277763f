import type { Track } from '@wakeline/domain/tracks/track';
import type { TrackLine } from '@wakeline/domain/tracks/track-line';
import type { Position } from 'geojson';
import { useEffect, useState } from 'react';
import type { MapView } from '../map-view.ts';
import { type MarkedNotice, type MarkedStay, showTrackMarks, type TrackMarks } from './track-marks.ts';

export interface TrackMarksOptions {
  readonly track: Track;
  readonly line: TrackLine;
  readonly stays: readonly MarkedStay[];
  readonly notices: readonly MarkedNotice[];
  /** The part that is looked at, epoch milliseconds. */
  readonly span: { readonly start: number; readonly end: number } | null;
  /** The line of the fixes as they came, where another one is shown. */
  readonly raw: TrackLine | null;
  readonly roads: readonly Position[][];
}

/** Puts the marks of a track on the map. Answers them: `point` is called at each frame, past React. */
export function useTrackMarks(
  view: MapView,
  { track, line, stays, notices, span, raw, roads }: TrackMarksOptions,
): TrackMarks | null {
  const [marks, setMarks] = useState<TrackMarks | null>(null);
  useEffect(() => {
    const made = showTrackMarks(view);
    setMarks(made);
    return () => {
      setMarks(null);
      made.stop();
    };
  }, [view]);
  useEffect(() => marks?.setStays(stays), [marks, stays]);
  useEffect(() => marks?.setNotices(notices), [marks, notices]);
  useEffect(() => marks?.setSpan(track, line, span), [marks, track, line, span]);
  useEffect(() => marks?.setRaw(raw), [marks, raw]);
  useEffect(() => marks?.setRoads(roads), [marks, roads]);
  return marks;
}
