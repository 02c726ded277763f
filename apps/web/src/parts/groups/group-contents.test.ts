import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import english from '../../i18n/en_US/trackers.json' with { type: 'json' };
import chinese from '../../i18n/zh_CN/trackers.json' with { type: 'json' };
import { describeRemoval } from './group-contents.ts';

async function texts(lng: 'en' | 'zh') {
  const i18n = createInstance();
  await i18n.init({
    lng,
    ns: ['trackers'],
    resources: { en: { trackers: english }, zh: { trackers: chinese } },
    interpolation: { escapeValue: false },
  });
  return i18n.getFixedT(lng, 'trackers');
}

test('lists the objects that are deleted or moved with a group', async () => {
  const [en, zh] = [await texts('en'), await texts('zh')];
  const contents = { fences: 2, labelPoints: 1, routes: 0 };
  expect(describeRemoval(contents, undefined, en)).toBe(
    'Its devices become ungrouped. Its subgroups move to the top level. Its map objects are deleted permanently: 2 fences, 1 labelled point.',
  );
  expect(describeRemoval(contents, undefined, zh)).toContain('其中的 2 个围栏、1 个标注点会一并删除');
  expect(describeRemoval({ fences: 0, labelPoints: 0, routes: 3 }, 'Fleet', en)).toBe(
    'Its devices and subgroups move to Fleet. So do its map objects: 3 routes.',
  );
  expect(describeRemoval({ fences: 0, labelPoints: 0, routes: 0 }, undefined, en)).toBe(
    'Its devices become ungrouped. Its subgroups move to the top level.',
  );
});
