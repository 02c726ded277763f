import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { gridCorners } from './georeference.ts';
import { readTiffHeader } from './geotiff.ts';
import { readGroundOverlay } from './ground-overlay.ts';
import { readKmzOverlay } from './read-kmz-overlay.ts';
import { isPdf, renderPdfPage } from './render-pdf.ts';
import { readWorldFile } from './world-file.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/georeferenced/${name}`, import.meta.url));

function expectCorners(
  corners: readonly (readonly number[])[],
  expected: readonly (readonly number[])[],
  digits: number,
) {
  expect(corners).toHaveLength(4);
  for (const [index, [x = 0, y = 0]] of expected.entries()) {
    expect(corners[index]?.[0], `corner ${index}`).toBeCloseTo(x, digits);
    expect(corners[index]?.[1], `corner ${index}`).toBeCloseTo(y, digits);
  }
}

describe('world file', () => {
  test('gives the outer corners of a rotated picture', () => {
    const grid = readWorldFile(fixture('ellenbrook.jgw').toString());
    // Corner coordinates of gdalinfo (GDAL 3.6.2), metres of EPSG:27700.
    const expected = [
      [519317.985, 209855.721],
      [520836.092, 209935.282],
      [520952.807, 207708.218],
      [519434.701, 207628.657],
    ];
    expectCorners(gridCorners(grid, { width: 1197, height: 1756 }), expected, 3);
  });

  test('accepts decimal commas, exponents and a byte order mark', () => {
    const grid = readWorldFile('\uFEFF1,5\r\n0\r\n0\r\n-1.5\r\n1e3\r\n2000,25\r\n');
    // By hand: the edge is half a pixel of 1.5 up and to the left of the centre.
    expect(grid).toEqual({ a: 1.5, b: 0, c: 999.25, d: 0, e: -1.5, f: 2001 });
  });

  test.each([
    ['five lines', '1\n0\n0\n-1\n5'],
    ['seven lines', '1\n0\n0\n-1\n5\n6\n7'],
    ['text', '1\n0\n0\n-1\nfive\n6'],
    ['an empty file', ''],
    ['a grid without area', '1\n2\n1\n2\n5\n6'],
    ['a number beyond all bounds', '1e999\n0\n0\n-1\n5\n6'],
  ])('refuses %s', (_what, text) => {
    expect(() => readWorldFile(text)).toThrow('world-file');
  });
});

