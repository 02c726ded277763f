import { pixelsOf } from './moving-instances.ts';
import type { SurfaceLayerId } from './order.ts';
import { createSpriteBatch, type Sprite } from './sprite-batch.ts';
import type { Surface } from './surface.ts';

export interface Sprites {
  /** Replaces all; later ones are drawn above earlier ones. */
  set(sprites: readonly Sprite[]): void;
  /** Replaces one by its index. */
  update(index: number, sprite: Sprite): void;
  /**
   * Indexes of the sprites at a pixel of the map, the topmost first. Images count as upright squares.
   *
   * @param tolerance pixels around them that still count
   */
  findAt(pixel: { readonly x: number; readonly y: number }, tolerance: number): number[];
  stop(): void;
}

/** Adds a layer of images to a surface. */
export function addSprites(surface: Surface, id: SurfaceLayerId): Sprites {
  const batch = createSpriteBatch(true);
  const stop = surface.add(id, {
    layOut: batch.layOut,
    draw: batch.draw,
    nextChange: (now) => (batch.isMoving(now) ? 0 : null),
    images: batch.images,
    release: batch.release,
  });
  return {
    set(sprites) {
      batch.set(sprites);
      surface.requestDraw();
    },
    update(index, sprite) {
      batch.update(index, sprite);
      surface.requestDraw();
    },
    findAt({ x, y }, tolerance) {
      const camera = surface.readCamera();
      const now = performance.now();
      const isHit = ({ point, offset: [right, down] = [0, 0] }: Sprite, index: number) => {
        const { width, height } = batch.sizeOf(index);
        if (width === 0) return false;
        const reach = Math.max(width, height) / 2 + tolerance;
        return pixelsOf(camera, point, now, reach).some(
          (pixel) => Math.max(Math.abs(pixel.x + right - x), Math.abs(pixel.y + down - y)) <= reach,
        );
      };
      return [...batch.items.keys()]
        .filter((index) => isHit(batch.items[index] as Sprite, index))
        .toReversed();
    },
    stop,
  };
}
