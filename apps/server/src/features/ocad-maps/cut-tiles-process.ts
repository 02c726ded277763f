import { readFileSync } from 'node:fs';
import type { OcadPlacementForm, OcadTiles } from '@wakeline/contract/ocad-maps/ocad-map';
import { latFromMercator, lngFromMercator } from '@wakeline/domain/geo/web-mercator';
import type { Drawing } from '@wakeline/formats/ocad/drawing';
import {
  cutDrawing,
  drawingLayers,
  PAPER_LAYER,
  type TileRange,
  tileRange,
} from '@wakeline/formats/ocad/drawing-tiles';
import { createPmtiles } from '@wakeline/formats/pmtiles/write-pmtiles';
import { serveProcess } from '../../child-processes/process-program.ts';
import type { ArchivePaths } from '../../map-tiles/tile-archives.ts';
import { datumsOf, type TileDatum } from '../../map-tiles/tile-datum.ts';
import { type OcadPlacement, placeOcadMap, toMercator } from '../../ocad/ocad-placement.ts';
import { openOcad } from '../../ocad/open-ocad.ts';

/** Request to cut the tiles of a map. */
export interface CutTilesRequest extends OcadPlacementForm {
  /** Path of the OCAD file. */
  readonly path: string;
  readonly archives: ArchivePaths;
}

/** Progress from 0 to 1; at the end, the tiles and the archives that were written. */
export type CutTilesResult =
  | { readonly done: number }
  | { readonly tiles: OcadTiles; readonly datums: readonly TileDatum[] };

/** Fraction of the progress after drawing. */
const DRAW_PROGRESS = 0.2;
/** Steps of the progress. */
const STEPS = 20;

serveProcess<CutTilesRequest, CutTilesResult>(async function* ({ path, archives, ...form }) {
  const { drawing, position, scale } = openOcad(readFileSync(path));
  const placement = placeOcadMap({ ...form, paperBounds: drawing.bounds, mapScale: scale }, position);
  yield { done: DRAW_PROGRESS };
  const { metresPerMillimetre } = placement;
  const range = rangeOf(drawing, placement, 'wgs84');
  const bounds = boundsOf(range);
  const datums = datumsOf(bounds);
  for (const [index, datum] of datums.entries()) {
    const steps = writeArchive(archives[datum], drawing, placement, datum);
    for await (const done of steps)
      yield { done: DRAW_PROGRESS + ((1 - DRAW_PROGRESS) * (index + done)) / datums.length };
  }
  const { minZoom, maxZoom } = range;
  const corners = cornersOf(drawing.bounds, placement);
  yield { tiles: { bounds, corners, minZoom, maxZoom, metresPerMillimetre }, datums };
});

function rangeOf(drawing: Drawing, placement: OcadPlacement, datum: TileDatum): TileRange {
  return tileRange(drawing, { ...placement, toMercator: toMercator(placement, datum) });
}

function cornersOf(
  [left, bottom, right, top]: Drawing['bounds'],
  { toLngLat }: OcadPlacement,
): OcadTiles['corners'] {
  const at = (x: number, y: number): [number, number] => [...toLngLat([x, y])];
  return [at(left, bottom), at(right, bottom), at(right, top), at(left, top)];
}

/** Degrees. */
function boundsOf({ bounds: [minX, minY, maxX, maxY] }: TileRange): OcadTiles['bounds'] {
  return [lngFromMercator(minX), latFromMercator(maxY), lngFromMercator(maxX), latFromMercator(minY)];
}

async function* writeArchive(
  path: string,
  drawing: Drawing,
  placement: OcadPlacement,
  datum: TileDatum,
): AsyncGenerator<number, void> {
  const onMap = { ...placement, toMercator: toMercator(placement, datum) };
  const layers = drawingLayers(drawing).map(({ color, kind }) => `${kind}${color}`);
  const writer = await createPmtiles(path, {
    type: 'mvt',
    bounds: boundsOf(rangeOf(drawing, placement, datum)),
    metadata: { vector_layers: [PAPER_LAYER, ...layers].map((id) => ({ id, fields: {} })) },
  });
  let reported = 0;
  for (const { z, x, y, data, progress } of cutDrawing(drawing, onMap)) {
    await writer.write(z, x, y, data);
    if (progress < reported + 1 / STEPS) continue;
    reported = progress;
    yield progress;
  }
  await writer.finish();
}
