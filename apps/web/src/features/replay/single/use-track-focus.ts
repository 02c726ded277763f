import type { Correction } from '@wakeline/contract/replay/tracks';
import { seek } from '@wakeline/domain/replay/replay-clock';
import type { Track } from '@wakeline/domain/tracks/track';
import { useEffect, useState } from 'react';
import type { MapView } from '../../../map/map-view.ts';
import type { StayMarker } from '../../../map/replay/track-markers.ts';
import type { ClockStore } from '../core/clock-store.ts';
import { boundsBetween, boundsOf } from '../core/track-bounds.ts';
import type { Span } from './charts/axis.ts';
import type { TrackRequest } from './search-form.tsx';
import type { TrackSelection } from './track-layer.tsx';

/** The focused part of a track. */
export interface TrackFocus {
  /** The range of the charts and the map; null: all. */
  readonly span: Span | null;
  /** The object whose popup is open. */
  readonly selected: TrackSelection | null;
  readonly select: (selected: TrackSelection | null) => void;
  /** Selects a stay in the list, and focuses it on the map. */
  readonly selectStay: (index: number) => void;
  readonly focusSpan: (span: Span | null) => void;
  readonly goTo: (time: number) => void;
}

interface TrackFocusOptions {
  readonly form: TrackRequest | null;
  readonly correction: Correction;
  readonly track: Track | null;
  readonly stays: readonly StayMarker[];
  readonly clock: ClockStore;
  readonly view: MapView | null;
  readonly onChangeComplete: () => void;
  /** Makes the map visible. */
  readonly onRevealMap: () => void;
}

export function useTrackFocus(options: TrackFocusOptions): TrackFocus {
  const { form, correction, track, stays, clock, view, onChangeComplete, onRevealMap } = options;
  const [span, setSpan] = useState<Span | null>(null);
  const [selected, select] = useState<TrackSelection | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request is another track
  useEffect(() => {
    setSpan(null);
    select(null);
  }, [form]);
  // A correction changes the stays and the indices of fixes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => select(null), [correction]);

  function goTo(time: number): void {
    clock.change((before) => seek(before, time));
    onChangeComplete();
  }

  function focusSpan(nextSpan: Span | null): void {
    setSpan(nextSpan);
    const bounds =
      track === null ? null : nextSpan === null ? boundsOf([track]) : boundsBetween(track, nextSpan);
    if (view !== null && bounds !== null) view.fit(bounds);
  }

  function selectStay(index: number): void {
    const stay = stays[index];
    if (stay === undefined) return;
    select({ kind: 'stay', id: index, fromList: true });
    onRevealMap();
    goTo(stay.startTime);
    view?.focus(stay);
  }

  return { span, selected, select, selectStay, focusSpan, goTo };
}
