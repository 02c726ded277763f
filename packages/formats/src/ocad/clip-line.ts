type Ring = readonly number[];

/** The sections of a line inside of rings, by the even-odd rule. */
export function clipLine(points: readonly number[], rings: readonly Ring[]): readonly (readonly number[])[] {
  const sections: number[][] = [];
  let section: number[] = [];
  const end = () => {
    if (section.length >= 4) sections.push(section);
    section = [];
  };
  for (let index = 0; index + 3 < points.length; index += 2) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(index, index + 4);
    const at = (share: number): readonly [number, number] => [x0 + share * (x1 - x0), y0 + share * (y1 - y0)];
    const shares = [0, ...crossings([x0, y0, x1, y1], rings), 1];
    for (let span = 0; span + 1 < shares.length; span++) {
      const [from = 0, to = 0] = [shares[span], shares[span + 1]];
      if (to <= from) continue;
      if (!isInside(at((from + to) / 2), rings)) {
        end();
        continue;
      }
      if (section.length === 0) section.push(...at(from));
      section.push(...at(to));
    }
  }
  end();
  return sections;
}

/** Where a segment crosses edges of rings, as shares of it in ascending order. */
function crossings(
  [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[],
  rings: readonly Ring[],
): readonly number[] {
  const shares: number[] = [];
  const [dx, dy] = [x1 - x0, y1 - y0];
  for (const ring of rings)
    for (let index = 0; index + 1 < ring.length; index += 2) {
      const next = (index + 2) % ring.length;
      const [ax = 0, ay = 0, bx = 0, by = 0] = [ring[index], ring[index + 1], ring[next], ring[next + 1]];
      const [ex, ey] = [bx - ax, by - ay];
      const determinant = dx * ey - dy * ex;
      if (determinant === 0) continue;
      const share = ((ax - x0) * ey - (ay - y0) * ex) / determinant;
      const along = ((ax - x0) * dy - (ay - y0) * dx) / determinant;
      if (share > 0 && share < 1 && along >= 0 && along <= 1) shares.push(share);
    }
  return shares.sort((a, b) => a - b);
}

function isInside([x, y]: readonly [number, number], rings: readonly Ring[]): boolean {
  let inside = false;
  for (const ring of rings)
    for (let index = 0; index + 1 < ring.length; index += 2) {
      const next = (index + 2) % ring.length;
      const [ax = 0, ay = 0, bx = 0, by = 0] = [ring[index], ring[index + 1], ring[next], ring[next + 1]];
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    }
  return inside;
}
