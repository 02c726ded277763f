import type { Atlas, AtlasEntry, AtlasImage } from './atlas.ts';
import type { Box } from './box.ts';
import { createMovingInstances } from './moving-instances.ts';
import type { MovingPoint } from './moving-point.ts';
import { SPRITE_FRAGMENT, SPRITE_SIZES, SPRITE_VERTEX } from './shaders.ts';
import type { SurfaceFrame, SurfaceLayout } from './surface-layer.ts';

/** An image at a position. */
export interface Sprite {
  readonly point: MovingPoint;
  readonly image: AtlasImage;
  /** Pixels from the point to the centre of the image, to the right and down. */
  readonly offset?: readonly [x: number, y: number];
  /** Degrees clockwise. */
  readonly rotation?: number;
  /** Whether the rotation counts from north, otherwise from up. */
  readonly rotatesWithMap?: boolean;
  /** 0 to 1. */
  readonly opacity?: number;
  /** It lies on whole pixels, for sharp texts; not for rotated images. */
  readonly isSharp?: boolean;
}

/** Images with one draw call for each copy of the world. */
export interface SpriteBatch {
  readonly items: readonly Sprite[];
  set(sprites: readonly Sprite[]): void;
  update(index: number, sprite: Sprite): void;
  sizeOf(index: number): Size;
  layOut(layout: SurfaceLayout): Box | null;
  draw(frame: SurfaceFrame): void;
  isMoving(now: number): boolean;
  images(): Iterable<string>;
  release(gl: WebGL2RenderingContext | null): void;
}

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const NO_SIZE: Size = { width: 0, height: 0 };
const RADIANS = Math.PI / 180;

/** @param isRepeated whether sprites appear in all visible copies of the world, or only where they are */
export function createSpriteBatch(isRepeated: boolean): SpriteBatch {
  /** Positions in the atlas; null while an image is not drawn. */
  let entries: (AtlasEntry | null)[] = [];
  /** Indexes without an image. */
  let missing = new Set<number>();
  let atlasVersion = -1;

  const instances = createMovingInstances<Sprite>({
    sizes: SPRITE_SIZES,
    isRepeated,
    pointOf: ({ point }) => point,
    reachOf({ offset = [0, 0], rotation = 0, rotatesWithMap }, index) {
      const { width, height } = entries[index] ?? NO_SIZE;
      const half = Math.hypot(width, height) / 2;
      const isUpright = rotation === 0 && !rotatesWithMap;
      return {
        x: offset[0],
        y: offset[1],
        halfWidth: isUpright ? width / 2 + 1 : half,
        halfHeight: isUpright ? height / 2 + 1 : half,
      };
    },
    write(data, at, { offset = [0, 0], rotation = 0, rotatesWithMap, opacity = 1, isSharp }, index) {
      const entry = entries[index];
      data[at] = entry?.x ?? 0;
      data[at + 1] = entry?.y ?? 0;
      data[at + 2] = entry?.columns ?? 0;
      data[at + 3] = entry?.rows ?? 0;
      data[at + 4] = entry?.width ?? 0;
      data[at + 5] = entry?.height ?? 0;
      data[at + 6] = offset[0];
      data[at + 7] = offset[1];
      data[at + 8] = rotation * RADIANS;
      data[at + 9] = rotatesWithMap ? 1 : 0;
      data[at + 10] = opacity;
      data[at + 11] = isSharp ? 1 : 0;
    },
  });

  function findImages(atlas: Atlas): void {
    if (atlas.version !== atlasVersion) {
      atlasVersion = atlas.version;
      entries = instances.items.map(() => null);
      missing = new Set(entries.keys());
      instances.touchAll();
    }
    for (const index of missing) {
      const sprite = instances.items[index];
      const entry = sprite === undefined ? null : atlas.get(sprite.image);
      if (entry === null) continue;
      entries[index] = entry;
      missing.delete(index);
      instances.touch(index);
    }
  }

  return {
    get items() {
      return instances.items;
    },
    set(sprites) {
      const before = instances.items;
      const known = entries;
      entries = sprites.map(({ image }, index) =>
        before[index]?.image.key === image.key ? (known[index] ?? null) : null,
      );
      missing = new Set([...entries.keys()].filter((index) => entries[index] === null));
      instances.set(sprites);
    },
    update(index, sprite) {
      if (instances.items[index]?.image.key !== sprite.image.key) {
        entries[index] = null;
        missing.add(index);
      }
      instances.update(index, sprite);
    },
    sizeOf: (index) => entries[index] ?? NO_SIZE,
    layOut(layout) {
      findImages(layout.atlas);
      return instances.extent(layout);
    },
    draw(frame) {
      const { gl, atlas, camera } = frame;
      const program = frame.program(SPRITE_VERTEX, SPRITE_FRAGMENT);
      program.activate();
      atlas.bind();
      gl.uniform1i(program.getUniform('u_atlas'), 0);
      gl.uniform1f(program.getUniform('u_atlasSize'), atlas.size);
      gl.uniform1f(program.getUniform('u_angle'), camera.bearing * RADIANS);
      instances.draw(frame, program);
    },
    isMoving: instances.isMoving,
    images: () => instances.items.map(({ image }) => image.key),
    release: instances.release,
  };
}
