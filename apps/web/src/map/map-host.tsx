import type { Language } from '@wakeline/contract/entities/user-config';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useColorScheme } from '../ui/color-scheme.ts';
import { useReducedMotion } from '../ui/media.ts';
import type { BaseLayerSelection } from './base/base-layer-selection.ts';
import { UnreachableHint } from './base/unreachable-hint.tsx';
import { MapControls } from './controls/map-controls.tsx';
import { MapFooter } from './controls/map-footer.tsx';
import styles from './map-host.module.css';
import type { MapPadding, MapView } from './map-view.ts';
import { MapSession } from './session/map-session.ts';
import { park, unpark } from './session/parked-maps.ts';
import { readCamera, writeCamera } from './session/stored-camera.ts';

export interface MapHostProps {
  /** Pixels at the edges that panels cover: what is focused lies in the rest, and controls keep clear of them. */
  readonly padding: MapPadding;
  /** A sheet leaves little of the map: without zoom, fullscreen and scale. */
  readonly minimal?: boolean;
  readonly ariaLabel: string;
  /** Called once, when the map can be drawn on; with null when it goes. */
  readonly onReady: (view: MapView | null) => void;
  /** The map under everything (`useBaseLayer`); without it, and null, the shipped world map alone. */
  readonly base?: BaseLayerSelection | null;
  /** Name under which this browser tab remembers place and zoom; without it the map starts at the first view. */
  readonly cameraStorageKey?: string;
  /** The camera may be turned and tilted (`map/3d`). It holds for as long as the map does. */
  readonly canTilt?: boolean;
  /** What lies over the map and needs the view, such as popups. */
  readonly children?: ReactNode;
}

const worldUrl = `${import.meta.env.BASE_URL}world`;

/** The map, filling its parent; the only owner of a map instance. */
export function MapHost({
  padding,
  minimal = false,
  ariaLabel,
  onReady,
  base = null,
  cameraStorageKey,
  canTilt = false,
  children,
}: MapHostProps) {
  const flavour = useColorScheme();
  const reducedMotion = useReducedMotion();
  const { t, i18n } = useTranslation('map');
  const language = i18n.language as Language;
  const container = useRef<HTMLDivElement>(null);
  const session = useRef<MapSession>(null);
  const [view, setView] = useState<MapView | null>(null);
  const [failed, setFailed] = useState(false);
  const [reachable, setReachable] = useState(true);

  const latest = useRef({
    padding,
    flavour,
    language,
    reducedMotion,
    onReady,
    base,
    remember: cameraStorageKey,
    canTilt,
    ariaLabel,
  });
  latest.current = {
    padding,
    flavour,
    language,
    reducedMotion,
    onReady,
    base,
    remember: cameraStorageKey,
    canTilt,
    ariaLabel,
  };

  // The instance is made once, and kept for a while by a screen that is hidden; what changes later is told to it below.
  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    const unmount = () => {
      const close = () => {
        latest.current.onReady(null);
        setView(null);
        session.current?.close();
        session.current = null;
      };
      // Still in the page: its screen is hidden, and may come back at once.
      if (element.isConnected && session.current !== null) park(element, close);
      else close();
    };
    if (unpark(element)) return unmount;
    const initial = latest.current;
    try {
      session.current = new MapSession({
        ...initial,
        container: element,
        title: initial.ariaLabel,
        worldUrl,
        camera: readCamera(initial.remember),
        onReady(made) {
          setView(made);
          latest.current.onReady(made);
        },
        onReachableChange: setReachable,
        onMoved: (camera) => writeCamera(latest.current.remember, camera),
        // The platform's own function must not become a method of these options.
        onError: (error) => reportError(error),
      });
    } catch (error) {
      reportError(error);
      setFailed(true);
    }
    return unmount;
  }, []);

  useEffect(() => session.current?.setAppearance(flavour, language), [flavour, language]);

  useEffect(() => session.current?.setBase(base), [base]);

  useEffect(() => session.current?.setTitle(ariaLabel), [ariaLabel]);

  const { left, right, top, bottom } = padding;
  useEffect(() => session.current?.setPadding({ left, right, top, bottom }), [left, right, top, bottom]);

  return (
    <section className={styles.host} aria-label={ariaLabel}>
      <div className={styles.canvas}>
        {/* The engine sets its own position on its container. */}
        <div ref={container} />
      </div>
      {failed ? (
        <div role="alert" className={styles.failed}>
          <strong>{t('failed')}</strong>
          <p>{t('failedHint')}</p>
        </div>
      ) : null}
      {view === null ? null : (
        <>
          <MapFooter view={view} base={base} minimal={minimal} left={left} bottom={bottom} />
          {!minimal && <MapControls view={view} right={right} bottom={bottom} />}
          {base !== null && !reachable && (
            <UnreachableHint
              layer={base.layer}
              padding={padding}
              onRetry={() => session.current?.retryBase()}
            />
          )}
          {children}
        </>
      )}
    </section>
  );
}
