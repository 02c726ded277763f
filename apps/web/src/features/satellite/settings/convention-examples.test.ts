import { DEFAULT_CONVENTION } from '@wakeline/domain/satellite/convention';
import { expect, test } from 'vitest';
import { toExamples } from './convention-examples.ts';

test('has an example for each receiver', () => {
  const examples = toExamples({ ...DEFAULT_CONVENTION, cardPrefix: '*', weatherWords: ['天气'] }, '已到港');
  expect(examples.map(({ written, type }) => [written, type])).toEqual([
    ['13800138000 已到港', 'terminal-to-phone'],
    ['5 已到港', 'terminal-to-phone'],
    ['name@example.com 已到港', 'terminal-to-email'],
    ['*4207733 已到港', 'terminal-to-terminal'],
    ['wx 已到港', 'terminal-to-wechat'],
    ['wb 已到港', 'terminal-to-weibo'],
    ['天气', 'terminal-to-weather'],
    ['已到港', 'terminal-to-system'],
  ]);
});

test('leaves out receivers without a word', () => {
  const written = toExamples({ ...DEFAULT_CONVENTION, weiboWords: [] }, 'hi').map(
    (example) => example.written,
  );
  expect(written).not.toContain('wb hi');
  expect(written).toHaveLength(7);
});
