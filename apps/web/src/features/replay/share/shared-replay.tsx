import { NamedError } from '@wakeline/contract/errors';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { FormatContext, useFormat } from '../../../format/use-format.ts';
import { sharePath } from '../../../parts/addresses/watch-address.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import { useBaseLayer } from '../../../parts/layers/use-base-layer.ts';
import { VISITOR_PANELS } from '../../../parts/map-kit/map-panels.ts';
import { asTracker } from '../../../parts/shares/poll-share.ts';
import { isGone, ShareDoor, type Shared } from '../../../parts/shares/share-door.tsx';
import { ShareHead } from '../../../parts/shares/share-head.tsx';
import { useClient } from '../../../service/client.ts';
import type { TracksRequest } from '../core/loaded-track.ts';
import { movementOf } from '../core/movement-of.ts';
import { PLAIN_VIEW, type ReplayView, readReplay, writeReplay } from '../core/replay-address.ts';
import { useReplayStage } from '../core/use-replay-stage.ts';
import { useTracks } from '../core/use-tracks.ts';
import { ManyReplay } from '../multi/many-replay.tsx';
import type { ReplayDevice } from '../multi/runs.ts';
import styles from './shared-replay.module.css';

/** What a share link to a replay shows to anybody, with the looks of the account that shares it. Whoever is signed in beside it plays no part. */
export function SharedReplay({ code }: { readonly code: string }) {
  return (
    <ShareDoor code={code}>
      {(shared, onGone) =>
        shared.replay === null ? (
          <Navigate to={sharePath(code, 'present')} replace />
        ) : (
          <Replay code={code} shared={shared} times={shared.replay} onGone={onGone} />
        )
      }
    </ShareDoor>
  );
}

/** How often a page that stays open sees whether its link does, milliseconds. */
const LOOK_MS = 30_000;

interface ReplayProps {
  readonly code: string;
  readonly shared: Shared;
  readonly times: NonNullable<Shared['replay']>;
  readonly onGone: () => void;
}

function Replay({ code, shared, times, onGone }: ReplayProps) {
  const { t } = useTranslation('replay');
  const base = useBaseLayer();
  const { view, setView, clock, area } = useReplayStage();
  const [round, setRound] = useState(0);
  const offset = useRef(shared.serverTime - Date.now());
  const now = useCallback(() => Date.now() + offset.current, []);
  const devices = useMemo(() => devicesOf(shared), [shared]);
  const { startTime: start, endTime: end } = times;
  const [shown, onShown] = useShown(devices, start, end);
  const ids = shown.trackerIds;
  const request = useMemo<TracksRequest>(() => {
    // The live picture, which says it elsewhere, has nothing of a link.
    const kinds = new Map([...devices].map(([id, { icon }]) => [id, movementOf(icon)]));
    return { trackerIds: ids, start, end, correction: 'none', shareCode: code, kinds };
  }, [devices, ids, start, end, code]);
  const load = useTracks(request, round, area);
  useEnd(code, load.error, onGone);

  const { timeZone } = shared;
  const { speedUnits, locationFormat } = shared.looks;
  const format = useMemo(
    () => ({ timeZone, speedUnits, locationFormat }),
    [timeZone, speedUnits, locationFormat],
  );
  return (
    <FormatContext value={format}>
      <ManyReplay
        shown={shown}
        onShown={onShown}
        devices={devices}
        load={load}
        onRetry={() => setRound((last) => last + 1)}
        clock={clock}
        base={base}
        view={view}
        onView={setView}
        panels={VISITOR_PANELS}
        title={t('dock')}
        opener={shared.shareName}
        asking={false}
      >
        <div className={styles.head}>
          <ShareHead shared={shared} now={now} />
          <Times start={start} end={end} />
        </div>
      </ManyReplay>
    </FormatContext>
  );
}

function Times({ start, end }: { readonly start: number; readonly end: number }) {
  const { dateTime } = useFormat();
  return (
    <p className={styles.times}>
      {dateTime(start)} – {dateTime(end)}
    </p>
  );
}

function devicesOf({ trackers }: Shared): ReadonlyMap<number, ReplayDevice> {
  return new Map(
    trackers.map((one) => [
      one.trackerId,
      { trackerId: one.trackerId, name: fullName(asTracker(one)), icon: one.iconDto },
    ]),
  );
}

/** What the address says of how the replay is looked at; whose and when it is, the link says. */
function useShown(
  devices: ReadonlyMap<number, ReplayDevice>,
  start: number,
  end: number,
): [ReplayView, (change: Partial<ReplayView>) => void] {
  const [query, setQuery] = useSearchParams();
  const trackerIds = useMemo(() => [...devices.keys()], [devices]);
  const fixed = useMemo(() => ({ trackerIds, start, end }), [trackerIds, start, end]);
  const shown = useMemo(() => viewOf(query, fixed), [query, fixed]);
  const onShown = useCallback(
    (change: Partial<ReplayView>) =>
      setQuery((before) => withoutFixed(writeReplay(before, { ...viewOf(before, fixed), ...change })), {
        replace: true,
      }),
    [setQuery, fixed],
  );
  return [shown, onShown];
}

type Fixed = Pick<ReplayView, 'trackerIds' | 'start' | 'end'>;

const FIXED = ['trackerId', 'start', 'end'] as const;

function viewOf(query: URLSearchParams, fixed: Fixed): ReplayView {
  const whole = new URLSearchParams(query);
  whole.set('trackerId', fixed.trackerIds.join(','));
  whole.set('start', String(fixed.start));
  whole.set('end', String(fixed.end));
  const read = readReplay(whole);
  // A link whose devices are all gone: there is no address of such a replay.
  return read === null ? { ...PLAIN_VIEW, ...fixed } : { ...read, ...fixed };
}

function withoutFixed(query: URLSearchParams): URLSearchParams {
  for (const name of FIXED) query.delete(name);
  return query;
}

/** Sees that the link has ended, also when all of its tracks were read long ago. */
function useEnd(code: string, error: unknown, onGone: () => void): void {
  const client = useClient();
  const latest = useRef(onGone);
  latest.current = onGone;
  useEffect(() => {
    if (error instanceof NamedError && isGone(error)) latest.current();
  }, [error]);
  useEffect(() => {
    const left = new AbortController();
    const look = setInterval(() => {
      client.call('queryShareStates', { code }, { signal: left.signal }).catch((failure: unknown) => {
        // Whoever is cut off keeps what he has.
        if (failure instanceof NamedError && isGone(failure)) latest.current();
      });
    }, LOOK_MS);
    return () => {
      clearInterval(look);
      left.abort(new Error('the shared replay is left'));
    };
  }, [client, code]);
}
