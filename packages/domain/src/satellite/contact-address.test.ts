import { describe, expect, it } from 'vitest';
import { normalizeContactAddress } from './contact-address.ts';

describe('the address of a contact', () => {
  it('is one for a Chinese mobile number with and without its country code', () => {
    const forms = ['13800138000', '+8613800138000', '008613800138000'];
    expect(forms.map((form) => normalizeContactAddress('phone', form))).toEqual(
      forms.map(() => '13800138000'),
    );
    expect(normalizeContactAddress('phone', 'watch@harbour.example')).toBeNull();
  });

  it('compares e-mail addresses without case', () => {
    expect(normalizeContactAddress('email', ' Watch@Harbour.Example ')).toBe('watch@harbour.example');
  });

  it.each(['', 'watch', 'watch@harbour', 'a b@harbour.example', `${'x'.repeat(65)}@harbour.example`])(
    'refuses the e-mail address %s',
    (written) => {
      expect(normalizeContactAddress('email', written)).toBeNull();
    },
  );

  it('keeps the openid of a WeChat user', () => {
    expect(normalizeContactAddress('wechat', 'oLVPpjqs9BhvzwPj5A-vTYAX3GLc')).toBe(
      'oLVPpjqs9BhvzwPj5A-vTYAX3GLc',
    );
    expect(normalizeContactAddress('wechat', ' ')).toBeNull();
  });
});
