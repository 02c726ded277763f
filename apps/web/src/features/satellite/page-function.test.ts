import type { Role } from '@wakeline/contract/roles';
import { expect, test } from 'vitest';
import { findPageFunction } from './page-function.ts';

const pageOf = (search: string, ...roles: Role[]) =>
  findPageFunction(
    new URLSearchParams(search),
    roles.map((name) => ({ name })),
  );

test('each of the three functions has a page', () => {
  expect(pageOf('', 'eob_plugin_loc_monitor', 'eob_plugin_bdhl')).toBe('beidou');
  expect(pageOf('', 'eob_plugin_irim')).toBe('iridium');
  expect(pageOf('', 'eob_plugin_flight_msg', 'eob_plugin_device_mg')).toBe('plane');
});

test('the address selects one of several functions', () => {
  expect(pageOf('of=plane', 'eob_plugin_bdhl', 'eob_plugin_flight_msg')).toBe('plane');
  expect(pageOf('', 'eob_plugin_bdhl', 'eob_plugin_irim')).toBeNull();
});

test('ignores a function that the user lacks, or that does not exist', () => {
  expect(pageOf('of=iridium', 'eob_plugin_bdhl')).toBe('beidou');
  expect(pageOf('of=iridium', 'eob_plugin_bdhl', 'eob_plugin_flight_msg')).toBeNull();
  expect(pageOf('of=x', 'eob_plugin_irim')).toBe('iridium');
});
