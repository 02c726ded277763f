import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import type { PicturePoint } from '@wakeline/contract/entities/map-layer';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DragMark } from '../../ui/drag-mark.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { DraftPicture } from './layer-draft.ts';
import styles from './picture-pane.module.css';
import { onPane, onPicture, type PictureView, wholePicture, zoomedAt } from './picture-view.ts';

/** A press that goes on so many pixels moves the picture, and sets no point. */
const STILL = 4;
/** Factor of a button, and of a pixel of the wheel. */
const BUTTON_ZOOM = 1.5;
const WHEEL_ZOOM = 1.002;

interface PicturePaneProps {
  readonly picture: DraftPicture;
  readonly points: readonly PicturePoint[];
  readonly onAdd: (point: PicturePoint) => void;
  readonly onMove: (index: number, point: PicturePoint) => void;
}

/** The picture of a layer, with its numbered points: a click sets one, the wheel and the buttons bring it closer, a drag moves it. */
export function PicturePane({ picture, points, onAdd, onMove }: PicturePaneProps) {
  const { t } = useTranslation('ownLayers');
  const pane = useRef<HTMLDivElement>(null);
  const pressed = useRef<{ x: number; y: number; moved: boolean } | null>(null);
  const whole = useRef<PictureView>({ scale: 1, x: 0, y: 0 });
  const [view, setView] = useState<PictureView | null>(null);
  const { width, height } = picture;

  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    // Another size of the pane, or another picture: all of it is shown again.
    const sized = new ResizeObserver(() => {
      if (element.clientWidth === 0 || element.clientHeight === 0) return;
      whole.current = wholePicture(
        { width, height },
        { width: element.clientWidth, height: element.clientHeight },
      );
      setView(whole.current);
    });
    sized.observe(element);
    // React listens to the wheel without the right to keep the page from scrolling.
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const at = placeIn(element, event);
      setView((before) =>
        before === null ? null : zoomedAt(before, WHEEL_ZOOM ** -event.deltaY, at, whole.current.scale),
      );
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      sized.disconnect();
      element.removeEventListener('wheel', wheel);
    };
  }, [width, height]);

  function zoom(factor: number): void {
    const element = pane.current;
    if (element === null) return;
    const middle = { x: element.clientWidth / 2, y: element.clientHeight / 2 };
    setView((before) => (before === null ? null : zoomedAt(before, factor, middle, whole.current.scale)));
  }

  function press(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0 || pressed.current !== null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pressed.current = { x: event.clientX, y: event.clientY, moved: false };
  }

  function move({ clientX: x, clientY: y }: PointerEvent<HTMLDivElement>): void {
    const from = pressed.current;
    if (from === null) return;
    if (!from.moved && Math.hypot(x - from.x, y - from.y) <= STILL) return;
    pressed.current = { x, y, moved: true };
    setView((before) =>
      before === null ? null : { ...before, x: before.x + x - from.x, y: before.y + y - from.y },
    );
  }

  function release(event: PointerEvent<HTMLDivElement>): void {
    const from = pressed.current;
    pressed.current = null;
    if (from === null || from.moved || view === null) return;
    const at = onPicture(view, placeIn(event.currentTarget, event));
    if (at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height) onAdd(at);
  }

  return (
    <div className={styles.frame}>
      <div
        ref={pane}
        className={styles.pane}
        role="application"
        aria-label={t('config.picture')}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={() => {
          pressed.current = null;
        }}
      >
        {view !== null && (
          <>
            <img
              src={picture.url}
              alt=""
              draggable={false}
              style={{
                width,
                height,
                transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
              }}
            />
            {points.map((point, index) => {
              const { x, y } = onPane(view, point);
              const number = index + 1;
              return (
                <DragMark
                  // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its number
                  key={index}
                  number={number}
                  label={t('config.pictureMark', { number })}
                  style={{ transform: `translate(${x}px, ${y}px)` }}
                  onMove={(dx, dy) =>
                    onMove(index, { x: point.x + dx / view.scale, y: point.y + dy / view.scale })
                  }
                />
              );
            })}
          </>
        )}
      </div>
      <div className={styles.tools}>
        <IconButton
          type="default"
          label={t('config.closer')}
          placement="left"
          icon={<IconPlus size={18} />}
          onClick={() => zoom(BUTTON_ZOOM)}
        />
        <IconButton
          type="default"
          label={t('config.farther')}
          placement="left"
          icon={<IconMinus size={18} />}
          onClick={() => zoom(1 / BUTTON_ZOOM)}
        />
        <IconButton
          type="default"
          label={t('config.whole')}
          placement="left"
          icon={<IconMaximize size={18} />}
          onClick={() => setView(whole.current)}
        />
      </div>
    </div>
  );
}

function placeIn(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}
