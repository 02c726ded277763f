import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { LngLat, MapView } from '../map-view.ts';
import { onSurfaceDraw } from '../surface/surface.ts';
import styles from './map-popup.module.css';
import { positionPopup } from './popup-position.ts';

interface Anchor {
  /** Either a fixed position… */
  readonly lngLat?: LngLat;
  /** …or a tracker, which the popup follows. */
  readonly trackerId?: number;
}

export interface MapPopupProps extends Anchor {
  readonly view: MapView;
  /** Accessible name; default: "device details". */
  readonly ariaLabel?: string;
  /** False keeps the focus where it is, for users who step through a list. */
  readonly takeFocus?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A popup at a position on the map. It stays in view, follows its tracker at every frame without React, takes the
 * focus when it opens, restores it when it closes, and closes with Esc.
 */
export function MapPopup({
  view,
  lngLat,
  trackerId,
  ariaLabel,
  takeFocus = true,
  onClose,
  children,
}: MapPopupProps) {
  const { t } = useTranslation('map');
  const box = useRef<HTMLDivElement>(null);
  const arrow = useRef<HTMLSpanElement>(null);
  const anchor = useRef<Anchor>({});
  anchor.current = {
    ...(lngLat === undefined ? {} : { lngLat }),
    ...(trackerId === undefined ? {} : { trackerId }),
  };

  useLayoutEffect(() => {
    const { engine } = view;
    const updatePosition = () => {
      const { lngLat: fixed, trackerId: followed } = anchor.current;
      const at = followed === undefined ? fixed : (view.locate(followed) ?? fixed);
      if (box.current === null || arrow.current === null || at === undefined) return;
      const { offsetWidth: width, offsetHeight: height } = box.current;
      const position = positionPopup(view.project(at), { width, height }, view.getFreeArea());
      box.current.style.transform = `translate(${Math.round(position.left)}px, ${Math.round(position.top)}px)`;
      box.current.style.visibility = 'visible';
      arrow.current.style.left = `${Math.round(position.arrowOffset)}px`;
      arrow.current.dataset.side = position.side ?? 'none';
    };
    updatePosition();
    // With the map, and with markers that move without it.
    const subscriptions = [engine.on('render', updatePosition), onSurfaceDraw(view, updatePosition)];
    const resizeObserver = new ResizeObserver(updatePosition);
    if (box.current !== null) resizeObserver.observe(box.current);
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
      resizeObserver.disconnect();
    };
  }, [view]);

  useEffect(() => {
    if (!takeFocus) return;
    const before = document.activeElement;
    box.current?.focus({ preventScroll: true });
    return () => {
      // Restore the focus only if the user has not moved it elsewhere.
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [takeFocus]);

  return createPortal(
    <div
      ref={box}
      role="dialog"
      aria-label={ariaLabel ?? t('popup')}
      tabIndex={-1}
      className={styles.popup}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <button type="button" className={styles.close} aria-label={t('closePopup')} onClick={onClose}>
        <IconX size={16} />
      </button>
      {children}
      <span ref={arrow} className={styles.arrow} />
    </div>,
    view.engine.getContainer(),
  );
}
