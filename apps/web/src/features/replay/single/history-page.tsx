import { IconChartLine, IconChevronLeft, IconFocusCentered, IconTable } from '@tabler/icons-react';
import { seek } from '@wakeline/domain/replay/replay-clock';
import { Button } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useTracker } from '../../../live/live-store.ts';
import type { MapView } from '../../../map/map-view.ts';
import { colorClasses } from '../../../map/replay/color-classes.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import { OwnLayersOnMap } from '../../../parts/layers/own-layers-on-map.tsx';
import { useBaseLayer } from '../../../parts/layers/use-base-layer.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { usePhone } from '../../../ui/media.ts';
import { asBoolean, useStored } from '../../../ui/stored.ts';
import { createClockStore } from '../core/clock-store.ts';
import { ReplayDock } from '../core/dock/replay-dock.tsx';
import { ReplayFrame } from '../core/frame/replay-frame.tsx';
import { useFramePanel } from '../core/frame/use-frame-panel.ts';
import { type LoadedTrack, NO_TRACKS, type TracksRequest } from '../core/loaded-track.ts';
import { idsIn, PLAIN_VIEW, type ReplayView, readReplay, writeReplay } from '../core/replay-address.ts';
import { boundsBetween, boundsOf } from '../core/track-bounds.ts';
import { useReplaySetup } from '../core/use-replay-setup.ts';
import { useTracks } from '../core/use-tracks.ts';
import { ReplayActions } from '../files/replay-actions.tsx';
import { LiveSwitch } from '../live/live-switch.tsx';
import { useRealWatch } from '../live/use-real-watch.ts';
import type { Span } from './charts/axis.ts';
import { Charts } from './charts/charts.tsx';
import { CorrectionPart } from './correction-part.tsx';
import { DisplayPart } from './display-part.tsx';
import styles from './history-page.module.css';
import { Moment } from './moment.tsx';
import { PointTable } from './point-table.tsx';
import { createPointedStore } from './pointed-store.ts';
import { ReplayLayer } from './replay-layer.tsx';
import { StayList } from './stay-list.tsx';
import { asTimeFilter, type TimeFilter } from './time-filter.ts';
import { TrackFound } from './track-found.tsx';
import { type Chosen, TrackLayer } from './track-layer.tsx';
import { TrackQuestion } from './track-question.tsx';
import { useDockMarks } from './use-dock-marks.ts';
import { useMarkedStays } from './use-marked-stays.ts';
import { useRoads } from './use-roads.ts';
import { useTrackNotices } from './use-track-notices.ts';
import { mistakesIn } from './window.ts';

const NONE: readonly LoadedTrack[] = [];

