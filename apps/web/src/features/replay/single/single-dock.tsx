import { useMemo } from 'react';
import { parseBoolean, useLocalStorage } from '../../../ui/local-storage.ts';
import { usePhone } from '../../../ui/media.ts';
import type { ClockStore } from '../core/clock-store.ts';
import { ReplayDock } from '../core/dock/replay-dock.tsx';
import type { LoadedTrack } from '../core/loaded-track.ts';
import type { TrailLength } from '../core/replay-address.ts';
import { LiveSwitch } from '../live/live-switch.tsx';
import type { RealWatch } from '../live/use-real-watch.ts';
import { Charts } from './charts/charts.tsx';
import { CollapseButton } from './collapse-button.tsx';
import { CurrentSpeed } from './current-speed.tsx';
import type { HoverStore } from './hover-store.ts';
import { PointTable } from './point-table.tsx';
import { parseTimeFilter, type TimeFilter } from './time-filter.ts';
import { useTimelineMarkers } from './use-timeline-markers.ts';
import type { TrackFocus } from './use-track-focus.ts';
import { type TrackInstruction, useInstructionMarkers } from './use-track-instructions.ts';
import type { TrackNotice } from './use-track-notices.ts';

interface SingleDockProps {
  readonly loaded: LoadedTrack;
  /** Notices with a tick on the timeline. */
  readonly notices: readonly TrackNotice[];
  /** Instructions with a tick on the timeline. */
  readonly instructions: readonly TrackInstruction[];
  readonly clock: ClockStore;
  readonly hoverStore: HoverStore;
  readonly focus: TrackFocus;
  readonly watch: RealWatch;
  readonly trailMinutes: TrailLength;
  readonly onTrailMinutes: (trailMinutes: TrailLength) => void;
  readonly onChangeComplete: () => void;
}

/** The dock: charts above the timeline, the point table below it. */
export function SingleDock(props: SingleDockProps) {
  const { loaded, notices, instructions, clock, hoverStore, focus, watch, onChangeComplete } = props;
  const phone = usePhone();
  const [chartsOpen, setChartsOpen] = useLocalStorage('historyChartsOpen', !phone, parseBoolean);
  const [tableOpen, setTableOpen] = useLocalStorage('historyTable', false, parseBoolean);
  const [timeFilter, setTimeFilter] = useLocalStorage<TimeFilter>('historyTimeFilter', null, parseTimeFilter);
  const noticeMarkers = useTimelineMarkers(notices);
  const instructionMarkers = useInstructionMarkers(instructions);
  const markers = useMemo(
    () => [...noticeMarkers, ...instructionMarkers],
    [noticeMarkers, instructionMarkers],
  );
  const tracks = useMemo(() => [loaded], [loaded]);
  const trackProps = { track: loaded.track, clock, hoverStore, onChangeComplete };
  return (
    <>
      <ReplayDock
        clock={clock}
        tracks={tracks}
        markers={markers}
        onChangeComplete={onChangeComplete}
        trailMinutes={props.trailMinutes}
        onTrailMinutes={props.onTrailMinutes}
        above={chartsOpen && <Charts {...trackProps} span={focus.span} onSpanChange={focus.focusSpan} />}
      >
        <LiveSwitch watch={watch} />
        {!phone && <CurrentSpeed track={loaded.track} clock={clock} />}
        <CollapseButton open={chartsOpen} name="charts" onToggle={setChartsOpen} />
        <CollapseButton open={tableOpen} name="table" onToggle={setTableOpen} />
      </ReplayDock>
      {tableOpen && <PointTable {...trackProps} filter={timeFilter} onFilter={setTimeFilter} />}
    </>
  );
}
