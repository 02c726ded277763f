import {
  type PointerEvent,
  type PointerEventHandler,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { DraftPicture } from './layer-draft.ts';
import { fitPicture, type PictureView, toPicturePoint, zoomAt } from './picture-view.ts';

/** Movement in pixels above which a press pans the picture instead of setting a point. */
const CLICK_TOLERANCE = 4;
/** Zoom factor per wheel pixel. */
const WHEEL_ZOOM = 1.002;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A picture in a pane with zoom and pan. */
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

/** @param onClick called with a point of the picture */
export function usePictureView(
  { width, height }: DraftPicture,
  onClick: (point: Point) => void,
): PicturePaneView {
  const pane = useRef<HTMLDivElement>(null);
  const press = useRef<(Point & { readonly moved: boolean }) | null>(null);
  const fitted = useRef<PictureView>({ scale: 1, x: 0, y: 0 });
  const [view, setView] = useState<PictureView | null>(null);

  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    // After a change of the pane's size or of the picture, fits it again.
    const resizeObserver = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = element;
      if (clientWidth === 0 || clientHeight === 0) return;
      fitted.current = fitPicture({ width, height }, { width: clientWidth, height: clientHeight });
      setView(fitted.current);
    });
    resizeObserver.observe(element);
    const stopWheel = listenToWheel(element, (factor, point) =>
      setView((previous) =>
        previous === null ? null : zoomAt(previous, factor, point, fitted.current.scale),
      ),
    );
    return () => {
      resizeObserver.disconnect();
      stopWheel();
    };
  }, [width, height]);

  function zoom(factor: number): void {
    const element = pane.current;
    if (element === null) return;
    const center = { x: element.clientWidth / 2, y: element.clientHeight / 2 };
    setView((previous) =>
      previous === null ? null : zoomAt(previous, factor, center, fitted.current.scale),
    );
  }

  const handlers: PicturePaneView['handlers'] = {
    onPointerDown(event) {
      if (event.button !== 0 || press.current !== null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      press.current = { x: event.clientX, y: event.clientY, moved: false };
    },
    onPointerMove({ clientX: x, clientY: y }) {
      const start = press.current;
      if (start === null) return;
      if (!start.moved && Math.hypot(x - start.x, y - start.y) <= CLICK_TOLERANCE) return;
      press.current = { x, y, moved: true };
      setView((previous) =>
        previous === null ? null : { ...previous, x: previous.x + x - start.x, y: previous.y + y - start.y },
      );
    },
    onPointerUp(event: PointerEvent<HTMLDivElement>) {
      const start = press.current;
      press.current = null;
      if (start === null || start.moved || view === null) return;
      const point = toPicturePoint(view, toLocalPoint(event.currentTarget, event));
      if (point.x >= 0 && point.y >= 0 && point.x <= width && point.y <= height) onClick(point);
    },
    onPointerCancel() {
      press.current = null;
    },
  };
  return { pane, view, zoom, showAll: () => setView(fitted.current), handlers };
}

/** React's wheel listeners are passive and cannot prevent the page from scrolling. */
function listenToWheel(element: HTMLElement, onZoom: (factor: number, point: Point) => void): () => void {
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    onZoom(WHEEL_ZOOM ** -event.deltaY, toLocalPoint(element, event));
  };
  element.addEventListener('wheel', onWheel, { passive: false });
  return () => element.removeEventListener('wheel', onWheel);
}

function toLocalPoint(
  element: HTMLElement,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}
