import type { OcadMap } from '@wakeline/contract/ocad-maps/ocad-map';
import type { PaperSize } from '@wakeline/contract/ocad-maps/ocad-maps';

/** Millimetres of the frame of a page in portrait: without margins, title and ruler. */
const FRAMES: Readonly<Record<PaperSize, readonly [width: number, height: number]>> = {
  A4: [194, 271],
  A3: [281, 394],
};

interface Page {
  readonly scale: number;
  readonly paper: PaperSize;
  readonly landscape: boolean;
}

/** Whether a map is complete on a page. The frame of a landscape page is as high as the page less margins and title. */
export function fitsOnPage(
  { paperBounds: [left, bottom, right, top], mapScale }: Pick<OcadMap, 'paperBounds' | 'mapScale'>,
  { scale, paper, landscape }: Page,
): boolean {
  const [short, long] = FRAMES[paper];
  // Margins and title are at the same edges in both orientations.
  const [width, height] = landscape ? [long + 10, short - 10] : [short, long];
  const enlargement = mapScale / scale;
  return (right - left) * enlargement <= width && (top - bottom) * enlargement <= height;
}