describe('ground overlay', () => {
  const overlay = (position: string, href = 'map.png') =>
    `<kml><GroundOverlay><Icon><href>${href}</href></Icon>${position}</GroundOverlay></kml>`;
  const box = (rotation: string) =>
    `<LatLonBox><north>61.5</north><south>61.4</south><east>24.3</east><west>24.1</west>${rotation}</LatLonBox>`;

  test('reads a quad from the bottom left, counter-clockwise', () => {
    const { picture, corners } = readKmzOverlay(fixture('Jukola_1st_leg.kmz'), 10_000_000);
    // The coordinates of its doc.kml.
    const expected = [
      [24.18994, 61.45075],
      [24.24721, 61.44656],
      [24.23851, 61.42094],
      [24.18156, 61.42533],
    ];
    expectCorners(corners, expected, 9);
    expect(Buffer.from(picture.subarray(8, 12)).toString()).toBe('WEBP');
    expect(picture).toHaveLength(290_830);
  });

  test('reads a box', () => {
    const { href, corners } = readGroundOverlay(overlay(box(''), 'files/a%20b.png'));
    expect(href).toBe('files/a%20b.png');
    expectCorners(
      corners,
      [
        [24.1, 61.5],
        [24.3, 61.5],
        [24.3, 61.4],
        [24.1, 61.4],
      ],
      12,
    );
  });

  test('rotates a box on the ground', () => {
    const { corners } = readGroundOverlay(overlay(box('<rotation>30</rotation>')));
    // By hand: half the box is 0.1 * cos(61.45°) = 0.0477919 by 0.05 degrees of the meridian. Turned by 30°, the top left
    // corner (-0.0477919, 0.05) becomes (-0.0663890, 0.0194052), and its longitude is divided by the cosine again.
    const expected = [
      [24.2 - 0.1389125, 61.45 + 0.0194053],
      [24.2 + 0.0342925, 61.45 + 0.067197],
      [24.2 + 0.1389125, 61.45 - 0.0194053],
      [24.2 - 0.0342925, 61.45 - 0.067197],
    ];
    expectCorners(corners, expected, 4);
    const [northwest, northeast, , southwest] = corners;
    const scale = Math.cos((61.45 * Math.PI) / 180);
    const right = [(northeast[0] - northwest[0]) * scale, northeast[1] - northwest[1]];
    const down = [(southwest[0] - northwest[0]) * scale, southwest[1] - northwest[1]];
    expect((right[0] ?? 0) * (down[0] ?? 0) + (right[1] ?? 0) * (down[1] ?? 0)).toBeCloseTo(0, 12);
  });

  test('continues a box across the antimeridian', () => {
    const { corners } = readGroundOverlay(
      overlay('<LatLonBox><north>1</north><south>0</south><east>-179</east><west>179</west></LatLonBox>'),
    );
    expectCorners(
      corners,
      [
        [179, 1],
        [181, 1],
        [181, 0],
        [179, 0],
      ],
      12,
    );
  });

  test.each([
    ['no overlay', '<kml><Placemark/></kml>', 'no-overlay'],
    ['two overlays', `<kml>${overlay(box(''))}${overlay(box(''))}</kml>`, 'several-overlays'],
    ['no position', overlay(''), 'overlay-position'],
    ['a box upside down', overlay(box('').replace('61.5', '61.3')), 'overlay-position'],
    ['a latitude of metres', overlay(box('').replace('61.5', '6404000')), 'overlay-position'],
    [
      'a quad of three',
      overlay('<LatLonQuad><coordinates>1,1 2,1 2,2</coordinates></LatLonQuad>'),
      'overlay-position',
    ],
    ['a rotation of text', overlay(box('<rotation>north</rotation>')), 'overlay-position'],
  ])('refuses %s', (_what, kml, code) => {
    expect(() => readGroundOverlay(kml)).toThrow(code);
  });

  test('refuses an archive without its picture, and one that expands too far', () => {
    const kml = strToU8(overlay(box('')));
    const missing = zipSync({ 'doc.kml': kml, 'other.png': new Uint8Array(3) });
    expect(() => readKmzOverlay(missing, 1_000)).toThrow('overlay-picture');
    const bomb = zipSync({ 'doc.kml': kml, 'map.png': new Uint8Array(1_000_000) });
    expect(() => readKmzOverlay(bomb, 999_999)).toThrow('expands');
    expect(readKmzOverlay(bomb, 1_000_000).picture).toHaveLength(1_000_000);
    expect(() => readKmzOverlay(fixture('Jukola_1st_leg.kmz').subarray(0, 200_000), 10_000_000)).toThrow(
      'malformed',
    );
  });
});

