import type { Role } from '@wakeline/contract/roles';
import { expect, test } from 'vitest';
import { roleTitleOf } from './role-title.ts';

const titleOf = (...roles: Role[]) => roleTitleOf(roles.map((name) => ({ name })));

test('has a title of its own for each of the three functions', () => {
  expect(titleOf('eob_plugin_loc_monitor', 'eob_plugin_bdhl')).toBe('beidou');
  expect(titleOf('eob_plugin_irim')).toBe('iridium');
  expect(titleOf('eob_plugin_flight_msg', 'eob_plugin_device_mg')).toBe('plane');
});

test('has a common title for users with several functions', () => {
  expect(titleOf('eob_plugin_bdhl', 'eob_plugin_irim')).toBe('all');
  expect(titleOf('eob_plugin_flight_msg', 'eob_plugin_irim', 'eob_plugin_bdhl')).toBe('all');
});
