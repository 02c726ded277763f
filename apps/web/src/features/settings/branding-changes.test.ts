import type { BrandingForm } from '@wakeline/contract/settings/settings';
import { expect, it } from 'vitest';
import { changesOf, previewOf } from './branding-changes.ts';

const stored: BrandingForm = {
  sysName: 'Harbour',
  logoUrl: null,
  loginPic: null,
  themeColor: '#0b5cad',
  textColor: '#ffffff',
  timeZone: 'Asia/Shanghai',
};

it('contains only fields that differ', () => {
  expect(changesOf(stored, stored)).toEqual({});
  expect(changesOf(stored, { ...stored, logoUrl: '/a.png', timeZone: 'UTC' })).toEqual({
    logoUrl: '/a.png',
    timeZone: 'UTC',
  });
});

it('ignores spaces around the name', () => {
  expect(changesOf(stored, { ...stored, sysName: ' Harbour ' })).toEqual({});
});

it('previews a removed picture as none', () => {
  expect(previewOf({ logoUrl: null })).toEqual({ logoUrl: null });
});

it('skips incomplete colours', () => {
  expect(previewOf({ themeColor: '#ff0', textColor: '#ffff00' })).toEqual({ textColor: '#ffff00' });
});

it('skips an empty name, whose default only the server knows', () => {
  expect(previewOf({ sysName: '' })).toEqual({});
});
