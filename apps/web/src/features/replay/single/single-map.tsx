import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { MapView } from '../../../map/map-view.ts';
import { AccountMapLayers } from '../../../parts/map-kit/account-map-layers.tsx';
import type { ClockStore } from '../core/clock-store.ts';
import type { LoadedTrack } from '../core/loaded-track.ts';
import type { TrailLength } from '../core/replay-address.ts';
import type { HoverStore } from './hover-store.ts';
import { ReplayLayer } from './replay-layer.tsx';
import { TrackLayer } from './track-layer.tsx';
import type { TrackDetails } from './use-track-details.ts';
import type { TrackFocus } from './use-track-focus.ts';

interface SingleMapProps {
  readonly view: MapView;
  readonly loaded: LoadedTrack | null;
  readonly tracker: Tracker | undefined;
  readonly clock: ClockStore;
  readonly hoverStore: HoverStore;
  readonly trailMinutes: TrailLength;
  readonly details: TrackDetails;
  readonly focus: TrackFocus;
}

/** The map content: objects of the account, the track with its device, and the markers along it. */
export function SingleMap(props: SingleMapProps) {
  const { view, loaded, tracker, clock, hoverStore, trailMinutes, details, focus } = props;
  return (
    <>
      <AccountMapLayers view={view} />
      <ReplayLayer
        view={view}
        loaded={loaded}
        tracker={tracker}
        clock={clock}
        trailMinutes={trailMinutes}
        classes={details.classes}
      />
      {loaded !== null && (
        <TrackLayer
          view={view}
          loaded={loaded}
          stays={details.stays}
          notices={details.visibleNotices}
          span={focus.span}
          roads={details.roads.lines}
          clock={clock}
          hoverStore={hoverStore}
          selected={focus.selected}
          onSelect={focus.select}
          onGoTo={focus.goTo}
        />
      )}
    </>
  );
}
