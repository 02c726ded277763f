import { readFileSync } from 'node:fs';
import type { OcadDetails } from '@wakeline/contract/ocad-maps/ocad-map';
import { drawingLayers } from '@wakeline/formats/ocad/drawing-tiles';
import { serveProcess } from '../../child-processes/process-program.ts';
import { openOcad } from '../../ocad/open-ocad.ts';

/** Request to read an uploaded file. */
export interface OcadFileRequest {
  /** Path of the file. */
  readonly path: string;
}

serveProcess<OcadFileRequest, OcadDetails>(function* ({ path }) {
  const { file, drawing, position, scale } = openOcad(readFileSync(path));
  const layers = drawingLayers(drawing);
  yield {
    ocadVersion: file.version,
    mapScale: scale,
    objects: drawing.objects,
    ignoredObjects: drawing.ignoredObjects,
    colors: drawing.colors.map((color, index) => ({
      ...color,
      kinds: layers.flatMap((layer) => (layer.color === index ? [layer.kind] : [])),
    })),
    paperBounds: [...drawing.bounds],
    coordinateSystem: position === null ? null : { code: position.epsg, name: position.name },
  };
});
