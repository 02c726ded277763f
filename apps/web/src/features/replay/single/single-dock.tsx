import { useMemo } from 'react';
import { usePhone } from '../../../ui/media.ts';
import { asBoolean, useStored } from '../../../ui/stored.ts';
import type { ClockStore } from '../core/clock-store.ts';
import { ReplayDock } from '../core/dock/replay-dock.tsx';
import type { LoadedTrack } from '../core/loaded-track.ts';
import type { Wake } from '../core/replay-address.ts';
import { LiveSwitch } from '../live/live-switch.tsx';
import type { RealWatch } from '../live/use-real-watch.ts';
import { Charts } from './charts/charts.tsx';
import { FoldButton } from './fold-button.tsx';
import { Moment } from './moment.tsx';
import { PointTable } from './point-table.tsx';
import type { PointedStore } from './pointed-store.ts';
import { asTimeFilter, type TimeFilter } from './time-filter.ts';
import { useDockMarks } from './use-dock-marks.ts';
import type { TrackFocus } from './use-track-focus.ts';
import type { TrackNotice } from './use-track-notices.ts';

interface SingleDockProps {
  readonly loaded: LoadedTrack;
  /** Those with a tick on the timeline. */
  readonly notices: readonly TrackNotice[];
  readonly clock: ClockStore;
  readonly pointed: PointedStore;
  readonly focus: TrackFocus;
  readonly watch: RealWatch;
  readonly wake: Wake;
  readonly onWake: (wake: Wake) => void;
  readonly onSettled: () => void;
}

/** Below the map: the time, the charts above it, the point table below it. */
export function SingleDock(props: SingleDockProps) {
  const { loaded, notices, clock, pointed, focus, watch, onSettled } = props;
  const phone = usePhone();
  const [chartsOpen, setChartsOpen] = useStored('historyChartsOpen', !phone, asBoolean);
  const [tableOpen, setTableOpen] = useStored('historyTable', false, asBoolean);
  const [timeFilter, setTimeFilter] = useStored<TimeFilter>('historyTimeFilter', null, asTimeFilter);
  const marks = useDockMarks(notices);
  const tracks = useMemo(() => [loaded], [loaded]);
  const moves = { track: loaded.track, clock, pointed, onSettled };
  return (
    <>
      <ReplayDock
        clock={clock}
        tracks={tracks}
        marks={marks}
        onSettled={onSettled}
        wake={props.wake}
        onWake={props.onWake}
        above={chartsOpen && <Charts {...moves} span={focus.span} onSpan={focus.lookAt} />}
      >
        <LiveSwitch watch={watch} />
        {!phone && <Moment track={loaded.track} clock={clock} />}
        <FoldButton open={chartsOpen} name="charts" onFold={setChartsOpen} />
        <FoldButton open={tableOpen} name="table" onFold={setTableOpen} />
      </ReplayDock>
      {tableOpen && <PointTable {...moves} filter={timeFilter} onFilter={setTimeFilter} />}
    </>
  );
}
