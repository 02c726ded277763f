import type { LoadedTrack } from '../core/loaded-track.ts';
import type { ReplayView } from '../core/replay-address.ts';
import { CorrectionPart } from './correction-part.tsx';
import { DisplayPart } from './display-part.tsx';
import { StayList } from './stay-list.tsx';
import { TrackFound } from './track-found.tsx';
import type { TrackDetails } from './use-track-details.ts';
import type { TrackFocus } from './use-track-focus.ts';

interface SingleFoundProps {
  readonly loaded: LoadedTrack;
  readonly shown: Pick<ReplayView, 'color' | 'correction'>;
  readonly onShown: (change: Partial<ReplayView>) => void;
  readonly details: TrackDetails;
  readonly focus: TrackFocus;
  /** Whether it is the present that is shown. */
  readonly live: boolean;
}

/** In the panel, below the question: summary, stays, and how the track is shown. */
export function SingleFound({ loaded, shown, onShown, details, focus, live }: SingleFoundProps) {
  const { stays, classes, notices, noticesShown, showNotices } = details;
  return (
    <TrackFound
      loaded={loaded}
      staysCount={stays.length}
      stays={
        <StayList
          stays={stays}
          chosen={focus.chosen?.kind === 'stay' ? focus.chosen.id : null}
          onChoose={focus.chooseStay}
        />
      }
      display={
        <>
          <DisplayPart
            color={shown.color}
            onColor={(color) => onShown({ color })}
            classes={classes}
            noticesShown={noticesShown}
            onNotices={showNotices}
            notices={notices}
          />
          <CorrectionPart
            correction={shown.correction}
            onCorrection={(correction) => onShown({ correction })}
            changes={loaded.changes}
            partly={loaded.coarse}
            live={live}
            matching={details.matching}
            roads={details.roads}
            roadsShown={details.roadsShown}
            onRoads={details.showRoads}
          />
        </>
      }
    />
  );
}
