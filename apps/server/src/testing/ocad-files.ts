import { projectionOf } from '@wakeline/formats/coordinate-systems/projection';
import { sampleFile } from '@wakeline/formats/ocad/testing/sample-file';
import { type TestVertex, writeOcad } from '@wakeline/formats/ocad/testing/write-ocad';

/** OCAD's number of zone 49 of UTM, and its EPSG code. */
const UTM_49 = { ocad: 2_049, epsg: 32_649 };

/** An OCAD file of a green area of 40 x 40 mm with a black frame, at 1:100,000 around a position; null: without position. */
export function createForestMap(
  position: readonly [lng: number, lat: number] | null,
): Uint8Array<ArrayBuffer> {
  const square: readonly TestVertex[] = [
    [-2_000, -2_000],
    [2_000, -2_000],
    [2_000, 2_000],
    [-2_000, 2_000],
  ];
  const bytes = writeOcad({
    version: 12,
    colors: [
      { number: 1, name: 'Black', cmyk: [0, 0, 0, 100] },
      { number: 2, name: 'Forest', cmyk: [76, 0, 91, 0] },
    ],
    scale: { m: 100_000, ...(position !== null && gridOf(position)) },
    symbols: [
      { type: 'area', number: 405_000, fillColor: 2 },
      { type: 'line', number: 101_000, color: 1, width: 100 },
    ],
    objects: [
      { symbol: 405_000, type: 3, vertices: square },
      { symbol: 101_000, type: 2, vertices: [...square, [-2_000, -2_000]] },
    ],
  });
  return new Uint8Array(bytes);
}

function gridOf(position: readonly [lng: number, lat: number]) {
  const [easting = 0, northing = 0] = projectionOf(UTM_49.epsg)?.forward(position) ?? [];
  return { r: 1, x: Math.round(easting), y: Math.round(northing), a: 0, i: UTM_49.ocad };
}

/** A map with a symbol of each type, in Switzerland; without position, if it is a sketch. */
export function createSampleMap({ isSketch }: { readonly isSketch: boolean }): Uint8Array<ArrayBuffer> {
  const file = isSketch ? { ...sampleFile(9), scale: { m: 4_000 } } : sampleFile(12);
  return new Uint8Array(writeOcad(file));
}