/** History of one device: what was asked stands in the address, the panel asks, the map and the dock show. */
export function HistoryPage() {
  const { t } = useTranslation('history');
  const phone = usePhone();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const [view, setView] = useState<MapView | null>(null);
  const base = useBaseLayer();
  const [chartsOpen, setChartsOpen] = useStored('historyChartsOpen', !phone, asBoolean);
  const [tableOpen, setTableOpen] = useStored('historyTable', false, asBoolean);
  const [timeFilter, setTimeFilter] = useStored<TimeFilter>('historyTimeFilter', null, asTimeFilter);
  const [noticesShown, setNoticesShown] = useStored('historyNotices', true, asBoolean);
  const [roadsShown, setRoadsShown] = useState(false);
  const [round, setRound] = useState(0);
  const [clock] = useState(createClockStore);
  const [pointed] = useState(createPointedStore);
  const [span, setSpan] = useState<Span | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  useEffect(() => () => clock.close(), [clock]);

  const asked = useMemo(() => readReplay(query), [query]);
  const { start, end, correction = 'none', wake = null, color = 'none' } = asked ?? {};
  const trackerId = asked?.trackerIds[0];
  const form = useMemo(
    () =>
      trackerId === undefined || start === undefined || end === undefined ? null : { trackerId, start, end },
    [trackerId, start, end],
  );
  const request = useMemo<TracksRequest | null>(() => {
    // A window that no server would answer is shown in the form, which says what is wrong with it.
    if (form === null || mistakesIn(form.trackerId, form).window !== null) return null;
    return { trackerIds: [form.trackerId], start: form.start, end: form.end, correction };
  }, [form, correction]);
  // Who comes without a question is asked for it.
  const panel = useFramePanel('historyPanel', request === null);
  const change = useCallback(
    (what: Partial<ReplayView>) =>
      setQuery(
        (before) => {
          const shown = readReplay(before);
          return shown === null ? before : writeReplay(before, { ...shown, ...what });
        },
        { replace: true },
      ),
    [setQuery],
  );
  const watch = useRealWatch({
    trackerIds: asked?.trackerIds.slice(0, 1) ?? NO_IDS,
    clock,
    onLeft: change,
  });
  const read = useTracks(watch.load === null ? request : null, round, () => view?.area() ?? null);
  const load = watch.load ?? read;
  const driven = watch.state !== 'off';
  const tracker = useTracker(trackerId ?? null);
  const devices = useMemo(
    () => new Map(tracker === undefined ? [] : [[tracker.trackerId, { name: fullName(tracker) }]]),
    [tracker],
  );
  const loaded = trackerId === undefined ? undefined : load.tracks.get(trackerId);
  const track = loaded?.track ?? null;
  const tracks = useMemo(() => (loaded === undefined ? NONE : [loaded]), [loaded]);
  const classes = useMemo(
    () => (track === null || color === 'none' ? null : colorClasses(track, color)),
    [track, color],
  );
  const there = loaded === undefined ? null : form;
  const notices = useTrackNotices(there);
  const shownNotices = noticesShown ? notices.list : NO_NOTICES;
  const stays = useMarkedStays(loaded ?? null, notices.list);
  const setup = useReplaySetup();
  const roads = useRoads(roadsShown && setup?.matching ? there : null);
  const marks = useDockMarks(shownNotices);

  // What belongs to one track goes with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is another track
  useEffect(() => {
    setSpan(null);
    setChosen(null);
    setRoadsShown(false);
  }, [form]);
  // The stays, and fixes by their number, are others after a correction.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => setChosen(null), [correction]);

  // The clock covers what has been read. The address says where it begins and how fast it goes.
  const from = track?.time[0];
  const to = track?.time.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address moves the clock when a track comes, and follows it from then on
  useEffect(() => {
    if (driven || from === undefined || to === undefined) return;
    clock.change((before) => {
      const same = before.start === from && before.end > before.start;
      const time = same ? before.time : (asked?.time ?? from);
      return {
        start: from,
        end: to,
        time: Math.min(to, Math.max(from, time)),
        playing: same && before.playing,
        level: same ? before.level : (asked?.level ?? before.level),
      };
    });
  }, [clock, from, to, driven]);

  const settle = useCallback(() => {
    const { time, level } = clock.get();
    change({ time, level });
  }, [clock, change]);
  const retry = () => setRound((last) => last + 1);

  function goTo(time: number): void {
    clock.change((before) => seek(before, time));
    settle();
  }

  function lookAt(part: Span | null): void {
    setSpan(part);
    const bounds = track === null ? null : part === null ? boundsOf([track]) : boundsBetween(track, part);
    if (view !== null && bounds !== null) view.fit(bounds);
  }

  function chooseStay(index: number): void {
    const stay = stays[index];
    if (stay === undefined) return;
    setChosen({ kind: 'stay', id: index, fromList: true });
    panel.uncover();
    goTo(stay.startTime);
    view?.focus(stay);
  }

  function search(wanted: { trackerId: number; start: number; end: number }): void {
    panel.uncover();
    watch.leave();
    clock.change((before) => ({ ...before, playing: false, start: 0, end: 0 }));
    setQuery((before) => {
      const shown = { ...PLAIN_VIEW, ...readReplay(before), ...wanted };
      return writeReplay(before, {
        ...shown,
        trackerIds: [wanted.trackerId],
        time: null,
        level: clock.get().level,
      });
    });
    setRound((last) => last + 1);
  }

  const actions = (
    <ReplayActions
      trackerIds={request?.trackerIds ?? NO_IDS}
      window={form}
      correction={correction}
      view={view}
      base={base}
      clock={clock}
      legend={tracker === undefined ? [] : [{ name: tracker.trackerName, color: null }]}
      played={track !== null && watch.state !== 'live'}
      onReload={retry}
    />
  );
  return (
    <ReplayFrame
      panel={panel}
      title={t('title')}
      opener={tracker?.trackerName ?? t('title')}
      back={
        <IconButton
          label={t('back')}
          icon={<IconChevronLeft size={20} />}
          onClick={() => navigate(trackerId === undefined ? '/' : `/?device=${trackerId}`)}
        />
      }
      tools={actions}
      question={
        <TrackQuestion
          request={form}
          trackerId={idsIn(query.get('trackerId'))?.[0] ?? null}
          deviceName={tracker === undefined ? null : fullName(tracker)}
          loading={load.phase === 'loading'}
          live={driven ? watch.minutes : null}
          found={loaded !== undefined}
          onSearch={search}
        />
      }
      found={
        loaded && (
          <TrackFound
            loaded={loaded}
            staysCount={stays.length}
            stays={
              <StayList
                stays={stays}
                chosen={chosen?.kind === 'stay' ? chosen.id : null}
                onChoose={chooseStay}
              />
            }
            display={
              <>
                <DisplayPart
                  color={color}
                  onColor={(next) => change({ color: next })}
                  classes={classes}
                  noticesShown={noticesShown}
                  onNotices={setNoticesShown}
                  notices={notices}
                />
                <CorrectionPart
                  correction={correction}
                  onCorrection={(next) => change({ correction: next })}
                  changes={loaded.changes}
                  partly={loaded.coarse}
                  live={driven}
                  matching={setup?.matching ?? false}
                  roads={roads}
                  roadsShown={roadsShown}
                  onRoads={setRoadsShown}
                />
              </>
            }
          />
        )
      }
      trackerIds={request?.trackerIds ?? NO_IDS}
      devices={devices}
      // That nothing has come lately is said beside the switch.
      load={driven && load.phase === 'ready' && load.tracks.size === 0 ? NO_TRACKS : load}
      onRetry={retry}
      mapLabel={t('map')}
      base={base}
      onView={setView}
      dock={
        track && (
          <>
            <ReplayDock
              clock={clock}
              tracks={tracks}
              marks={marks}
              onSettled={settle}
              wake={wake}
              onWake={(minutes) => change({ wake: minutes })}
              above={
                chartsOpen && (
                  <Charts
                    track={track}
                    clock={clock}
                    pointed={pointed}
                    span={span}
                    onSpan={lookAt}
                    onSettled={settle}
                  />
                )
              }
            >
              <LiveSwitch watch={watch} />
              {!phone && <Moment track={track} clock={clock} />}
              <Fold open={chartsOpen} name="charts" onFold={setChartsOpen} />
              <Fold open={tableOpen} name="table" onFold={setTableOpen} />
            </ReplayDock>
            {tableOpen && (
              <PointTable
                track={track}
                clock={clock}
                pointed={pointed}
                onSettled={settle}
                filter={timeFilter}
                onFilter={setTimeFilter}
              />
            )}
          </>
        )
      }
      instead={driven && <LiveSwitch watch={watch} />}
    >
      {view && <OwnLayersOnMap view={view} />}
      {view && (
        <ReplayLayer
          view={view}
          loaded={loaded ?? null}
          tracker={tracker}
          clock={clock}
          wake={wake}
          classes={classes}
        />
      )}
      {view && loaded && (
        <TrackLayer
          view={view}
          loaded={loaded}
          stays={stays}
          notices={shownNotices}
          span={span}
          roads={roads.lines}
          clock={clock}
          pointed={pointed}
          chosen={chosen}
          onChoose={setChosen}
          onGoTo={goTo}
        />
      )}
      {view && track && (
        <span className={styles.tools}>
          <IconButton
            type="default"
            label={t('fit')}
            placement="left"
            icon={<IconFocusCentered size={18} />}
            onClick={() => lookAt(null)}
          />
        </span>
      )}
    </ReplayFrame>
  );
}

const NO_NOTICES: readonly never[] = [];
const NO_IDS: readonly number[] = [];

interface FoldProps {
  readonly open: boolean;
  readonly name: 'charts' | 'table';
  readonly onFold: (open: boolean) => void;
}

/** Opens and folds a part of the dock. */
function Fold({ open, name, onFold }: FoldProps) {
  const { t } = useTranslation('history');
  const phone = usePhone();
  const Icon = name === 'charts' ? IconChartLine : IconTable;
  return (
    <Button
      type="text"
      className={styles.fold ?? ''}
      aria-expanded={open}
      aria-label={t(`${name}.title`)}
      icon={<Icon size={18} />}
      onClick={() => onFold(!open)}
    >
      {phone ? null : t(`${name}.title`)}
    </Button>
  );
}
