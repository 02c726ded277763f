import type { Language } from '@wakeline/contract/entities/user-config';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useColorScheme } from '../ui/color-scheme.ts';
import { useReducedMotion } from '../ui/media.ts';
import { useRenderScale } from '../ui/render-scale.ts';
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
  /** Pixels at the edges that panels cover: focused objects and controls stay clear of them. */
  readonly padding: MapPadding;
  /** Without zoom, fullscreen and scale, for a small map above a sheet. */
  readonly minimal?: boolean;
  readonly ariaLabel: string;
  /** Called once when the map is ready, and with null when it is removed. */
  readonly onReady: (view: MapView | null) => void;
  /** The base layer (`useBaseLayer`); if it is missing or null, only the built-in world map is drawn. */
  readonly base?: BaseLayerSelection | null;
  /** Session storage key for centre and zoom; without it the map starts at the default view. */
  readonly cameraStorageKey?: string;
  /** The camera may be rotated and tilted (`map/3d`). Read once, when the map is created. */
  readonly canTilt?: boolean;
  /** Content over the map that needs the view, such as popups. */
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
  const scale = useRenderScale();
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
    cameraStorageKey,
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
    cameraStorageKey,
    canTilt,
    ariaLabel,
  };

  // The instance is created once, and parked while its screen is hidden. The effects below apply later changes.
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
      // Still in the document: the screen is only hidden and may come back at once.
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
        camera: readCamera(initial.cameraStorageKey),
        onReady(created) {
          setView(created);
          latest.current.onReady(created);
        },
        onReachableChange: setReachable,
        onMoved: (camera) => writeCamera(latest.current.cameraStorageKey, camera),
        // Calling `reportError` as a method of these options would be an illegal invocation.
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

  useEffect(() => session.current?.setRenderScale(scale), [scale]);

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
