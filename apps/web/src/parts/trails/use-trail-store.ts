import type { TrailPoint } from '@wakeline/contract/shares';
import { App } from 'antd';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrackerStore } from '../../live/tracker-store.ts';
import { createTrailStore, type LoadTrails, type TrailStore } from '../../live/trail-store.ts';

const FAILED = 'trails-failed';

/** The trails of the trackers of a store while the page is there; null before that. */
export function useTrailStore(store: TrackerStore, load: LoadTrails, now: () => number): TrailStore | null {
  const { t } = useTranslation('shares');
  const { message } = App.useApp();
  const sayFailed = () => void message.warning({ key: FAILED, content: t('trail.failed') });
  const latest = useRef({ load, sayFailed });
  latest.current = { load, sayFailed };
  const [trails, setTrails] = useState<TrailStore | null>(null);
  useEffect(() => {
    const made = createTrailStore({
      store,
      now,
      load: (...asked) => latest.current.load(...asked),
      onFailed: () => latest.current.sayFailed(),
    });
    setTrails(made);
    return () => {
      setTrails(null);
      made.stop();
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
