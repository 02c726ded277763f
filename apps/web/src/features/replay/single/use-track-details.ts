import { useEffect, useMemo, useState } from 'react';
import { type ColorClasses, colorClasses } from '../../../map/replay/color-classes.ts';
import type { MarkedStay } from '../../../map/replay/track-marks.ts';
import { asBoolean, useStored } from '../../../ui/stored.ts';
import type { LoadedTrack } from '../core/loaded-track.ts';
import type { LineColor } from '../core/replay-address.ts';
import { useReplaySetup } from '../core/use-replay-setup.ts';
import type { TrackRequest } from './search-form.tsx';
import { useMarkedStays } from './use-marked-stays.ts';
import { type Roads, useRoads } from './use-roads.ts';
import { type TrackNotice, type TrackNotices, useTrackNotices } from './use-track-notices.ts';

/** What is shown of a track besides its line, and what of that is switched on. */
export interface TrackDetails {
  readonly stays: readonly MarkedStay[];
  /** Null: the line has one colour. */
  readonly classes: ColorClasses | null;
  readonly notices: TrackNotices;
  readonly noticesShown: boolean;
  readonly showNotices: (shown: boolean) => void;
  /** The notices that are to be drawn. */
  readonly shownNotices: readonly TrackNotice[];
  /** Whether the operator has a service that finds the roads. */
  readonly matching: boolean;
  readonly roads: Roads;
  readonly roadsShown: boolean;
  readonly showRoads: (shown: boolean) => void;
}

const NO_NOTICES: readonly TrackNotice[] = [];

/** @param form device and time of the track. */
export function useTrackDetails(
  loaded: LoadedTrack | null,
  form: TrackRequest | null,
  color: LineColor,
): TrackDetails {
  const [noticesShown, showNotices] = useStored('historyNotices', true, asBoolean);
  const [roadsShown, showRoads] = useState(false);
  const there = loaded === null ? null : form;
  const track = loaded?.track ?? null;
  const classes = useMemo(
    () => (track === null || color === 'none' ? null : colorClasses(track, color)),
    [track, color],
  );
  const notices = useTrackNotices(there);
  const stays = useMarkedStays(loaded, notices.list);
  const matching = useReplaySetup()?.matching ?? false;
  const roads = useRoads(roadsShown && matching ? there : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is another track
  useEffect(() => showRoads(false), [form]);
  const shownNotices = noticesShown ? notices.list : NO_NOTICES;
  return {
    stays,
    classes,
    notices,
    noticesShown,
    showNotices,
    shownNotices,
    matching,
    roads,
    roadsShown,
    showRoads,
  };
}
