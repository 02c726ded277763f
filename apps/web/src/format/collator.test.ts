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
