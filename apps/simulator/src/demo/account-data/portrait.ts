import { encodePng } from './png.ts';

type Color = readonly [red: number, green: number, blue: number];

const SIZE = 160;
const BACKGROUNDS: readonly Color[] = [
  [214, 228, 240],
  [226, 236, 218],
  [243, 228, 212],
  [229, 222, 240],
];
const SHIRTS: readonly Color[] = [
  [11, 92, 173],
  [200, 62, 62],
  [38, 130, 88],
  [232, 152, 40],
  [96, 72, 150],
];
const HAIR: readonly Color[] = [
  [40, 32, 30],
  [92, 62, 40],
  [176, 140, 84],
  [120, 120, 124],
];
const SKIN: readonly Color[] = [
  [244, 206, 176],
  [226, 178, 140],
  [190, 136, 100],
];

/** A drawn portrait: hair, face and shirt before a background, of which the number chooses the colors. */
export function drawPortrait(number: number): Buffer {
  const pick = (colors: readonly Color[], step: number): Color =>
    colors[Math.floor(number / step) % colors.length] ?? [0, 0, 0];
  const [background, shirt, hair, skin] = [
    pick(BACKGROUNDS, 1),
    pick(SHIRTS, 1),
    pick(HAIR, 2),
    pick(SKIN, 3),
  ];
  const isLong = number % 2 === 1;
  const isIn = (x: number, y: number, [centerX, centerY, width, height]: readonly number[] = []) =>
    ((x - (centerX ?? 0)) / (width ?? 1)) ** 2 + ((y - (centerY ?? 0)) / (height ?? 1)) ** 2 < 1;
  function colorAt(x: number, y: number): Color {
    if (isIn(x, y, [80, 78, 27, 34]) && y > 58) return skin;
    if (isIn(x, y, [80, 66, 34, 36]) && y < 78) return hair;
    if (isLong && isIn(x, y, [80, 84, 37, 44]) && y < 122) return hair;
    if (isIn(x, y, [80, 112, 13, 22])) return skin;
    return isIn(x, y, [80, 172, 62, 54]) ? shirt : background;
  }
  const rgba = new Uint8Array(SIZE * SIZE * 4);
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) rgba.set([...colorAt(x, y), 255], (y * SIZE + x) * 4);
  return encodePng(SIZE, SIZE, rgba);
}
