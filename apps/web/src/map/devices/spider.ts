/** Below this many markers a cluster spreads in a circle, from it on in a spiral. */
export const SPIRAL_FROM = 9;
/** Pixels from one marker's middle to the next: they are 40 wide. */
const LEG_SPACING = 44;
const FIRST_LEG_LENGTH = 48;

/** Where the markers of a cluster are spread, in pixels from its middle. */
export function spiderOffsets(count: number): { x: number; y: number }[] {
  return count < SPIRAL_FROM ? circle(count) : spiral(count);
}

function circle(count: number): { x: number; y: number }[] {
  const leg = Math.max(FIRST_LEG_LENGTH, (count * LEG_SPACING) / (2 * Math.PI));
  return Array.from({ length: count }, (_, i) => at(leg, (i / count) * 2 * Math.PI));
}

/** An Archimedean spiral whose turns lie as far apart as its markers. */
function spiral(count: number): { x: number; y: number }[] {
  const offsets: { x: number; y: number }[] = [];
  let angle = 0;
  for (let i = 0; i < count; i += 1) {
    const leg = FIRST_LEG_LENGTH + (LEG_SPACING * angle) / (2 * Math.PI);
    offsets.push(at(leg, angle));
    // The chord of this angle is as long as the markers are apart.
    angle += 2 * Math.asin(LEG_SPACING / (2 * leg));
  }
  return offsets;
}

/** From the top, clockwise. */
function at(leg: number, angle: number): { x: number; y: number } {
  return { x: leg * Math.sin(angle), y: -leg * Math.cos(angle) };
}
