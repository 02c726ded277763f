import { describe, expect, test } from 'vitest';
import { greatCircleDistance } from '../geo/great-circle.ts';
import { parseCoordinates } from './parse-coordinates.ts';
import { utmToGeographic } from './utm.ts';

/** Calculated by hand: 24° 46' 48" = 24 + 46/60 + 48/3600 = 24.78; 110° 29' 24" = 110.49. */
const YANGSHUO = { latitude: 24.78, longitude: 110.49 };
const USHUAIA = { latitude: -54.8, longitude: -68.3 };

function expectCoordinates(text: string, { latitude, longitude }: { latitude: number; longitude: number }) {
  const found = parseCoordinates(text);
  expect(found, text).not.toBeNull();
  expect(found?.latitude, text).toBeCloseTo(latitude, 9);
  expect(found?.longitude, text).toBeCloseTo(longitude, 9);
}

describe('parses as 24.78° N, 110.49° E', () => {
  test.each([
    '24.78, 110.49',
    ' 24.78,110.49 ',
    '24.78 110.49',
    '24.78;110.49',
    '24.78\t110.49',
    '+24.78 +110.49',
    '(24.78, 110.49)',
    '24.78°, 110.49°',
    '24.78° 110.49°',
    '24.78º N 110.49º E',
    '24.78N 110.49E',
    'N24.78 E110.49',
    'n 24.78, e 110.49',
    '24.78 N / 110.49 E',
    'E110.49 N24.78',
    '110.49°E, 24.78°N',
    '110.49E 24.78',
    '24.78 north, 110.49 east',
    'lat: 24.78, lng: 110.49',
    'Longitude 110.49 Latitude 24.78',
    '纬度：24.78，经度：110.49',
    '24,78 110,49',
    '24,78; 110,49',
    '24,78, 110,49',
    '24,78° N, 110,49° E',
    '北纬24.78° 东经110.49°',
    '东经110.49度，北纬24.78度',
    '北緯24.78、東經110.49',
    '２４．７８，１１０．４９',
    '24 46.8 110 29.4',
    "24°46.8' 110°29.4'",
    "24° 46.8' N, 110° 29.4' E",
    '24°46,8′N 110°29,4′E',
    '24 46 48, 110 29 24',
    '24 46 48 110 29 24',
    '24:46:48 110:29:24',
    '24:46:48N, 110:29:24E',
    `24°46'48"N 110°29'24"E`,
    `24°46'48"N110°29'24"E`,
    '24°46′48″N, 110°29′24″E',
    '24º46’48” N, 110º29’24” E',
    "24°46'48''N 110°29'24''E",
    '24° 46` 48.0`` N 110° 29` 24.0`` E',
    'N 24° 46\' 48.000" E 110° 29\' 24.000"',
    '24d46m48s N 110d29m24s E',
    '北纬24度46分48秒 东经110度29分24秒',
    '北纬24°46′48″，东经110°29′24″',
    '东经110度29分24秒 北纬24度46分48秒',
    'geo:24.78,110.49',
    'GEO:24.78,110.49,150;u=35',
    'geo:24.78,110.49;crs=wgs84;u=10',
    'geo:0,0?q=24.78,110.49(Pier)',
    'https://www.openstreetmap.org/?mlat=24.78&mlon=110.49#map=14/24.7/110.4',
    'https://www.openstreetmap.org/#map=14/24.78/110.49',
    'https://www.google.com/maps/@24.78,110.49,15z',
    'https://www.google.com/maps?q=24.78,110.49',
    'https://maps.google.com/?ll=24.78%2C110.49&z=14',
    'https://www.google.com/maps/place/Pier/@24.7,110.4,17z/data=!3m1!4b1!4m5!3m4!1s0x0:0x0!8m2!3d24.78!4d110.49',
    'https://www.google.com/maps/search/?api=1&query=24.78%2C110.49',
    'https://www.google.com/maps/search/24.78,+110.49',
    'https://www.google.com/maps/place/24.78,110.49/@24.7,110.4,17z',
    'https://maps.apple.com/?ll=24.78,110.49',
    'https://console.example/map?lat=24.78&lng=110.49',
    'https://uri.amap.com/marker?position=110.49,24.78&coordinate=wgs84',
    'https://api.map.baidu.com/marker?location=24.78,110.49&coord_type=wgs84ll',
  ])('%s', (text) => {
    expectCoordinates(text, YANGSHUO);
  });
});

