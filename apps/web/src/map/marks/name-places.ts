/** A box on the screen, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Something with a name. Those before it in a list go first. */
export interface Named {
  readonly id: number;
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  /** Pixels from its middle to where its name may begin. */
  readonly clear: number;
  /** Of its name as it is written; 0: it has none. */
  readonly width: number;
  readonly height: number;
}

const SIDES = ['below', 'above', 'right', 'left'] as const;
export type NameSide = (typeof SIDES)[number];

/** Where names are, by what they belong to. Those that have no room are not there. */
export type NamePlaces = ReadonlyMap<number, { readonly side: NameSide; readonly box: Box }>;

/**
 * Finds a place for each name where it covers neither what is named nor the name of one before it. What lies under one before it has no name: that
 * would be read as the name of what is seen.
 *
 * @param before where they were: a name stays on its side as long as it can, so that it does not jump while all move.
 * @param room where a name is seen whole: it stands elsewhere only where none of its places is in there.
 */
export function placeNames(named: readonly Named[], before: NamePlaces, room: Box): NamePlaces {
  const taken = named.map(({ x, y, clear }) => around(x, y, clear, clear));
  const places = new Map<number, { readonly side: NameSide; readonly box: Box }>();
  for (const [index, one] of named.entries()) {
    if (one.width === 0 || named.slice(0, index).some((above) => covers(above, one))) continue;
    const last = before.get(one.id)?.side;
    const sides = last === undefined ? SIDES : [last, ...SIDES.filter((side) => side !== last)];
    const isWhole = (side: NameSide) => isWithin(boxOn(side, one), room);
    for (const side of [...sides.filter(isWhole), ...sides.filter((other) => !isWhole(other))]) {
      const box = boxOn(side, one);
      // Its own mark never covers it.
      if (taken.some((other, at) => at !== index && meet(other, box))) continue;
      places.set(one.id, { side, box });
      taken.push(box);
      break;
    }
  }
  return places;
}

function covers(above: Named, { x, y }: Named): boolean {
  return Math.hypot(above.x - x, above.y - y) < above.clear;
}

function boxOn(side: NameSide, { x, y, clear, width, height }: Named): Box {
  switch (side) {
    case 'below':
      return around(x, y + clear + height / 2, width / 2, height / 2);
    case 'above':
      return around(x, y - clear - height / 2, width / 2, height / 2);
    case 'right':
      return around(x + clear + width / 2, y, width / 2, height / 2);
    case 'left':
      return around(x - clear - width / 2, y, width / 2, height / 2);
  }
}

function around(x: number, y: number, wide: number, high: number): Box {
  return { left: x - wide, top: y - high, right: x + wide, bottom: y + high };
}

function isWithin(box: Box, room: Box): boolean {
  return box.left >= room.left && box.top >= room.top && box.right <= room.right && box.bottom <= room.bottom;
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
