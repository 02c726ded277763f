import type { TrailPoint } from '@wakeline/contract/shares';
import { App } from 'antd';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrackerStore } from '../../live/tracker-store.ts';
import { createTrailStore, type LoadTrails, type TrailStore } from '../../live/trail-store.ts';

const MESSAGE_KEY = 'trails-failed';

/** The trails of a store's trackers while the page is mounted; null before that. */
export function useTrailStore(store: TrackerStore, load: LoadTrails, now: () => number): TrailStore | null {
  const { t } = useTranslation('shares');
  const { message } = App.useApp();
  const showFailure = () => void message.warning({ key: MESSAGE_KEY, content: t('trail.failed') });
  const latest = useRef({ load, showFailure });
  latest.current = { load, showFailure };
  const [trails, setTrails] = useState<TrailStore | null>(null);
  useEffect(() => {
    const newStore = createTrailStore({
      store,
      now,
      load: (...args) => latest.current.load(...args),
      onFailed: () => latest.current.showFailure(),
    });
    setTrails(newStore);
    return () => {
      setTrails(null);
      newStore.stop();
    };
  }, [store, now]);
  return trails;
}

const NONE: readonly TrailPoint[] = [];

/** One trail; renders again when it grows. */
export function useTrail(trails: TrailStore | null, trackerId: number): readonly TrailPoint[] {
  const subscribe = useCallback(
    (listener: () => void) =>
      trails === null ? () => undefined : trails.subscribe((ids) => ids.has(trackerId) && listener()),
    [trails, trackerId],
  );
  return useSyncExternalStore(subscribe, () => trails?.get(trackerId) ?? NONE);
}
