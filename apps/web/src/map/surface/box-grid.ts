import type { Box } from './box.ts';

/** Finds boxes that overlap another one, in cells. */
export interface BoxGrid {
  /** @param owner what it belongs to */
  add(box: Box, owner: number): void;
  /** Whether a box of another owner overlaps. */
  isOccupied(box: Box, owner: number): boolean;
  /** Owners of the boxes that overlap, more than once if several do. */
  find(box: Box): number[];
}

/** Side of a cell, pixels: about the width of a label. */
const CELL = 64;
/** More rows than any screen has cells. */
const ROWS = 65_536;

export function createBoxGrid(): BoxGrid {
  const cells = new Map<number, { readonly box: Box; readonly owner: number }[]>();

  function* cellsOf({ left, top, right, bottom }: Box): Generator<number> {
    for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column += 1)
      for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row += 1)
        yield column * ROWS + row;
  }

  return {
    add(box, owner) {
      for (const key of cellsOf(box)) {
        const cell = cells.get(key);
        if (cell === undefined) cells.set(key, [{ box, owner }]);
        else cell.push({ box, owner });
      }
    },
    isOccupied(box, owner) {
      for (const key of cellsOf(box))
        for (const other of cells.get(key) ?? [])
          if (other.owner !== owner && overlaps(other.box, box)) return true;
      return false;
    },
    find(box) {
      const found: number[] = [];
      for (const key of cellsOf(box))
        for (const other of cells.get(key) ?? []) if (overlaps(other.box, box)) found.push(other.owner);
      return found;
    },
  };
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
