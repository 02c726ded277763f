/** From this number of markers a cluster spreads in a spiral, below it in a circle. */
export const SPIRAL_FROM = 9;
/** Pixels between the centres of two markers, which are 40 wide. */
const LEG_SPACING = 44;
const FIRST_LEG_LENGTH = 48;

/** Where the markers of a cluster are spread, in pixels from its centre. */
export function spiderOffsets(count: number): { x: number; y: number }[] {
  return count < SPIRAL_FROM ? circle(count) : spiral(count);
}

function circle(count: number): { x: number; y: number }[] {
  const leg = Math.max(FIRST_LEG_LENGTH, (count * LEG_SPACING) / (2 * Math.PI));
  return Array.from({ length: count }, (_, i) => at(leg, (i / count) * 2 * Math.PI));
}

/** An Archimedean spiral whose windings are as far apart as its markers. */
function spiral(count: number): { x: number; y: number }[] {
  const offsets: { x: number; y: number }[] = [];
  let angle = 0;
  for (let i = 0; i < count; i += 1) {
    const leg = FIRST_LEG_LENGTH + (LEG_SPACING * angle) / (2 * Math.PI);
    offsets.push(at(leg, angle));
    // The chord of this angle has the length of the marker spacing.
    angle += 2 * Math.asin(LEG_SPACING / (2 * leg));
  }
  return offsets;
}

/** Clockwise from the top. */
function at(leg: number, angle: number): { x: number; y: number } {
  return { x: leg * Math.sin(angle), y: -leg * Math.cos(angle) };
}
