import { positionAtTime } from '@wakeline/domain/replay/playback';
import type { Position } from 'geojson';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { MapView } from '../../../map/map-view.ts';
import { createFixFinder } from '../../../map/replay/nearest-fix.ts';
import type { StayMarker } from '../../../map/replay/track-markers.ts';
import { listenToTrack, type TrackHit } from '../../../map/replay/track-pointer.ts';
import { useTrackMarkers } from '../../../map/replay/use-track-markers.ts';
import { isCritical } from '../../../parts/notices/notice-text.ts';
import type { ClockStore } from '../core/clock-store.ts';
import type { LoadedTrack } from '../core/loaded-track.ts';
import type { Span } from './charts/axis.ts';
import { type HoverStore, NOTHING_HOVERED } from './hover-store.ts';
import { NoticePopup } from './notice-popup.tsx';
import { PointPopup } from './point-popup.tsx';
import { SpeedLabel } from './speed-label.tsx';
import { StayPopup } from './stay-popup.tsx';
import { TrackTooltip } from './track-tooltip.tsx';
import type { TrackNotice } from './use-track-notices.ts';

/** The selected object of a track, whose popup is open. */
export type TrackSelection =
  | { readonly kind: 'stay'; readonly id: number; readonly fromList: boolean }
  | { readonly kind: 'notice'; readonly id: number }
  | { readonly kind: 'fix'; readonly index: number };

interface TrackLayerProps {
  readonly view: MapView;
  readonly loaded: LoadedTrack;
  readonly stays: readonly StayMarker[];
  readonly notices: readonly TrackNotice[];
  readonly span: Span | null;
  readonly roads: readonly Position[][];
  readonly clock: ClockStore;
  readonly hoverStore: HoverStore;
  readonly selected: TrackSelection | null;
  readonly onSelect: (selected: TrackSelection | null) => void;
  readonly onGoTo: (time: number) => void;
}

interface HoverTooltip {
  readonly hit: TrackHit;
  readonly x: number;
  readonly y: number;
}

/** Draws the markers of one track, and handles hover and clicks on it. */
export function TrackLayer(props: TrackLayerProps) {
  const { view, loaded, stays, notices, span, roads, clock, hoverStore, selected, onSelect, onGoTo } = props;
  const { trackerId, track, line, raw = null } = loaded;
  const noticeMarkers = useMemo(
    () =>
      notices.map(({ messageId, msgType, location }) => ({
        id: messageId,
        type: msgType,
        isCritical: isCritical(msgType),
        lngLat: { lng: location.longitude, lat: location.latitude },
      })),
    [notices],
  );
  const markers = useTrackMarkers(view, { track, line, stays, notices: noticeMarkers, span, raw, roads });
  const [tooltip, setTooltip] = useState<HoverTooltip | null>(null);
  const finder = useMemo(() => createFixFinder(track), [track]);
  const latest = useRef({ finder, onSelect });
  latest.current = { finder, onSelect };

  useEffect(() => {
    if (markers === null) return;
    const draw = () => {
      const { time } = hoverStore.getState();
      markers.setHover(time === null ? null : positionAtTime(track, time));
    };
    draw();
    return hoverStore.subscribe(draw);
  }, [markers, hoverStore, track]);

  useEffect(
    () =>
      listenToTrack(view, {
        finder: () => latest.current.finder,
        moment: () => clock.get().time,
        onHover(hit, x, y) {
          setTooltip(hit === null ? null : { hit, x, y });
          if (hit?.kind === 'fix') hoverStore.setState({ time: hit.fix.time, by: 'map' });
          else if (hoverStore.getState().by === 'map') hoverStore.setState(NOTHING_HOVERED);
        },
        onClick(hit) {
          if (hit?.kind === 'fix') latest.current.onSelect({ kind: 'fix', index: hit.fix.index });
          else if (hit?.kind === 'stay')
            latest.current.onSelect({ kind: 'stay', id: hit.id, fromList: false });
          else latest.current.onSelect(hit);
        },
      }),
    [view, clock, hoverStore],
  );

  const close = () => onSelect(null);
  const stay = selected?.kind === 'stay' ? stays[selected.id] : undefined;
  const notice =
    selected?.kind === 'notice' ? notices.find(({ messageId }) => messageId === selected.id) : undefined;
  return (
    <>
      <SpeedLabel view={view} track={track} clock={clock} />
      {tooltip !== null && !isSameSelection(selected, tooltip.hit) && (
        <TrackTooltip view={view} track={track} stays={stays} notices={notices} {...tooltip} />
      )}
      {selected?.kind === 'stay' && stay !== undefined && (
        <StayPopup
          key={selected.id}
          view={view}
          trackerId={trackerId}
          stay={stay}
          takeFocus={!selected.fromList}
          onGoTo={onGoTo}
          onClose={close}
        />
      )}
      {notice !== undefined && (
        <NoticePopup
          key={notice.messageId}
          view={view}
          trackerId={trackerId}
          notice={notice}
          onGoTo={onGoTo}
          onClose={close}
        />
      )}
      {selected?.kind === 'fix' && selected.index < track.length && (
        <PointPopup
          key={track.time[selected.index]}
          view={view}
          trackerId={trackerId}
          track={track}
          index={selected.index}
          onGoTo={onGoTo}
          onClose={close}
        />
      )}
    </>
  );
}

/** Whether the open popup already shows the hovered object. */
function isSameSelection(selected: TrackSelection | null, hit: TrackHit): boolean {
  if (selected === null) return false;
  if (hit.kind === 'fix') return selected.kind === 'fix' && selected.index === hit.fix.index;
  return selected.kind === hit.kind && selected.id === hit.id;
}
