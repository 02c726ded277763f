/** Columns and rows of a screen: boxes have whole cells. */
export const SCREEN_GRID = { columns: 24, rows: 12 } as const;

/** Cells from the upper left corner, and their number. */
export interface BoxPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A box needs this many cells to be legible. */
export const MIN_BOX = { width: 3, height: 2 } as const;

interface Placed extends BoxPlace {
  readonly boxId: number;
}

export function overlaps(one: BoxPlace, other: BoxPlace): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** Whether a place has whole cells inside the grid, and enough of them. */
export function isOnGrid({ x, y, width, height }: BoxPlace): boolean {
  return (
    [x, y, width, height].every(Number.isInteger) &&
    x >= 0 &&
    y >= 0 &&
    width >= MIN_BOX.width &&
    height >= MIN_BOX.height &&
    x + width <= SCREEN_GRID.columns &&
    y + height <= SCREEN_GRID.rows
  );
}

/** The first pair of boxes that overlap, by id; null: none do. */
export function findOverlap(boxes: readonly Placed[]): readonly [number, number] | null {
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1)) if (overlaps(one, other)) return [one.boxId, other.boxId];
  return null;
}

function placeOf({ x, y, width, height }: BoxPlace): BoxPlace {
  return { x, y, width, height };
}

function clampTo(low: number, value: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

interface Cell {
  readonly x: number;
  readonly y: number;
}

/**
 * Moves a box so that its corner is at a cell. On free cells it keeps its size; otherwise it exchanges place and size with
 * the box at `pointer`.
 *
 * @returns the same array if there is no room and no box at `pointer`
 */
export function moveBox<Box extends Placed>(
  boxes: readonly Box[],
  boxId: number,
  corner: Cell,
  pointer: Cell = corner,
): readonly Box[] {
  const moved = boxes.find((box) => box.boxId === boxId);
  if (moved === undefined) return boxes;
  const place = {
    ...placeOf(moved),
    x: clampTo(0, corner.x, SCREEN_GRID.columns - moved.width),
    y: clampTo(0, corner.y, SCREEN_GRID.rows - moved.height),
  };
  const isFree = !boxes.some((box) => box !== moved && overlaps(box, place));
  if (isFree) return boxes.map((box) => (box === moved ? { ...box, ...place } : box));
  const other = boxes.find((box) => box !== moved && overlaps(box, { ...pointer, width: 1, height: 1 }));
  return other === undefined ? boxes : exchange(boxes, moved, other);
}

function exchange<Box extends Placed>(boxes: readonly Box[], one: Box, other: Box): readonly Box[] {
  return boxes.map((box) => {
    if (box === one) return { ...box, ...placeOf(other) };
    return box === other ? { ...box, ...placeOf(one) } : box;
  });
}

/** Moves a box by one cell; where another box is in the way, the two exchange their places. */
export function stepBox<Box extends Placed>(
  boxes: readonly Box[],
  boxId: number,
  [dx, dy]: readonly [number, number],
): readonly Box[] {
  const moved = boxes.find((box) => box.boxId === boxId);
  if (moved === undefined) return boxes;
  const place = { ...placeOf(moved), x: moved.x + dx, y: moved.y + dy };
  if (!isOnGrid(place)) return boxes;
  const other = boxes.find((box) => box !== moved && overlaps(box, place));
  if (other !== undefined) return exchange(boxes, moved, other);
  return boxes.map((box) => (box === moved ? { ...box, ...place } : box));
}

/** Changes the size of a box, up to the next box and the edge of the grid. The same array if nothing changes. */
export function resizeBox<Box extends Placed>(
  boxes: readonly Box[],
  boxId: number,
  size: { readonly width: number; readonly height: number },
): readonly Box[] {
  const resized = boxes.find((box) => box.boxId === boxId);
  if (resized === undefined) return boxes;
  const isFree = (place: BoxPlace) => !boxes.some((box) => box !== resized && overlaps(box, place));
  let place = placeOf(resized);
  const width = clampTo(MIN_BOX.width, size.width, SCREEN_GRID.columns - resized.x);
  const height = clampTo(MIN_BOX.height, size.height, SCREEN_GRID.rows - resized.y);
  if (width < place.width) place = { ...place, width };
  if (height < place.height) place = { ...place, height };
  while (place.width < width && isFree({ ...place, width: place.width + 1 }))
    place = { ...place, width: place.width + 1 };
  while (place.height < height && isFree({ ...place, height: place.height + 1 }))
    place = { ...place, height: place.height + 1 };
  if (place.width === resized.width && place.height === resized.height) return boxes;
  return boxes.map((box) => (box === resized ? { ...box, ...place } : box));
}

/** The first free cells of a size, row by row; smaller ones if there are none. Null: the grid is full. */
export function findRoom(
  boxes: readonly BoxPlace[],
  size: { readonly width: number; readonly height: number },
): BoxPlace | null {
  for (const wanted of [size, MIN_BOX]) {
    for (let y = 0; y + wanted.height <= SCREEN_GRID.rows; y += 1)
      for (let x = 0; x + wanted.width <= SCREEN_GRID.columns; x += 1) {
        const place = { x, y, width: wanted.width, height: wanted.height };
        if (!boxes.some((box) => overlaps(box, place))) return place;
      }
  }
  return null;
}
