import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { liveStore, useTracker } from '../../live/live-store.ts';
import { useLiveDevices } from '../../map/devices/use-live-devices.ts';
import { MapHost } from '../../map/map-host.tsx';
import { FOCUS_ZOOM, type MapView } from '../../map/map-view.ts';
import { fullName } from '../../parts/devices/full-name.ts';
import { useClearSos } from '../../parts/sos/use-clear-sos.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { usePhone } from '../../ui/media.ts';
import { useFollowedTrackers } from './followed-trackers.ts';
import styles from './help-point.module.css';
import { useHelpPoint } from './help-point.ts';
import { MapTypes, useMapType } from './map-types.tsx';
import { SosHandling } from './sos-handling.tsx';
import { SosPerson } from './sos-person.tsx';

/** Width of the list with its margins, which the map keeps free. */
const LIST_WIDTH = 320 + 24;
/** Height of the list on a phone. */
const SHEET_HEIGHT = 240;

const NONE_HIDDEN: ReadonlySet<number> = new Set();

/** The help point: a full-screen map with the trackers in SOS, until it is closed. */
export function HelpPointScreen() {
  const trackerIds = useHelpPoint((state) => state.trackerIds);
  return trackerIds === null ? null : createPortal(<HelpPoint ids={trackerIds} />, document.body);
}

function HelpPoint({ ids }: { readonly ids: readonly number[] }) {
  const { t } = useTranslation('sos');
  const { t: tApp } = useTranslation('app');
  const close = useHelpPoint((state) => state.close);
  const phone = usePhone();
  const [view, setView] = useState<MapView | null>(null);
  const [selected, setSelected] = useState<number | null>(ids[0] ?? null);
  const store = useFollowedTrackers(ids);
  const { base, type, types, setType } = useMapType();
  useLiveDevices(view, store, {
    hidden: NONE_HIDDEN,
    labels: 'single',
    selected,
    onSelect: (id) => id !== null && setSelected(id),
    onContextMenu: () => undefined,
  });

  // Focuses the first tracker and each newly selected one; otherwise the user controls the map.
  useEffect(() => {
    if (view === null || selected === null) return;
    const { latitude = null, longitude = null } = liveStore.getTracker(selected)?.trackerStatusDto ?? {};
    if (latitude !== null && longitude !== null) view.focus({ lng: longitude, lat: latitude }, FOCUS_ZOOM);
  }, [view, selected]);

  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const previousFocus = document.activeElement;
    dialog.current?.focus();
    return () => {
      if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
    };
  }, []);

  return (
    <div
      ref={dialog}
      className={styles.screen}
      role="dialog"
      aria-modal="true"
      aria-label={t('helpPoint')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <MapHost
        ariaLabel={t('helpPoint')}
        padding={{
          left: phone ? 0 : LIST_WIDTH,
          right: 0,
          top: 0,
          bottom: phone ? SHEET_HEIGHT : 0,
        }}
        base={base}
        onReady={setView}
      />
      <MapTypes types={types} selected={type} onSelect={setType} />
      <span className={styles.close}>
        <IconButton label={tApp('action.close')} icon={<IconX size={20} />} onClick={close} />
      </span>
      <ul className={styles.list} aria-label={t('title')}>
        {ids.map((id) => (
          <HelpEntry key={id} id={id} selected={id === selected} onSelect={() => setSelected(id)} />
        ))}
      </ul>
    </div>
  );
}

interface HelpEntryProps {
  readonly id: number;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

function HelpEntry({ id, selected, onSelect }: HelpEntryProps) {
  const { t } = useTranslation('sos');
  const tracker = useTracker(id);
  const clearSos = useClearSos();
  if (tracker === undefined) return null;
  const isActive = tracker.trackerStatusDto.status === 'SOS';
  return (
    <li>
      <button type="button" className={styles.entry} aria-current={selected} onClick={onSelect}>
        <SosPerson tracker={tracker} />
      </button>
      <div className={styles.handling}>
        <SosHandling trackerId={id} />
      </div>
      {isActive && tracker.abilities.liftSos && (
        <button type="button" className={styles.clear} onClick={() => clearSos(id, fullName(tracker))}>
          {t('lift.do')}
        </button>
      )}
    </li>
  );
}