describe('GeoTIFF', () => {
  /** Expected corners: gdalinfo (GDAL 3.6.2). */
  const square = [
    [316000, 6404000],
    [316240, 6404000],
    [316240, 6403840],
    [316000, 6403840],
  ];
  test.each([
    ['area.tif', 3006, square],
    ['point.tif', 3006, square],
    ['bigtiff.tif', 3006, square],
    [
      'rotated.tif',
      3006,
      [
        [316000, 6404000],
        [316192, 6404144],
        [316288, 6404016],
        [316096, 6403872],
      ],
    ],
    [
      'degrees-big-endian.tif',
      4326,
      [
        [15, 57.1],
        [15.024, 57.1],
        [15.024, 57.084],
        [15, 57.084],
      ],
    ],
    [
      'own-system.tif',
      null,
      [
        [1000, 2000],
        [1240, 2000],
        [1240, 1840],
        [1000, 1840],
      ],
    ],
  ])('reads the position of %s', (name, system, expected) => {
    const { width, height, position } = readTiffHeader(fixture(name));
    expect([width, height]).toEqual([24, 16]);
    expect(position?.system).toBe(system);
    expectCorners(position === null ? [] : gridCorners(position.grid, { width, height }), expected, 6);
  });

  test('reads a position without a coordinate system', () => {
    expect(readTiffHeader(fixture('no-system.tif')).position?.system).toBeNull();
  });

  test('reads a picture without position', () => {
    expect(readTiffHeader(fixture('no-position.tif'))).toEqual({ width: 24, height: 16, position: null });
  });

  test('refuses a file that ends at any byte of its directory, or reads the position of the complete file', () => {
    const bytes = fixture('area.tif');
    const complete = readTiffHeader(bytes);
    for (let end = 0; end < bytes.length; end += 1) {
      let header: ReturnType<typeof readTiffHeader> | null = null;
      try {
        header = readTiffHeader(bytes.subarray(0, end));
      } catch (error) {
        expect(String(error)).toContain('tiff');
      }
      if (header !== null) expect(header).toEqual(complete);
    }
  });

  test.each([
    ['another file', Buffer.from('GIF89a')],
    ['a directory beyond the end', Buffer.from([0x49, 0x49, 42, 0, 0xff, 0xff, 0xff, 0x7f])],
    [
      'a directory with 65,535 entries',
      Buffer.concat([Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0, 255, 255])]),
    ],
  ])('refuses %s', (_what, bytes) => {
    expect(() => readTiffHeader(bytes)).toThrow('tiff');
  });
});

describe('PDF', () => {
  /** A page of 72 by 36 points with a red rectangle at the bottom left, by hand (ISO 32000-1, annex H.3). */
  function createPdf(size = '72 36', trailer = ''): Buffer {
    const content = '1 0 0 rg 0 0 36 18 re f';
    const objects = [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size}]/Contents 4 0 R>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ];
    let text = '%PDF-1.4\n';
    const offsets = objects.map((object, index) => {
      const offset = text.length;
      text += `${index + 1} 0 obj${object}endobj\n`;
      return offset;
    });
    const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    return Buffer.from(
      `${text}xref\n0 5\n0000000000 65535 f \n${entries}trailer<</Size 5/Root 1 0 R${trailer}>>\nstartxref\n${text.length}\n%%EOF`,
    );
  }
  const limits = { side: 16_384, pixels: 60_000_000 };

  test('draws the first page with 300 dots per inch', async () => {
    const bytes = createPdf();
    expect(isPdf(bytes)).toBe(true);
    const { width, height, pixels } = await renderPdfPage(bytes, limits);
    // By hand: an inch by half an inch.
    expect([width, height]).toEqual([300, 150]);
    const at = (x: number, y: number) => [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
    expect(at(10, 140)).toEqual([255, 0, 0, 255]);
    expect(at(10, 10)).toEqual([255, 255, 255, 255]);
    expect(at(290, 140)).toEqual([255, 255, 255, 255]);
  });

  test('draws a large page with fewer dots', async () => {
    const bySide = await renderPdfPage(createPdf('7200 3600'), { side: 1_000, pixels: 60_000_000 });
    expect([bySide.width, bySide.height]).toEqual([1_000, 500]);
    const byPixels = await renderPdfPage(createPdf('7200 3600'), { side: 16_384, pixels: 20_000 });
    expect([byPixels.width, byPixels.height]).toEqual([200, 100]);
  });

  test.each([
    ['a truncated file', createPdf().subarray(0, 100), 'malformed'],
    ['a renamed file', Buffer.from('GIF89a'), 'malformed'],
    ['a page without size', createPdf('1 1'), 'size'],
  ])('refuses %s', async (_what, bytes, code) => {
    await expect(renderPdfPage(bytes, limits)).rejects.toThrow(code);
  });
});
