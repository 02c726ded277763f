import { expect, it } from 'vitest';
import planned from '../i18n/zh_CN/planned.json' with { type: 'json' };
import { PLANNED_SCREENS } from './planned-routes.ts';
import { findScreen, SCREENS } from './routes.tsx';

const paths = PLANNED_SCREENS.filter(({ redirect }) => redirect === undefined).map(({ path }) => path);

it('every screen that is missing says what it will be for', () => {
  for (const texts of [planned.name, planned.about])
    expect(Object.keys(texts).toSorted()).toEqual(paths.toSorted());
});

it('no address stands twice in the table', () => {
  const all = SCREENS.map(({ path }) => path.toLowerCase());
  expect(new Set(all).size).toBe(all.length);
});

it('a redirect leads to a screen', () => {
  for (const { redirect } of SCREENS)
    if (redirect !== undefined) expect(findScreen(redirect)?.path).toBe(redirect);
});