describe('parses as 54.8° S, 68.3° W', () => {
  test.each([
    '-54.8, -68.3',
    '−54.8 −68.3',
    '-54.8 -68.3',
    '54.8S 68.3W',
    'S54.8 W68.3',
    'W 68.3, S 54.8',
    "-54°48', -68°18'",
    '54°48′00″S 68°18′00″W',
    '南纬54.8° 西经68.3°',
    '西经68度18分，南纬54度48分',
    'geo:-54.8,-68.3',
    'https://www.google.com/maps/@-54.8,-68.3,15z',
  ])('%s', (text) => {
    expectCoordinates(text, USHUAIA);
  });
});

describe('refuses', () => {
  test.each([
    '',
    'Yangshuo',
    '阳朔',
    '24.78',
    '24.78,',
    '110.49, 24.78',
    '90.1, 0',
    '0, 180.1',
    '24.78N 110.49N',
    '24.78N 190E',
    '95N 110E',
    'N24.78N 110.49E',
    '-24.78S 110.49E',
    'lat 24.78E, lng 110.49N',
    "24°60'N 110°29'E",
    '24°46\'60"N 110°29\'24"E',
    '24.5 46 110.5 29',
    '24 46 110',
    '24,78,110,49',
    '1 2 3 4 5 6 7 8',
    '24.78, 110.49, 12',
    '13800138000',
    'boat 24, berth 110',
    '24.78 Elbe 110.49',
    '12,5',
    '2026-06-01 12:00:00',
    'geo:95,0',
    'geo:24.78,110.49;crs=EPSG27700',
    'geo:somewhere',
    'https://www.example.com/',
    'https://www.google.com/maps?q=95,110.49',
    'https://www.google.com/maps?q=%E0%A4%A',
    '61N 448444 2740684',
    '0N 448444 2740684',
    '49I 448444 2740684',
    '49R 48444 2740684',
    '49R 448444 9999999',
    '49RDH1',
    '49RDH123',
    '49RSH4844440683',
    '49QZZ4844440683',
    `${'9'.repeat(2_000)}`,
    `${'1 '.repeat(400)}`,
  ])('%j', (text) => {
    const found = parseCoordinates(text);
    // `12,5` is a pair by the most common notation, though an unusual one.
    expect(found).toEqual(text === '12,5' ? { latitude: 12, longitude: 5 } : null);
  });
});

test('parses zero, the poles and the edges of the map', () => {
  expect(parseCoordinates('0, 0')).toEqual({ latitude: 0, longitude: 0 });
  expect(parseCoordinates('0S 0W')).toEqual({ latitude: 0, longitude: 0 });
  expect(parseCoordinates('90, -180')).toEqual({ latitude: 90, longitude: -180 });
  expect(parseCoordinates('-90 180')).toEqual({ latitude: -90, longitude: 180 });
});

