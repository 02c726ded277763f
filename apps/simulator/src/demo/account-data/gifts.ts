import { encodePng } from './png.ts';

type Color = readonly [red: number, green: number, blue: number];

interface DemoGift {
  readonly giftName: string;
  /** Yuan. */
  readonly price: number;
  readonly votes: number;
  readonly color: Color;
  /** Petals of the drawn flower; 0: a disc. */
  readonly petals: number;
}

/** Gifts of the demo's race. */
export const GIFTS: readonly DemoGift[] = [
  { giftName: '鲜花 Flowers', price: 1, votes: 1, color: [216, 64, 110], petals: 5 },
  { giftName: '能量胶 Energy gel', price: 5, votes: 6, color: [240, 150, 30], petals: 0 },
  { giftName: '奖牌 Medal', price: 20, votes: 30, color: [212, 168, 44], petals: 9 },
];

const SIZE = 128;

/** A drawn picture of a gift: a flower or a disc before a transparent background. */
export function drawGift({ color, petals }: DemoGift): Buffer {
  const rgba = new Uint8Array(SIZE * SIZE * 4);
  const center = SIZE / 2;
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) {
      const [dx, dy] = [x - center, y - center];
      const distance = Math.hypot(dx, dy) / center;
      const edge = petals === 0 ? 0.8 : 0.62 + 0.26 * Math.cos(Math.atan2(dy, dx) * petals);
      if (distance > edge) continue;
      const shade = distance < 0.24 ? 1.18 : 1;
      const pixel = color.map((value) => Math.min(255, Math.round(value * shade)));
      rgba.set([...pixel, 255], (y * SIZE + x) * 4);
    }
  return encodePng(SIZE, SIZE, rgba);
}

/** What spectators of the demo's race write. */
export const COMMENTS = [
  '加油！',
  '李晓峰好快啊',
  'Go Anna!',
  '补给站的志愿者辛苦了',
  '山顶风景太美了',
  'Great coverage, greetings from Göteborg',
  '周启明注意安全',
  '下坡慢一点',
  'Kenji is catching up',
  '短距离什么时候开始？',
  'Allez Marie !',
  '终点见！',
] as const;

export const SPECTATORS = ['小林', '阿杰', 'Lena', '山野跑者', 'Per', '老周', '桂花', 'Sam'] as const;
