import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { FormatContext } from '../../format/use-format.ts';
import { scheduleFrame } from '../../live/schedule-frame.ts';
import { createTrackerStore } from '../../live/tracker-store.ts';
import type { LoadTrails } from '../../live/trail-store.ts';
import { buildSharePath } from '../../parts/addresses/watch-url.ts';
import { useBaseLayer } from '../../parts/layers/use-base-layer.ts';
import { VISITOR_PANELS } from '../../parts/map-kit/map-panels.ts';
import { pollShare, toTracker } from '../../parts/shares/poll-share.ts';
import { ShareAccess, type ShareDetails } from '../../parts/shares/share-access.tsx';
import { ShareHeader } from '../../parts/shares/share-header.tsx';
import styles from '../../parts/shares/watch-header.module.css';
import { useClient } from '../../service/client.ts';
import { WatchView } from './watch-view.tsx';

/** A share link to the present, for anyone. A session in the same browser makes no difference. */
export function SharedWatch({ code }: { readonly code: string }) {
  return (
    <ShareAccess code={code}>
      {(shared, onExpired, reload) =>
        shared.replay === null ? (
          <OpenShare code={code} shared={shared} onExpired={onExpired} reload={reload} />
        ) : (
          <Navigate to={buildSharePath(code, 'replay')} replace />
        )
      }
    </ShareAccess>
  );
}

interface OpenShareProps {
  readonly code: string;
  readonly shared: ShareDetails;
  readonly onExpired: () => void;
  readonly reload: () => void;
}

function OpenShare({ code, shared, onExpired, reload }: OpenShareProps) {
  const { t } = useTranslation('shares');
  const client = useClient();
  const [store] = useState(() => createTrackerStore(scheduleFrame));
  const offset = useRef(shared.serverTime - Date.now());
  const now = useCallback(() => Date.now() + offset.current, []);
  const [disconnected, setDisconnected] = useState(false);
  const ids = useSharedTrackers(store, shared);
  const base = useBaseLayer();

  const latest = useRef({ onExpired, reload });
  latest.current = { onExpired, reload };
  useEffect(
    () =>
      pollShare({
        client,
        code,
        store,
        onResponse(serverTime) {
          offset.current = serverTime - Date.now();
          setDisconnected(false);
        },
        onExpired: () => latest.current.onExpired(),
        onFailed: () => setDisconnected(true),
        onUnknown: () => latest.current.reload(),
      }),
    [client, code, store],
  );

  const load = useCallback<LoadTrails>(
    async (_ids, minutes, signal) => {
      const { trails } = await client.call('queryShareTrails', { code, minutes }, { signal });
      return trails;
    },
    [client, code],
  );
  const { timeZone, looks } = shared;
  const { speedUnits, altitudeUnits, climbUnits, locationFormat } = looks;
  const format = useMemo(
    () => ({ timeZone, speedUnits, altitudeUnits, climbUnits, locationFormat }),
    [timeZone, speedUnits, altitudeUnits, climbUnits, locationFormat],
  );
  return (
    <FormatContext value={format}>
      <WatchView
        single={shared.trackers.length === 1}
        store={store}
        trackerIds={ids}
        ready
        load={load}
        base={base}
        panels={VISITOR_PANELS}
        now={now}
        head={<ShareHeader shared={shared} now={now} />}
        note={
          disconnected && (
            <p role="alert" className={styles.note}>
              {t('away')}
            </p>
          )
        }
      />
    </FormatContext>
  );
}

/** Puts the shared trackers into the store, and returns the ids of the visible ones in their order. */
function useSharedTrackers(
  store: ReturnType<typeof createTrackerStore>,
  { trackers }: ShareDetails,
): readonly number[] {
  const [ids, setIds] = useState<readonly number[]>(() => trackers.map(({ trackerId }) => trackerId));
  useEffect(() => {
    const order = trackers.map(({ trackerId }) => trackerId);
    store.putTrackers(
      trackers.map(toTracker),
      store.getIds().filter((id) => !order.includes(id)),
    );
    setIds(order);
    return store.subscribeChanges(({ added, removed }) => {
      if (added.size + removed.size > 0) setIds(order.filter((id) => store.getTracker(id) !== undefined));
    });
  }, [store, trackers]);
  return ids;
}
