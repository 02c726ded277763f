import { expect, it } from 'vitest';
import planned from '../i18n/zh_CN/planned.json' with { type: 'json' };
import { PLANNED_SCREENS } from './planned-routes.ts';
import { findScreen, SCREENS } from './routes.tsx';

const paths = PLANNED_SCREENS.filter(({ redirect }) => redirect === undefined).map(({ path }) => path);

it('describes every planned screen in both languages', () => {
  for (const texts of [planned.name, planned.about])
    expect(Object.keys(texts).toSorted()).toEqual(paths.toSorted());
});

it('contains no address twice', () => {
  const all = SCREENS.map(({ path }) => path.toLowerCase());
  expect(new Set(all).size).toBe(all.length);
});

it('redirects only to existing screens', () => {
  for (const { redirect } of SCREENS)
    if (redirect !== undefined) expect(findScreen(redirect)?.path).toBe(redirect);
});
