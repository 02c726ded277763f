import { z } from 'zod';
import { email } from '../delivery/recipients.ts';
import { phone } from '../fields.ts';
import { LIMITS } from '../limits.ts';

/**
 * When somebody is notified: tier 1 at once, tier 2 after `TIER_MINUTES` if nobody has acknowledged the alarm. Tier 1 is
 * informed that tier 2 was notified.
 */
export const TASK_TIERS = [1, 2] as const;
export type TaskTier = (typeof TASK_TIERS)[number];
export const TIER_MINUTES = 15;

const tier = z.literal(TASK_TIERS).default(1);

function contacts<Contact extends z.ZodType<{ readonly address: string }>>(contact: Contact) {
  return z
    .array(contact)
    .max(LIMITS.taskContacts)
    .refine(
      (list) => new Set(list.map(({ address }) => address.toLowerCase())).size === list.length,
      'the same twice',
    );
}

/** Who is notified of a task beside the console. An address becomes a recipient of the account, which confirms it first. */
export const taskContacts = {
  phones: contacts(z.object({ address: phone, tier })).describe('text messages'),
  emails: contacts(z.object({ address: email, tier })).describe('e-mails'),
};

const state = z
  .enum(['confirmed', 'unconfirmed', 'unsubscribed'])
  .describe(
    'nothing but a code is sent to an unconfirmed address; unsubscribed: its owner has ended the e-mails',
  );

/** The same as they are now. */
export const presentTaskContacts = {
  phones: z.array(z.object({ address: phone, tier: z.literal(TASK_TIERS), state })),
  emails: z.array(z.object({ address: email, tier: z.literal(TASK_TIERS), state })),
};
export type PresentTaskContacts = {
  readonly [Channel in keyof typeof presentTaskContacts]: z.infer<(typeof presentTaskContacts)[Channel]>;
};
