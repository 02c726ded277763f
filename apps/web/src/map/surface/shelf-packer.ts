export interface PackedPosition {
  readonly x: number;
  readonly y: number;
}

/** Packs rectangles into a square, in shelves of similar heights (J. Jylänki, A Thousand Ways to Pack the Bin, 2010). */
export interface ShelfPacker {
  readonly size: number;
  /** The position of a rectangle; null: there is no space. */
  pack(width: number, height: number): PackedPosition | null;
  /** Makes the square larger; positions stay. */
  grow(size: number): void;
}

interface Shelf {
  readonly top: number;
  readonly height: number;
  right: number;
}

/** Heights of shelves are multiples of this, so that rectangles of similar heights share one. */
const HEIGHT_STEP = 8;
/** Share of the height of a shelf that a rectangle must fill, or a new shelf is opened for it. */
const MIN_FILL = 0.6;

export function createShelfPacker(initialSize: number): ShelfPacker {
  let size = initialSize;
  let bottom = 0;
  const shelves: Shelf[] = [];

  function findShelf(width: number, height: number, minFill: number): Shelf | null {
    let best: Shelf | null = null;
    for (const shelf of shelves) {
      if (shelf.height < height || shelf.height * minFill > height || shelf.right + width > size) continue;
      if (best === null || shelf.height < best.height) best = shelf;
    }
    return best;
  }

  function openShelf(width: number, height: number): Shelf | null {
    const stepped = Math.min(size - bottom, Math.ceil(height / HEIGHT_STEP) * HEIGHT_STEP);
    if (width > size || stepped < height) return null;
    const shelf = { top: bottom, height: stepped, right: 0 };
    shelves.push(shelf);
    bottom += stepped;
    return shelf;
  }

  return {
    get size() {
      return size;
    },
    pack(width, height) {
      const shelf =
        findShelf(width, height, MIN_FILL) ?? openShelf(width, height) ?? findShelf(width, height, 0);
      if (shelf === null) return null;
      const position = { x: shelf.right, y: shelf.top };
      shelf.right += width;
      return position;
    },
    grow(next) {
      size = next;
    },
  };
}
