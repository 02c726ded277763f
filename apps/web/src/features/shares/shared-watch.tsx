import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { FormatContext } from '../../format/use-format.ts';
import { nextFrame } from '../../live/next-frame.ts';
import { createTrackerStore } from '../../live/tracker-store.ts';
import type { LoadTrails } from '../../live/trail-store.ts';
import { sharePath } from '../../parts/addresses/watch-address.ts';
import { useBaseLayer } from '../../parts/layers/use-base-layer.ts';
import { VISITOR_PANELS } from '../../parts/map-kit/map-panels.ts';
import { asTracker, pollShare } from '../../parts/shares/poll-share.ts';
import { ShareDoor, type Shared } from '../../parts/shares/share-door.tsx';
import { ShareHead } from '../../parts/shares/share-head.tsx';
import styles from '../../parts/shares/watch-head.module.css';
import { useClient } from '../../service/client.ts';
import { WatchView } from './watch-view.tsx';

/** What a share link to the present shows to anybody. Whoever is signed in beside it plays no part. */
export function SharedWatch({ code }: { readonly code: string }) {
  return (
    <ShareDoor code={code}>
      {(shared, onGone, reload) =>
        shared.replay === null ? (
          <OpenShare code={code} shared={shared} onGone={onGone} reload={reload} />
        ) : (
          <Navigate to={sharePath(code, 'replay')} replace />
        )
      }
    </ShareDoor>
  );
}

interface OpenShareProps {
  readonly code: string;
  readonly shared: Shared;
  readonly onGone: () => void;
  readonly reload: () => void;
}

function OpenShare({ code, shared, onGone, reload }: OpenShareProps) {
  const { t } = useTranslation('shares');
  const client = useClient();
  const [store] = useState(() => createTrackerStore(nextFrame));
  const offset = useRef(shared.serverTime - Date.now());
  const now = useCallback(() => Date.now() + offset.current, []);
  const [away, setAway] = useState(false);
  const ids = useShown(store, shared);
  const base = useBaseLayer();

  const latest = useRef({ onGone, reload });
  latest.current = { onGone, reload };
  useEffect(
    () =>
      pollShare({
        client,
        code,
        store,
        onAnswer(serverTime) {
          offset.current = serverTime - Date.now();
          setAway(false);
        },
        onGone: () => latest.current.onGone(),
        onFailed: () => setAway(true),
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
  const { speedUnits, locationFormat } = looks;
  const format = useMemo(
    () => ({ timeZone, speedUnits, locationFormat }),
    [timeZone, speedUnits, locationFormat],
  );
  return (
    <FormatContext value={format}>
      <WatchView
        alone={shared.trackers.length === 1}
        store={store}
        trackerIds={ids}
        ready
        load={load}
        base={base}
        panels={VISITOR_PANELS}
        now={now}
        head={<ShareHead shared={shared} now={now} />}
        note={
          away && (
            <p role="alert" className={styles.note}>
              {t('away')}
            </p>
          )
        }
      />
    </FormatContext>
  );
}

/** Puts what the link shows into the store; answers whom it shows now, in its order. */
function useShown(store: ReturnType<typeof createTrackerStore>, { trackers }: Shared): readonly number[] {
  const [ids, setIds] = useState<readonly number[]>(() => trackers.map(({ trackerId }) => trackerId));
  useEffect(() => {
    const order = trackers.map(({ trackerId }) => trackerId);
    store.putTrackers(
      trackers.map(asTracker),
      store.getIds().filter((id) => !order.includes(id)),
    );
    setIds(order);
    return store.subscribeChanges(({ added, removed }) => {
      if (added.size + removed.size > 0) setIds(order.filter((id) => store.getTracker(id) !== undefined));
    });
  }, [store, trackers]);
  return ids;
}
