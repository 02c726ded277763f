import type { BodyKind } from './scene-bodies.ts';
import type { LinePosition, SceneLine } from './scene-line.ts';

/** Red, green, blue, 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A marker at one moment. */
export interface SceneBody {
  /** On the map square. */
  readonly x: number;
  readonly y: number;
  /** Metres, not yet exaggerated. */
  readonly height: number;
  /** Terrain height below it, in the same metres. */
  readonly terrainHeight: number;
  /** Degrees from north; pitch: degrees of the nose upwards. */
  readonly course: number;
  readonly pitch: number;
  readonly colour: Rgb;
  readonly kind: BodyKind;
  /** The position is unknown (gap), so the marker is drawn faint. */
  readonly faint: boolean;
}

/** One device in 3D. Each frame changes `head`, `tail` and `body`; the rest is uploaded to the graphics card once. */
export interface SceneItem {
  readonly line: SceneLine;
  /** Four bytes for each vertex. */
  colours: Uint8Array;
  /** Metres for each vertex, with unreported heights filled in, and the terrain height below it. */
  heights: Float32Array;
  terrainHeights: Float32Array;
  /** Incremented when one of the columns above changes. */
  version: number;
  tail: LinePosition;
  head: LinePosition;
  body: SceneBody | null;
}

export interface Scene {
  readonly items: Map<number, SceneItem>;
  /** Vertical exaggeration. */
  exaggeration: number;
  /** Exaggerated metres at which curtains end: sea level, or below all terrain. */
  floor: number;
  /** Terrain is drawn and hides what is behind it. */
  relief: boolean;
  /** Colours of outlines, and of shadows and lines on the ground. */
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

/** Converts `#rrggbb` to three numbers. */
export function toRgb(colour: string): Rgb {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}
