import type { LoadedTrack } from '../core/loaded-track.ts';
import type { ReplayView } from '../core/replay-address.ts';
import { CorrectionSection } from './correction-section.tsx';
import { DisplaySection } from './display-section.tsx';
import { StayList } from './stay-list.tsx';
import { TrackResults } from './track-results.tsx';
import type { TrackDetails } from './use-track-details.ts';
import type { TrackFocus } from './use-track-focus.ts';

interface SingleResultsProps {
  readonly loaded: LoadedTrack;
  readonly replayView: Pick<ReplayView, 'color' | 'correction'>;
  readonly onReplayViewChange: (change: Partial<ReplayView>) => void;
  readonly details: TrackDetails;
  readonly focus: TrackFocus;
  /** Whether live mode is on. */
  readonly live: boolean;
}

/** Results in the panel: summary, stays, and display options. */
export function SingleResults({
  loaded,
  replayView,
  onReplayViewChange,
  details,
  focus,
  live,
}: SingleResultsProps) {
  const { stays, classes } = details;
  return (
    <TrackResults
      loaded={loaded}
      staysCount={stays.length}
      stays={
        <StayList
          stays={stays}
          selected={focus.selected?.kind === 'stay' ? focus.selected.id : null}
          onSelect={focus.selectStay}
        />
      }
      display={
        <>
          <DisplaySection
            color={replayView.color}
            onColorChange={(color) => onReplayViewChange({ color })}
            classes={classes}
            details={details}
          />
          <CorrectionSection
            correction={replayView.correction}
            onCorrectionChange={(correction) => onReplayViewChange({ correction })}
            changes={loaded.changes}
            isPartial={loaded.coarse}
            live={live}
            matching={details.hasMatching}
            roads={details.roads}
            roadsVisible={details.roadsVisible}
            onRoadsVisible={details.setRoadsVisible}
          />
        </>
      }
    />
  );
}
