import { createMovingInstances, pixelsOf } from './moving-instances.ts';
import type { MovingPoint } from './moving-point.ts';
import type { SurfaceLayerId } from './order.ts';
import type { Rgba } from './rgba.ts';
import { CIRCLE_FRAGMENT, CIRCLE_SIZES, CIRCLE_VERTEX } from './shaders.ts';
import type { Surface } from './surface.ts';

/** A disc with a ring around it. */
export interface Circle {
  readonly point: MovingPoint;
  /** Pixels, without the ring. */
  readonly radius: number;
  readonly fill: Rgba;
  /** Width of the ring, pixels. */
  readonly strokeWidth: number;
  readonly stroke: Rgba;
  /** Pixels by which it grows while it fades, again and again; absent: it does neither. */
  readonly growth?: number;
}

export interface Circles {
  /** Replaces all; later ones are drawn above earlier ones. */
  set(circles: readonly Circle[]): void;
  /** Replaces one by its index. */
  update(index: number, circle: Circle): void;
  /**
   * Indexes of the circles at a pixel of the map, the topmost first.
   *
   * @param tolerance pixels around them that still count
   */
  findAt(pixel: { readonly x: number; readonly y: number }, tolerance: number): number[];
  stop(): void;
}

/** Duration of one pulse, milliseconds: calm, and far below the limit of three flashes a second (WCAG 2.3.1). */
const PULSE_MS = 1_800;
/** Interval of frames: the slow animation needs no more. */
const PULSE_STEP_MS = 60;

/** Growth and opacity of a pulse, 0 to 1, at a time of the page's clock. */
export function pulseAt(now: number): { readonly growth: number; readonly opacity: number } {
  const phase = (now % PULSE_MS) / PULSE_MS;
  return { growth: 1 - (1 - phase) ** 2, opacity: 1 - phase };
}

/** Adds a layer of circles to a surface. */
export function addCircles(surface: Surface, id: SurfaceLayerId): Circles {
  let pulses = false;
  const reach = ({ radius, strokeWidth, growth = 0 }: Circle) => radius + strokeWidth + growth + 1;

  const instances = createMovingInstances<Circle>({
    sizes: CIRCLE_SIZES,
    pointOf: ({ point }) => point,
    reachOf(circle) {
      const half = reach(circle);
      return { x: 0, y: 0, halfWidth: half, halfHeight: half };
    },
    write(data, at, { radius, fill, strokeWidth, stroke, growth }) {
      data.set(fill, at);
      data.set(stroke, at + 4);
      data[at + 8] = radius;
      data[at + 9] = strokeWidth;
      data[at + 10] = growth ?? 0;
      data[at + 11] = growth === undefined ? 0 : 1;
    },
  });

  const remove = surface.add(id, {
    layOut: instances.extent,
    draw(frame) {
      const { gl, now } = frame;
      const program = frame.program(CIRCLE_VERTEX, CIRCLE_FRAGMENT);
      program.activate();
      const { growth, opacity } = pulseAt(now);
      gl.uniform2f(program.getUniform('u_pulse'), growth, opacity);
      instances.draw(frame, program);
    },
    nextChange: (now) => (instances.isMoving(now) ? 0 : pulses ? PULSE_STEP_MS : null),
    images: () => [],
    release: instances.release,
  });

  return {
    set(circles) {
      pulses = circles.some(({ growth }) => growth !== undefined);
      instances.set(circles);
      surface.requestDraw();
    },
    update(index, circle) {
      pulses ||= circle.growth !== undefined;
      instances.update(index, circle);
      surface.requestDraw();
    },
    findAt({ x, y }, tolerance) {
      const camera = surface.readCamera();
      const now = performance.now();
      const found: number[] = [];
      for (let index = instances.items.length - 1; index >= 0; index -= 1) {
        const circle = instances.items[index];
        if (circle === undefined) continue;
        const radius = circle.radius + circle.strokeWidth + tolerance;
        const isHit = pixelsOf(camera, circle.point, now, radius).some(
          (pixel) => Math.hypot(pixel.x - x, pixel.y - y) <= radius,
        );
        if (isHit) found.push(index);
      }
      return found;
    },
    stop: remove,
  };
}
