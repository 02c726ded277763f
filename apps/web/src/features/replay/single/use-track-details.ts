import { useEffect, useMemo, useState } from 'react';
import { type ColorClasses, createColorClasses } from '../../../map/replay/color-classes.ts';
import type { StayMarker } from '../../../map/replay/track-markers.ts';
import { useReplaySetup } from '../../../parts/terrain/use-replay-setup.ts';
import { parseBoolean, useLocalStorage } from '../../../ui/local-storage.ts';
import type { LoadedTrack } from '../core/loaded-track.ts';
import type { LineColor } from '../core/replay-address.ts';
import type { TrackRequest } from './search-form.tsx';
import { type Roads, useRoads } from './use-roads.ts';
import { useStayMarkers } from './use-stay-markers.ts';
import {
  type TrackInstruction,
  type TrackInstructions,
  useTrackInstructions,
} from './use-track-instructions.ts';
import { type TrackNotice, type TrackNotices, useTrackNotices } from './use-track-notices.ts';

/** What is displayed of a track besides its line, with the switches for it. */
export interface TrackDetails {
  readonly stays: readonly StayMarker[];
  /** Null: the line has one colour. */
  readonly classes: ColorClasses | null;
  readonly notices: TrackNotices;
  readonly noticesVisible: boolean;
  readonly setNoticesVisible: (visible: boolean) => void;
  /** The notices to draw. */
  readonly visibleNotices: readonly TrackNotice[];
  readonly instructions: TrackInstructions;
  readonly instructionsVisible: boolean;
  readonly setInstructionsVisible: (visible: boolean) => void;
  /** The instructions to draw. */
  readonly visibleInstructions: readonly TrackInstruction[];
  /** Whether the operator has a map matching service. */
  readonly hasMatching: boolean;
  readonly roads: Roads;
  readonly roadsVisible: boolean;
  readonly setRoadsVisible: (visible: boolean) => void;
}

const NO_NOTICES: readonly TrackNotice[] = [];
const NO_INSTRUCTIONS: readonly TrackInstruction[] = [];

/** @param form device and time of the track */
export function useTrackDetails(
  loaded: LoadedTrack | null,
  form: TrackRequest | null,
  color: LineColor,
): TrackDetails {
  const [noticesVisible, setNoticesVisible] = useLocalStorage('historyNotices', true, parseBoolean);
  const [instructionsVisible, setInstructionsVisible] = useLocalStorage(
    'historyInstructions',
    true,
    parseBoolean,
  );
  const [roadsVisible, setRoadsVisible] = useState(false);
  const loadedRequest = loaded === null ? null : form;
  const track = loaded?.track ?? null;
  const classes = useMemo(
    () => (track === null || color === 'none' ? null : createColorClasses(track, color)),
    [track, color],
  );
  const notices = useTrackNotices(loadedRequest);
  const instructions = useTrackInstructions(loadedRequest);
  const stays = useStayMarkers(loaded, notices.list);
  const hasMatching = useReplaySetup()?.matching ?? false;
  const roads = useRoads(roadsVisible && hasMatching ? loadedRequest : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request is another track
  useEffect(() => setRoadsVisible(false), [form]);
  const visibleNotices = noticesVisible ? notices.list : NO_NOTICES;
  return {
    stays,
    classes,
    notices,
    noticesVisible,
    setNoticesVisible,
    visibleNotices,
    instructions,
    instructionsVisible,
    setInstructionsVisible,
    visibleInstructions: instructionsVisible ? instructions.list : NO_INSTRUCTIONS,
    hasMatching,
    roads,
    roadsVisible,
    setRoadsVisible,
  };
}
