import {
  type PointerEvent,
  type PointerEventHandler,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { DraftPicture } from './layer-draft.ts';
import { onPicture, type PictureView, wholePicture, zoomedAt } from './picture-view.ts';

/** A press that goes on so many pixels moves the picture, and sets no point. */
const STILL = 4;
/** Factor of a pixel of the wheel. */
const WHEEL_ZOOM = 1.002;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** A picture in a pane, as far as it is brought closer and moved. */
export interface PicturePaneView {
  readonly pane: RefObject<HTMLDivElement | null>;
  /** Null until the pane has a size. */
  readonly view: PictureView | null;
  readonly zoom: (factor: number) => void;
  readonly showAll: () => void;
  readonly handlers: Readonly<
    Record<
      'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
      PointerEventHandler<HTMLDivElement>
    >
  >;
}

/** @param onClick a place on the picture. */
export function usePictureView(
  { width, height }: DraftPicture,
  onClick: (at: Place) => void,
): PicturePaneView {
  const pane = useRef<HTMLDivElement>(null);
  const pressed = useRef<(Place & { readonly moved: boolean }) | null>(null);
  const whole = useRef<PictureView>({ scale: 1, x: 0, y: 0 });
  const [view, setView] = useState<PictureView | null>(null);

  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    // Another size of the pane, or another picture: all of it is shown again.
    const sized = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = element;
      if (clientWidth === 0 || clientHeight === 0) return;
      whole.current = wholePicture({ width, height }, { width: clientWidth, height: clientHeight });
      setView(whole.current);
    });
    sized.observe(element);
    const stopWheel = listenToWheel(element, (factor, at) =>
      setView((before) => (before === null ? null : zoomedAt(before, factor, at, whole.current.scale))),
    );
    return () => {
      sized.disconnect();
      stopWheel();
    };
  }, [width, height]);

  function zoom(factor: number): void {
    const element = pane.current;
    if (element === null) return;
    const middle = { x: element.clientWidth / 2, y: element.clientHeight / 2 };
    setView((before) => (before === null ? null : zoomedAt(before, factor, middle, whole.current.scale)));
  }

  const handlers: PicturePaneView['handlers'] = {
    onPointerDown(event) {
      if (event.button !== 0 || pressed.current !== null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pressed.current = { x: event.clientX, y: event.clientY, moved: false };
    },
    onPointerMove({ clientX: x, clientY: y }) {
      const from = pressed.current;
      if (from === null) return;
      if (!from.moved && Math.hypot(x - from.x, y - from.y) <= STILL) return;
      pressed.current = { x, y, moved: true };
      setView((before) =>
        before === null ? null : { ...before, x: before.x + x - from.x, y: before.y + y - from.y },
      );
    },
    onPointerUp(event: PointerEvent<HTMLDivElement>) {
      const from = pressed.current;
      pressed.current = null;
      if (from === null || from.moved || view === null) return;
      const at = onPicture(view, placeIn(event.currentTarget, event));
      if (at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height) onClick(at);
    },
    onPointerCancel() {
      pressed.current = null;
    },
  };
  return { pane, view, zoom, showAll: () => setView(whole.current), handlers };
}

/** React listens to the wheel without the right to keep the page from scrolling. */
function listenToWheel(element: HTMLElement, onZoom: (factor: number, at: Place) => void): () => void {
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    onZoom(WHEEL_ZOOM ** -event.deltaY, placeIn(element, event));
  };
  element.addEventListener('wheel', wheel, { passive: false });
  return () => element.removeEventListener('wheel', wheel);
}

function placeIn(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Place {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}
