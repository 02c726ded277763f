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

it('names what differs and nothing else', () => {
  expect(changesOf(stored, stored)).toEqual({});
  expect(changesOf(stored, { ...stored, logoUrl: '/a.png', timeZone: 'UTC' })).toEqual({
    logoUrl: '/a.png',
    timeZone: 'UTC',
  });
});

it('takes blanks around a name for no change', () => {
  expect(changesOf(stored, { ...stored, sysName: ' Harbour ' })).toEqual({});
});

it('shows a picture that was taken away as none', () => {
  expect(previewOf({ logoUrl: null })).toEqual({ logoUrl: null });
});

it('shows no colour while it is being typed', () => {
  expect(previewOf({ themeColor: '#ff0', textColor: '#ffff00' })).toEqual({ textColor: '#ffff00' });
});

it('shows the kept name while there is none: the server knows the default', () => {
  expect(previewOf({ sysName: '' })).toEqual({});
});
