import { useState } from 'react';
import { type FramePanel, useFramePanel } from '../core/frame/use-frame-panel.ts';
import { DEFAULT_VIEW, type ReplayView } from '../core/replay-address.ts';
import { type ReplayScreen, useReplayScreen, useSaveClock } from '../core/use-replay-screen.ts';
import { createHoverStore, type HoverStore } from './hover-store.ts';
import type { TrackRequest } from './search-form.tsx';
import { type SingleReplayParams, useSingleReplayParams } from './use-single-replay-params.ts';
import { type SingleTrack, useSingleTrack } from './use-single-track.ts';
import { type TrackDetails, useTrackDetails } from './use-track-details.ts';
import { type TrackFocus, useTrackFocus } from './use-track-focus.ts';

/** The state of the single replay screen. */
interface SingleReplay {
  readonly screen: ReplayScreen;
  readonly panel: FramePanel;
  readonly hoverStore: HoverStore;
  readonly params: SingleReplayParams;
  /** Display options, with defaults if the address has none. */
  readonly displayOptions: Pick<ReplayView, 'trailMinutes' | 'color' | 'correction'>;
  readonly single: SingleTrack;
  readonly details: TrackDetails;
  readonly focus: TrackFocus;
  readonly saveClock: () => void;
  readonly search: (values: TrackRequest) => void;
}

export function useSingleReplay(): SingleReplay {
  const screen = useReplayScreen();
  const { view, clock } = screen;
  const [hoverStore] = useState(createHoverStore);
  const params = useSingleReplayParams();
  const { formValues, request, changeView } = params;
  const displayOptions = params.replayView ?? DEFAULT_VIEW;
  // Without a request in the address, the form opens.
  const panel = useFramePanel('historyPanel', request === null);
  const single = useSingleTrack(params, screen);
  const details = useTrackDetails(single.loaded, formValues, displayOptions.color);
  const saveClock = useSaveClock(clock, changeView);
  const focus = useTrackFocus({
    form: formValues,
    correction: displayOptions.correction,
    track: single.loaded?.track ?? null,
    stays: details.stays,
    clock,
    view,
    onChangeComplete: saveClock,
    onRevealMap: panel.revealMap,
  });

  function search(values: TrackRequest): void {
    panel.revealMap();
    single.watch.leave();
    clock.change((before) => ({ ...before, playing: false, start: 0, end: 0 }));
    params.search(values, clock.get().level);
    single.reload();
  }

  return { screen, panel, hoverStore, params, displayOptions, single, details, focus, saveClock, search };
}
