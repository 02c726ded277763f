import { App } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrackerStore } from '../../live/tracker-store.ts';
import { useReducedMotion } from '../../ui/media.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import type { MapView } from '../map-view.ts';
import type { Describe } from './device-marker.ts';
import { type DevicesOnMap, type DevicesPreview, showDevices } from './devices-on-map.ts';
import type { LabelMode } from './label-mode.ts';
import type { MapContextMenu } from './pointer.ts';

export interface LiveDevicesOptions {
  /** Devices that the user has hidden; a new set for each change. */
  readonly hidden: ReadonlySet<number>;
  readonly labels: LabelMode;
  readonly selected: number | null;
  readonly onSelect: (id: number | null) => void;
  readonly onContextMenu: (event: MapContextMenu) => void;
  /** Lines of the detailed label below the name; a new function when they change. */
  readonly describe?: Describe;
  /** What is drawn until all devices have loaded; a new object for each change. */
  readonly preview?: DevicesPreview | null;
}

const FAILURE_MESSAGE_KEY = 'devices-failed';

const nameOnly: Describe = () => [];

/** Draws the trackers of a store on the map. The options are passed to the map; positions bypass React. */
export function useLiveDevices(view: MapView | null, store: TrackerStore, options: LiveDevicesOptions): void {
  const reducedMotion = useReducedMotion();
  const { t } = useTranslation('map');
  const { message } = App.useApp();
  const showFailure = () =>
    void message.error({ key: FAILURE_MESSAGE_KEY, content: t('devicesFailed'), duration: 0 });
  const latest = useRef({ ...options, showFailure });
  latest.current = { ...options, showFailure };
  const [devicesOnMap, setDevicesOnMap] = useState<DevicesOnMap | null>(null);

  useEffect(() => {
    if (view === null) return;
    const devices = showDevices({
      view,
      store,
      reducedMotion,
      onSelect: (id) => latest.current.onSelect(id),
      onFailed(error) {
        reportError(error);
        latest.current.showFailure();
      },
      onContextMenu: (event) => latest.current.onContextMenu(event),
    });
    setDevicesOnMap(devices);
    return () => {
      setDevicesOnMap(null);
      devices.stop();
    };
  }, [view, store, reducedMotion]);

  // The message belongs to this map and is removed with it.
  useEffect(() => () => message.destroy(FAILURE_MESSAGE_KEY), [message]);

  const { hidden, labels, selected, describe = nameOnly, preview = null } = options;
  useEffect(() => devicesOnMap?.setHidden(hidden), [devicesOnMap, hidden]);
  useEffect(() => devicesOnMap?.setLabels(labels), [devicesOnMap, labels]);
  useEffect(() => devicesOnMap?.setSelected(selected), [devicesOnMap, selected]);
  useEffect(() => devicesOnMap?.setDescribe(describe), [devicesOnMap, describe]);
  useEffect(() => devicesOnMap?.setPreview(preview), [devicesOnMap, preview]);
  // The card of a spread device lies above it and closes first.
  useShortcuts(['Escape'], (event) => {
    if (selected === null && devicesOnMap?.collapseSpread()) event.preventDefault();
  });
}
