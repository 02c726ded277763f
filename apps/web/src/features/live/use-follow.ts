import { useEffect, useRef, useState } from 'react';
import { liveStore } from '../../live/live-store.ts';
import type { MapView } from '../../map/map-view.ts';

export interface Following {
  /** The device that the map keeps centred. */
  readonly followed: number | null;
  follow(trackerId: number | null): void;
}

/** Keeps a device centred on the map, at the user's zoom, until the user pans. */
export function useFollow(view: MapView | null): Following {
  const [followed, setFollowed] = useState<number | null>(null);
  const started = useRef<number | null>(null);

  useEffect(() => {
    if (view === null || followed === null) {
      started.current = null;
      return;
    }
    const { engine } = view;
    function centerOnDevice(): void {
      if (followed === null || liveStore.getInfo(followed) === undefined) {
        // It was removed, or this user lost access to it.
        setFollowed(null);
        return;
      }
      const lngLat = liveStore.getLngLat(followed);
      if (lngLat === null) return;
      view?.focus(lngLat, started.current === followed ? engine.getZoom() : undefined);
      started.current = followed;
    }
    centerOnDevice();
    const unsubscribe = liveStore.subscribeTracker(followed, centerOnDevice);
    const subscriptions = [
      engine.on('dragstart', () => setFollowed(null)),
      // The arrow keys pan as well.
      engine.on('movestart', ({ originalEvent }) => {
        if (originalEvent instanceof KeyboardEvent && originalEvent.key.startsWith('Arrow'))
          setFollowed(null);
      }),
    ];
    return () => {
      unsubscribe();
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [view, followed]);

  return { followed, follow: setFollowed };
}
