import { CONTACT_KINDS } from '@wakeline/domain/satellite/convention';
import { z } from 'zod';
import { emptyResult, id, instant, listOf, name, text, uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { SATELLITE_ROLES } from '../roles.ts';

const read = { permission: 'viewer', roles: SATELLITE_ROLES } as const;
const change = { permission: 'editor', roles: SATELLITE_ROLES } as const;

export const contactNumber = z.int().min(1).max(99);

const form = {
  contactName: name,
  number: contactNumber
    .nullable()
    .default(null)
    .describe('short number by which terminals address the contact; null: none'),
};
/** Longer ones are refused with the name of the error. */
const address = text.max(320);

export const satelliteContact = z.object({
  contactId: id,
  contactName: z.string(),
  number: contactNumber.nullable(),
  kind: z.enum(CONTACT_KINDS),
  address: z
    .string()
    .describe(
      'phone number, with + if it is not Chinese; e-mail address in lower case; openid of a WeChat user',
    ),
  createTime: instant,
  lastMessageTime: instant.nullable().describe('when it last wrote to a terminal; null: never'),
});
export type SatelliteContact = z.infer<typeof satelliteContact>;

export const querySatelliteContacts = operation({
  name: 'querySatelliteContacts',
  summary:
    'Who may write to the terminals of the account: phones, e-mail addresses and WeChat users, by short number, then by name. Only users without a limit to groups change them.',
  access: read,
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(satelliteContact).extend({
    abilities: z.object({
      change: z.boolean(),
      bindWechat: z.boolean().describe('whether createSatelliteBindCode accepts the caller'),
    }),
  }),
  errors: [],
});

const ADDRESS_ERRORS = ['contact-phone-invalid', 'contact-email-invalid', 'contact-address-taken'] as const;

export const createSatelliteContact = operation({
  name: 'createSatelliteContact',
  summary:
    'Adds a phone or an e-mail address that may write to terminals. Phone numbers with and without +86 or 0086 are the same.',
  access: change,
  effect: 'account',
  payload: z.object({ uid, ...form, kind: z.enum(['phone', 'email']), address }),
  result: z.object({ contactId: id }),
  errors: ['satellite-contact-limit', 'contact-number-taken', ...ADDRESS_ERRORS],
});

export const editSatelliteContact = operation({
  name: 'editSatelliteContact',
  summary: 'Replaces the details of a contact; its kind stays, and so does the address of a WeChat user.',
  access: change,
  effect: 'account',
  payload: z.object({
    uid,
    contactId: id,
    ...form,
    address: address.optional().describe('omitted: unchanged'),
  }),
  result: emptyResult,
  errors: ['satellite-contact-unknown', 'contact-number-taken', 'contact-address-fixed', ...ADDRESS_ERRORS],
});

export const deleteSatelliteContact = operation({
  name: 'deleteSatelliteContact',
  summary: 'Deletes a contact: nothing that it writes reaches a terminal any more. A WeChat user is unbound.',
  access: change,
  effect: 'account',
  payload: z.object({ uid, contactId: id }),
  result: emptyResult,
  errors: ['satellite-contact-unknown'],
});

export const createSatelliteBindCode = operation({
  name: 'createSatelliteBindCode',
  summary:
    'Creates a code for 15 minutes. A WeChat user who sends it to the official account of the server becomes a contact. It replaces the last code of the caller.',
  access: change,
  effect: 'account',
  payload: z.object({ uid }),
  result: z.object({ code: z.string().describe('8 capital letters and digits'), expireTime: instant }),
  errors: ['wechat-not-configured', 'satellite-contact-limit'],
});
