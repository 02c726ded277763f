import { expect, it } from 'vitest';
import { createNameComparator } from './collator.ts';

it('orders numbers by value and ignores case', () => {
  expect(['boat 10', 'Boat 9', 'Zephyr', 'aurora'].sort(createNameComparator('en_US'))).toEqual([
    'aurora',
    'Boat 9',
    'boat 10',
    'Zephyr',
  ]);
});

it('orders Chinese names by pinyin', () => {
  // anquan, beihai, zhongguo; by code point the first would be last but one.
  expect(['中国', '安全', '北海'].sort(createNameComparator('zh_CN'))).toEqual(['安全', '北海', '中国']);
});

it.each(['en_US', 'zh_CN'] as const)('orders any two names as the collator of %s does', (language) => {
  const compare = createNameComparator(language);
  const collator = new Intl.Collator(language === 'zh_CN' ? 'zh-CN' : 'en', { numeric: true });
  const parts = [
    ...'aAbZ09 -_.#/(+~',
    '00',
    '12',
    '粤',
    '沪',
    '张',
    'é',
    'e\u0301',
    'ß',
    '\u0308',
    '\u030a',
    '\u0327',
    '\u20e3',
    '\u0301',
    '\u00ad',
    'Я',
  ];
  // Park-Miller.
  let seed = 11;
  const random = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  const text = (length: number) => Array.from({ length }, () => parts[random(parts.length)]).join('');
  for (let round = 0; round < 20_000; round += 1) {
    const start = text(random(3));
    const [a, b] = [start + text(random(5)), start + text(random(5))];
    expect([a, b, Math.sign(compare(a, b))]).toEqual([a, b, Math.sign(collator.compare(a, b))]);
  }
});