// Expected values: PROJ converted these latitudes and longitudes,
// `cs2cs -f %.3f +proj=longlat +datum=WGS84 +to +proj=utm +zone=<zone> [+south] +datum=WGS84`.
describe('UTM', () => {
  test.each([
    ['49R 448444 2740684', 24.78, 110.49],
    ['49R 448444mE 2740684mN', 24.78, 110.49],
    ['49 N 448444 2740684', 24.78, 110.49],
    ['UTM zone 49R, 448444 E, 2740684 N', 24.78, 110.49],
    ['49r 448444.3, 2740684.0', 24.78, 110.49],
    ['56H 334901 6252289', -33.8568, 151.2153],
    ['56S 334901 6252289', -33.8568, 151.2153],
    ['32V 297354 6700648', 60.3913, 5.3221],
    ['19F 544805 3927030', -54.8019, -68.303],
    ['1N 500000 55265', 0.5, -177],
    ['60K 802972 7758198', -20.25, 179.9],
    ['33X 514279 8683355', 78.2232, 15.6267],
  ])('%s', (text, latitude, longitude) => {
    const found = parseCoordinates(text);
    expect(found).not.toBeNull();
    if (found === null) return;
    // The grid reference has a resolution of one metre.
    expect(greatCircleDistance(found, { latitude, longitude })).toBeLessThan(0.75);
  });

  test('converts to a millimetre, including at zone edges', () => {
    for (const [zone, north, easting, northing, latitude, longitude] of [
      [49, true, 448_444.343, 2_740_683.994, 24.78, 110.49],
      [56, false, 334_900.57, 6_252_288.753, -33.8568, 151.2153],
      [32, true, 297_353.933, 6_700_648.345, 60.3913, 5.3221],
      [19, false, 544_805.097, 3_927_029.885, -54.8019, -68.303],
      [1, true, 500_000, 55_265.037, 0.5, -177],
      [60, false, 802_972.413, 7_758_197.894, -20.25, 179.9],
      [33, true, 514_278.715, 8_683_355.469, 78.2232, 15.6267],
    ] as const) {
      const found = utmToGeographic({ zone, north, easting, northing });
      expect(
        greatCircleDistance(found ?? { latitude: 0, longitude: 0 }, { latitude, longitude }),
      ).toBeLessThan(0.001);
    }
  });
});

// Expected values: the GEOTRANS library of the NGA converted these latitudes and longitudes (Python package mgrs 1.5, `toMGRS`).
// 55GEN is the published example of GeographicLib's R package (vignette `geographiclib-overview`).
describe('MGRS', () => {
  test.each([
    ['49RDH4844440683', 24.78, 110.49],
    ['49R DH 48444 40683', 24.78, 110.49],
    ['49rdh 48444 40683', 24.78, 110.49],
    ['56HLH3490052288', -33.8568, 151.2153],
    ['32VKN9735300648', 60.3913, 5.3221],
    ['33XWG1427883355', 78.2232, 15.6267],
    ['19FEV4480527029', -54.8019, -68.303],
    ['32NKF2172300011', 0.0001, 6.5],
    ['32MKE2172399988', -0.0001, 6.5],
    ['54SUE8224140361', 35.6, 139.7],
    ['55GEN2654152348', -42.881, 147.325],
    ['49RDH484406', 24.78, 110.49, 100],
    ['49RDH44', 24.78, 110.49, 10_000],
  ])('%s', (text, latitude, longitude, size = 1) => {
    const found = parseCoordinates(text);
    expect(found).not.toBeNull();
    if (found === null) return;
    // The result is the centre of the square: no point in it is farther away than half the diagonal.
    expect(greatCircleDistance(found, { latitude, longitude })).toBeLessThan(size * 0.71 * 1.006 + 0.01);
  });
});

// Expected values: the GCJ-02 offset at Tiananmen is about 130 m north and 490 m east (eviltransform's published examples shift
// points in China by 100 to 700 m); Baidu adds about 0.006 and 0.0065 degrees.
describe('converts links of Chinese maps with shifted coordinates to WGS-84', () => {
  const printed = { latitude: 39.9087, longitude: 116.3975 };
  test.each([
    ['https://uri.amap.com/marker?position=116.3975,39.9087&name=x', 300, 800],
    ['https://wb.amap.com/?q=39.9087,116.3975,x', 300, 800],
    ['https://wb.amap.com/?p=B000A,39.9087,116.3975,x', 300, 800],
    ['https://apis.map.qq.com/uri/v1/marker?marker=coord:39.9087,116.3975;title:x', 300, 800],
    ['https://api.map.baidu.com/marker?location=39.9087,116.3975&title=x', 800, 2_000],
    ['https://api.map.baidu.com/marker?location=39.9087,116.3975&coord_type=gcj02', 300, 800],
  ])('%s', (text, min, max) => {
    const found = parseCoordinates(text);
    expect(found).not.toBeNull();
    if (found === null) return;
    expect(greatCircleDistance(found, printed)).toBeGreaterThan(min);
    expect(greatCircleDistance(found, printed)).toBeLessThan(max);
    expect(found.latitude).toBeLessThan(printed.latitude);
    expect(found.longitude).toBeLessThan(printed.longitude);
  });
});
