import { NamedError } from '@wakeline/contract/errors';
import { toReplayRule } from '@wakeline/contract/settings/account-settings';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { FormatContext, useFormat } from '../../../format/use-format.ts';
import { buildSharePath } from '../../../parts/addresses/watch-url.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import { useBaseLayer } from '../../../parts/layers/use-base-layer.ts';
import { VISITOR_PANELS } from '../../../parts/map-kit/map-panels.ts';
import { toTracker } from '../../../parts/shares/poll-share.ts';
import { isShareExpired, ShareAccess, type ShareDetails } from '../../../parts/shares/share-access.tsx';
import { ShareHeader } from '../../../parts/shares/share-header.tsx';
import { useClient } from '../../../service/client.ts';
import { useSearchParams } from '../../../ui/search-params.ts';
import type { TracksRequest } from '../core/loaded-track.ts';
import { movementKindOf } from '../core/movement-kind.ts';
import { DEFAULT_VIEW, parseReplayView, type ReplayView, writeReplayView } from '../core/replay-address.ts';
import { useReplayScreen } from '../core/use-replay-screen.ts';
import { useTracks } from '../core/use-tracks.ts';
import { MultiReplay } from '../multi/multi-replay.tsx';
import type { ReplayDevice } from '../multi/runs.ts';
import styles from './shared-replay.module.css';

/** The public page of a shared replay, with the branding of the sharing account. It ignores a signed-in session. */
export function SharedReplay({ code }: { readonly code: string }) {
  return (
    <ShareAccess code={code}>
      {(shared, onExpired) =>
        shared.replay === null ? (
          <Navigate to={buildSharePath(code, 'present')} replace />
        ) : (
          <Replay code={code} shared={shared} times={shared.replay} onExpired={onExpired} />
        )
      }
    </ShareAccess>
  );
}

/** Interval at which an open page checks whether its link is still valid, milliseconds. */
const CHECK_INTERVAL_MS = 30_000;

interface ReplayProps {
  readonly code: string;
  readonly shared: ShareDetails;
  readonly times: NonNullable<ShareDetails['replay']>;
  readonly onExpired: () => void;
}

function Replay({ code, shared, times, onExpired }: ReplayProps) {
  const { t } = useTranslation('replay');
  const base = useBaseLayer();
  const { view, setView, clock, getVisibleBounds } = useReplayScreen();
  const [reloadKey, setReloadKey] = useState(0);
  const offset = useRef(shared.serverTime - Date.now());
  const now = useCallback(() => Date.now() + offset.current, []);
  const devices = useMemo(() => devicesOf(shared), [shared]);
  const { startTime: start, endTime: end } = times;
  const [replayView, changeReplayView] = useReplayView(devices, start, end);
  const ids = replayView.trackerIds;
  const { movingSpeed, gapMinutes, minStopMinutes } = shared;
  const request = useMemo<TracksRequest>(() => {
    // Live data with the icons is not available for a share link.
    const kinds = new Map([...devices].map(([id, { icon }]) => [id, movementKindOf(icon)]));
    const rule = toReplayRule({ movingSpeed, gapMinutes, minStopMinutes });
    return { trackerIds: ids, start, end, correction: 'none', shareCode: code, kinds, rule };
  }, [devices, ids, start, end, code, movingSpeed, gapMinutes, minStopMinutes]);
  const load = useTracks(request, reloadKey, getVisibleBounds);
  useShareExpired(code, load.error, onExpired);

  const { timeZone } = shared;
  const { speedUnits, altitudeUnits, climbUnits, locationFormat } = shared.looks;
  const format = useMemo(
    () => ({ timeZone, speedUnits, altitudeUnits, climbUnits, locationFormat }),
    [timeZone, speedUnits, altitudeUnits, climbUnits, locationFormat],
  );
  return (
    <FormatContext value={format}>
      <MultiReplay
        replayView={replayView}
        movingSpeed={shared.movingSpeed}
        onReplayViewChange={changeReplayView}
        devices={devices}
        load={load}
        onRetry={() => setReloadKey((last) => last + 1)}
        clock={clock}
        base={base}
        view={view}
        onView={setView}
        panels={VISITOR_PANELS}
        title={t('dock')}
        openButtonLabel={shared.shareName}
        formOpen={false}
      >
        <div className={styles.head}>
          <ShareHeader shared={shared} now={now} />
          <Times start={start} end={end} />
        </div>
      </MultiReplay>
    </FormatContext>
  );
}

function Times({ start, end }: { readonly start: number; readonly end: number }) {
  const { formatDateTime } = useFormat();
  return (
    <p className={styles.times}>
      {formatDateTime(start)} – {formatDateTime(end)}
    </p>
  );
}

function devicesOf({ trackers }: ShareDetails): ReadonlyMap<number, ReplayDevice> {
  return new Map(
    trackers.map((one) => [
      one.trackerId,
      { trackerId: one.trackerId, name: fullName(toTracker(one)), icon: one.iconDto },
    ]),
  );
}

/** The view parameters of the address; the link defines devices and time. */
function useReplayView(
  devices: ReadonlyMap<number, ReplayDevice>,
  start: number,
  end: number,
): [ReplayView, (change: Partial<ReplayView>) => void] {
  const [query, setQuery] = useSearchParams();
  const trackerIds = useMemo(() => [...devices.keys()], [devices]);
  const fixed = useMemo(() => ({ trackerIds, start, end }), [trackerIds, start, end]);
  const replayView = useMemo(() => parseSharedView(query, fixed), [query, fixed]);
  const changeReplayView = useCallback(
    (change: Partial<ReplayView>) =>
      setQuery(
        (before) =>
          withoutSharedParams(writeReplayView(before, { ...parseSharedView(before, fixed), ...change })),
        {
          replace: true,
        },
      ),
    [setQuery, fixed],
  );
  return [replayView, changeReplayView];
}

type SharedParams = Pick<ReplayView, 'trackerIds' | 'start' | 'end'>;

const SHARED_PARAM_NAMES = ['trackerId', 'start', 'end'] as const;

function parseSharedView(query: URLSearchParams, fixed: SharedParams): ReplayView {
  const fullQuery = new URLSearchParams(query);
  fullQuery.set('trackerId', fixed.trackerIds.join(','));
  fullQuery.set('start', String(fixed.start));
  fullQuery.set('end', String(fixed.end));
  const read = parseReplayView(fullQuery);
  // All devices of the link were removed: such a replay has no address.
  return read === null ? { ...DEFAULT_VIEW, ...fixed } : { ...read, ...fixed };
}

function withoutSharedParams(query: URLSearchParams): URLSearchParams {
  for (const name of SHARED_PARAM_NAMES) query.delete(name);
  return query;
}

/** Detects that the link has expired, even after all tracks were loaded. */
function useShareExpired(code: string, error: unknown, onExpired: () => void): void {
  const client = useClient();
  const latest = useRef(onExpired);
  latest.current = onExpired;
  useEffect(() => {
    if (error instanceof NamedError && isShareExpired(error)) latest.current();
  }, [error]);
  useEffect(() => {
    const unmounted = new AbortController();
    const timer = setInterval(() => {
      client.call('queryShareStates', { code }, { signal: unmounted.signal }).catch((failure: unknown) => {
        // A connection failure keeps the page.
        if (failure instanceof NamedError && isShareExpired(failure)) latest.current();
      });
    }, CHECK_INTERVAL_MS);
    return () => {
      clearInterval(timer);
      unmounted.abort(new Error('the shared replay was closed'));
    };
  }, [client, code]);
}
