import { ICON_NAMES } from '@wakeline/domain/devices/device-icon';
import { expect, test } from 'vitest';
import { ICON_KINDS } from './icon-kinds.ts';

test('has every built-in icon once', () => {
  expect(Object.values(ICON_KINDS).flat().toSorted()).toEqual([...ICON_NAMES].toSorted());
});
