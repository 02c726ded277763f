import type { Recipient, RecipientForm } from '@wakeline/contract/delivery/recipients';
import type { Language } from '@wakeline/contract/entities/user-config';

/** Fields of the form. Those of other kinds keep their values while the user changes the kind. */
export interface RecipientFields {
  readonly kind: RecipientForm['kind'];
  readonly userId: number | null;
  readonly recipientName: string;
  readonly language: Language;
  readonly email: string;
  readonly phone: string;
  readonly url: string;
  readonly renewSecret: boolean;
}

/** The fields of a recipient, or (null) of a new one. */
export function toRecipientFields(recipient: Recipient | null, language: Language): RecipientFields {
  const form = recipient?.form;
  const person = form === undefined || form.kind === 'webhook' ? null : form;
  return {
    kind: form?.kind ?? 'contact',
    userId: form?.kind === 'user' ? form.userId : null,
    recipientName: form === undefined || form.kind === 'user' ? '' : form.recipientName,
    language: form?.kind === 'contact' ? form.language : language,
    email: person?.email ?? '',
    phone: person?.phone ?? '',
    url: form?.kind === 'webhook' ? form.url : '',
    renewSecret: false,
  };
}

/** The form of the contract. Required fields have been checked. */
export function toRecipientForm(fields: RecipientFields): RecipientForm {
  const { kind, userId, recipientName, language, url } = fields;
  const email = emptyToNull(fields.email);
  const phone = emptyToNull(fields.phone);
  if (kind === 'user') return { kind, userId: userId ?? 0, email, phone };
  if (kind === 'webhook') return { kind, recipientName: recipientName.trim(), url: url.trim() };
  return { kind, recipientName: recipientName.trim(), language, email, phone };
}

function emptyToNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
