import { useState } from 'react';
import { type FramePanel, useFramePanel } from '../core/frame/use-frame-panel.ts';
import { PLAIN_VIEW, type ReplayView } from '../core/replay-address.ts';
import { type ReplayStage, useReplayStage, useSettle } from '../core/use-replay-stage.ts';
import { createPointedStore, type PointedStore } from './pointed-store.ts';
import type { TrackRequest } from './search-form.tsx';
import { type SingleQuestion, useSingleQuestion } from './use-single-question.ts';
import { type SingleTrack, useSingleTrack } from './use-single-track.ts';
import { type TrackDetails, useTrackDetails } from './use-track-details.ts';
import { type TrackFocus, useTrackFocus } from './use-track-focus.ts';

/** All that the screen of one device consists of, before it is drawn. */
interface SingleReplay {
  readonly stage: ReplayStage;
  readonly panel: FramePanel;
  readonly pointed: PointedStore;
  readonly question: SingleQuestion;
  /** How the track is shown, also where the address says nothing. */
  readonly shown: Pick<ReplayView, 'wake' | 'color' | 'correction'>;
  readonly single: SingleTrack;
  readonly details: TrackDetails;
  readonly focus: TrackFocus;
  readonly settle: () => void;
  readonly search: (wanted: TrackRequest) => void;
}

export function useSingleReplay(): SingleReplay {
  const stage = useReplayStage();
  const { view, clock } = stage;
  const [pointed] = useState(createPointedStore);
  const question = useSingleQuestion();
  const { form, request, show } = question;
  const shown = question.asked ?? PLAIN_VIEW;
  // Without a request in the address the form opens.
  const panel = useFramePanel('historyPanel', request === null);
  const single = useSingleTrack(question, stage);
  const details = useTrackDetails(single.loaded, form, shown.color);
  const settle = useSettle(clock, show);
  const focus = useTrackFocus({
    form,
    correction: shown.correction,
    track: single.loaded?.track ?? null,
    stays: details.stays,
    clock,
    view,
    onSettled: settle,
    onUncover: panel.uncover,
  });

  function search(wanted: TrackRequest): void {
    panel.uncover();
    single.watch.leave();
    clock.change((before) => ({ ...before, playing: false, start: 0, end: 0 }));
    question.ask(wanted, clock.get().level);
    single.again();
  }

  return { stage, panel, pointed, question, shown, single, details, focus, settle, search };
}
