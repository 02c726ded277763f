import { describe, expect, test } from 'vitest';
import { describePosition, formatDistance } from './describe-position.ts';
import { createGazetteer, gazetteer, type Place } from './gazetteer.ts';

const PIER: Place = {
  chinese: '码头',
  english: 'Pier',
  kind: 'town',
  population: 5_000,
  latitude: 0,
  longitude: 10,
};
const places = createGazetteer([PIER]);

describe('a position', () => {
  // By hand: a degree of the sphere is 111.195 km; 0.1 degrees north and 0.1 degrees east of the equator are 15.7 km
  // apart.
  test.each([
    ['at the place', 0.001, 10.001, '码头', 'Pier'],
    ['north', 0.1, 10, '距码头 11 km（北）', '11 km N of Pier'],
    ['north-east', 0.1, 10.1, '距码头 16 km（东北）', '16 km NE of Pier'],
    ['east', 0, 10.1, '距码头 11 km（东）', '11 km E of Pier'],
    ['south-east', -0.1, 10.1, '距码头 16 km（东南）', '16 km SE of Pier'],
    ['south', -0.03, 10, '距码头 3.3 km（南）', '3.3 km S of Pier'],
    ['south-west', -0.1, 9.9, '距码头 16 km（西南）', '16 km SW of Pier'],
    ['west', 0, 8, '距码头 222 km（西）', '222 km W of Pier'],
    ['north-west', 0.1, 9.9, '距码头 16 km（西北）', '16 km NW of Pier'],
    ['within the limit', 2.69, 10, '距码头 299 km（北）', '299 km N of Pier'],
    ['out at sea', 2.71, 10, '', ''],
  ])('is described %s', (_name, latitude, longitude, chinese, english) => {
    expect(describePosition(places, { latitude, longitude }, 'zh_CN')).toBe(chinese);
    expect(describePosition(places, { latitude, longitude }, 'en_US')).toBe(english);
  });

  test('is described across the antimeridian', () => {
    const fiji = createGazetteer([{ ...PIER, longitude: 179.95 }]);
    // By hand: 0.1 degrees of the equator.
    expect(describePosition(fiji, { latitude: 0, longitude: -179.95 }, 'en_US')).toBe('11 km E of Pier');
  });

  test('is described with the English name when the Chinese one is unknown', () => {
    const unnamed = createGazetteer([{ ...PIER, chinese: '' }]);
    expect(describePosition(unnamed, { latitude: 0.1, longitude: 10 }, 'zh_CN')).toBe('距 Pier 11 km（北）');
  });

  test('is never described by a country or an ocean', () => {
    const large = createGazetteer([
      { ...PIER, kind: 'country' },
      { ...PIER, kind: 'ocean' },
    ]);
    expect(describePosition(large, PIER, 'en_US')).toBe('');
  });
});

test.each([
  [0, '0 m'],
  [849, '850 m'],
  [994, '990 m'],
  [995, '1.0 km'],
  [3_350, '3.4 km'],
  [9_949, '9.9 km'],
  [9_951, '10 km'],
  [12_499, '12 km'],
])('formats %d metres', (metres, expected) => {
  expect(formatDistance(metres)).toBe(expected);
});

describe('the built-in gazetteer', () => {
  const all = gazetteer();

  // Places and their surroundings, checked in an atlas.
  test.each([
    [24.781, 110.49, '阳朔', 'Yangshuo'],
    [53.551, 9.993, '汉堡', 'Hamburg'],
    [-54.81, -68.316, '乌斯怀亚', 'Ushuaia'],
  ])('names the town at %d %d', (latitude, longitude, chinese, english) => {
    expect(describePosition(all, { latitude, longitude }, 'zh_CN')).toBe(chinese);
    expect(describePosition(all, { latitude, longitude }, 'en_US')).toBe(english);
  });

  test('has no name in the middle of the Pacific', () => {
    expect(describePosition(all, { latitude: -48, longitude: -123 }, 'en_US')).toBe('');
  });

  test.each([
    ['阳朔', 'Yangshuo'],
    ['yangshuo', 'Yangshuo'],
    ['YANGSHUO', 'Yangshuo'],
    ['zurich', 'Zürich'],
    ['Zürich', 'Zürich'],
    ['lubeck', 'Lübeck'],
    ['Diyarbakir', 'Diyarbakır'],
    ['ｈａｍｂｕｒｇ', 'Hamburg'],
    ['新加坡', 'Singapore'],
    ['太平洋', 'Pacific Ocean'],
    ['angshu', 'Yangshuo'],
  ])('finds a place by %s', (keywords, english) => {
    expect(all.search(keywords, null, 5).map(({ place }) => place.english)).toContain(english);
  });

  test('ranks near places before distant ones of about the same size', () => {
    const first = (latitude: number, longitude: number) =>
      all.search('Birmingham', { latitude, longitude }, 5)[0]?.place.longitude;
    expect(first(52, -1)).toBeCloseTo(-1.9, 0);
    expect(first(33, -87)).toBeCloseTo(-86.8, 0);
  });

  test('finds nothing for keywords without letters', () => {
    expect(all.search('  ', null, 5)).toEqual([]);
    expect(all.search('%', null, 5)).toEqual([]);
  });
});

test('ranks full names first, then prefixes, words and parts of words, each by population', () => {
  const named = (english: string, population: number): Place => ({
    ...PIER,
    chinese: '',
    english,
    population,
  });
  const names = [
    named('Birmingham', 1_000_000),
    named('Hamm', 180_000),
    named('West Ham', 15_000),
    named('Hamburg', 1_900_000),
    named('Ham', 100),
    named('Bremen', 500_000),
  ];
  const found = createGazetteer(names).search('ham', null, 10);
  expect(found.map(({ place, match }) => [place.english, match])).toEqual([
    ['Ham', 0],
    ['Hamburg', 1],
    ['Hamm', 1],
    ['West Ham', 2],
    ['Birmingham', 3],
  ]);
  expect(createGazetteer(names).search('ham', null, 2)).toHaveLength(2);
});
