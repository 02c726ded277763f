import type { OcadMap } from '@wakeline/contract/ocad-maps/ocad-map';
import type { PaperSize } from '@wakeline/contract/ocad-maps/ocad-maps';
import { type PaperPlacement, type PaperPosition, placePaper } from '@wakeline/domain/layers/paper-placement';

/** Millimetres of the frame of a page in portrait: without margins, title and ruler. */
const FRAMES: Readonly<Record<PaperSize, readonly [width: number, height: number]>> = {
  A4: [194, 271],
  A3: [281, 394],
};
/** Height of title and ruler, which are below the map in both orientations. */
const FOOTER = 10;

export interface PrintedPage {
  /** Denominator of the print. */
  readonly scale: number;
  readonly paper: PaperSize;
  readonly landscape: boolean;
  /** The point of the map in the middle of the frame, in millimetres on its paper. */
  readonly center: PaperPosition;
}

/** Left, bottom, right and top in millimetres on the paper of the map. */
export type PaperBounds = readonly [left: number, bottom: number, right: number, top: number];

export function middleOf([left, bottom, right, top]: PaperBounds): PaperPosition {
  return [(left + right) / 2, (bottom + top) / 2];
}

/** The part of a map that a page shows. */
export function printFrame(
  mapScale: number,
  { scale, paper, landscape, center: [x, y] }: PrintedPage,
): PaperBounds {
  const [short, long] = FRAMES[paper];
  const [width, height] = landscape ? [long + FOOTER, short - FOOTER] : [short, long];
  const [halfWidth, halfHeight] = [(width * scale) / mapScale / 2, (height * scale) / mapScale / 2];
  return [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight];
}

/** Whether a frame shows all of a map. */
export function showsAll(frame: PaperBounds, bounds: PaperBounds): boolean {
  return frame[0] <= bounds[0] && frame[1] <= bounds[1] && frame[2] >= bounds[2] && frame[3] >= bounds[3];
}

/** The corners of an area in order around it: lower left, lower right, upper right, upper left. */
export function cornersOf([left, bottom, right, top]: PaperBounds): readonly PaperPosition[] {
  return [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ];
}

/** Where the tiles of a map lie, by their corners; null before they are cut. */
export function tilePlacement({ tiles, paperBounds, mapScale }: OcadMap): PaperPlacement | null {
  if (tiles === null) return null;
  const paperPoints = cornersOf(paperBounds).map(([x, y]) => ({ x, y }));
  const placed = placePaper({
    ...{ paperPoints, paperBounds, mapScale },
    mapPoints: tiles.corners,
    method: 'projective',
  });
  return typeof placed === 'string' ? null : placed;
}
