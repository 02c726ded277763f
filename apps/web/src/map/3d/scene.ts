import type { BodyKind } from './scene-bodies.ts';
import type { LinePosition, SceneLine } from './scene-line.ts';

/** Red, green, blue, 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A marker at one moment. */
export interface SceneBody {
  /** On the map's square. */
  readonly x: number;
  readonly y: number;
  /** Metres, not yet exaggerated. */
  readonly height: number;
  /** The ground under it, in the same metres. */
  readonly terrainHeight: number;
  /** Degrees from north, and of the nose upwards. */
  readonly course: number;
  readonly pitch: number;
  readonly colour: Rgb;
  readonly kind: BodyKind;
  /** Nothing is known of where it is now: it is drawn faint. */
  readonly faint: boolean;
}

/** One device in 3D. What changes at each frame is `head`, `tail` and `body`; the rest is handed to the graphics card once. */
export interface SceneItem {
  readonly line: SceneLine;
  /** Four bytes for each vertex. */
  colours: Uint8Array;
  /** Metres for each vertex, with those filled in that no device said, and the ground under it. */
  heights: Float32Array;
  terrainHeights: Float32Array;
  /** Raised when one of the columns above is another. */
  version: number;
  tail: LinePosition;
  head: LinePosition;
  body: SceneBody | null;
}

export interface Scene {
  readonly items: Map<number, SceneItem>;
  /** Heights are drawn so many times as high. */
  exaggeration: number;
  /** Exaggerated metres at which curtains end: the ground, or below all of it where the terrain hides what is under it. */
  floor: number;
  /** The ground is drawn in relief and hides what is behind it. */
  relief: boolean;
  /** Round markers, and what lies on the ground. */
  casing: Rgb;
  shade: Rgb;
}

export function emptyScene(): Scene {
  return {
    items: new Map(),
    exaggeration: 1,
    floor: 0,
    relief: false,
    casing: [1, 1, 1],
    shade: [0.1, 0.15, 0.2],
  };
}

/** `#rrggbb` as three numbers. */
export function toRgb(colour: string): Rgb {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}
