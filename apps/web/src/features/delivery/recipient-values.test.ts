import type { Recipient } from '@wakeline/contract/delivery/recipients';
import { expect, test } from 'vitest';
import { toRecipientFields, toRecipientForm } from './recipient-values.ts';

const RECIPIENT = { recipientId: 1, recipientName: '', addresses: [], secret: null, createTime: 0 };

test.each<Recipient['form']>([
  { kind: 'user', userId: 3, email: 'ada@harbour.example', phone: null },
  { kind: 'contact', recipientName: 'Duty', language: 'en_US', email: null, phone: '13800138000' },
  { kind: 'webhook', recipientName: 'Dispatch', url: 'https://dispatch.example/' },
])('keeps a $kind', (form) => {
  expect(toRecipientForm(toRecipientFields({ ...RECIPIENT, form }, 'zh_CN'))).toEqual(form);
});

test('starts with a contact in the language of the user, and sends empty addresses as null', () => {
  const fields = toRecipientFields(null, 'zh_CN');
  expect(toRecipientForm({ ...fields, recipientName: ' Duty ', phone: ' ' })).toEqual({
    kind: 'contact',
    recipientName: 'Duty',
    language: 'zh_CN',
    email: null,
    phone: null,
  });
});
