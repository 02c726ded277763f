import { readFileSync } from 'node:fs';
import { drawDrawing, type MapFonts, registerFonts } from '../../../ocad/draw-drawing.ts';
import { placeOcadMap } from '../../../ocad/ocad-placement.ts';
import { openOcad } from '../../../ocad/open-ocad.ts';
import type { OcadMapFile } from '../event-map.ts';
import { POINTS } from './draw-course-map.ts';
import type { MapBelow, MapBelowOptions } from './map-below.ts';

/**
 * An OCAD map as vectors on its own paper, enlarged to the print scale. Maps that are placed by points are enlarged by their
 * size on the ground, which may differ from the scale in the file.
 */
export function openOcadBelow(
  { path, ...map }: OcadMapFile,
  { printScale }: Pick<MapBelowOptions, 'printScale'>,
): MapBelow {
  const { drawing, position } = openOcad(readFileSync(path));
  const placement = placeOcadMap(map, position);
  let fonts: MapFonts | null = null;
  const enlargement = (placement.metresPerMillimetre * 1_000) / printScale;
  return {
    toPaper(at) {
      const [x, y] = placement.toPaper(at);
      return { x: x * enlargement, y: y * enlargement };
    },
    async draw(doc, { origin }, { left, top, width, height }) {
      const visible = [origin.x, origin.y, origin.x + width, origin.y + height].map(
        (length) => length / enlargement,
      );
      const [minX = 0, minY = 0, maxX = 0, maxY = 0] = visible;
      doc
        .scale(POINTS)
        .translate(left - origin.x, top + height + origin.y)
        .scale(enlargement, -enlargement);
      fonts ??= registerFonts(doc);
      drawDrawing(doc, drawing, { fonts, visible: [minX, minY, maxX, maxY], hiddenColors: [] });
    },
  };
}
