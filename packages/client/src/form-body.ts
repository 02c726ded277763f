import { toFormFields } from '@wakeline/contract/form';

/** Encodes a payload as request body: multipart (RFC 7578) if it contains a file, else a URL-encoded form. */
export function toFormBody(payload: Readonly<Record<string, unknown>>): URLSearchParams | FormData {
  const files = Object.entries(payload).filter((field): field is [string, Blob] => field[1] instanceof Blob);
  if (files.length === 0) return new URLSearchParams(toFormFields(payload));
  const form = new FormData();
  const texts = Object.entries(payload).filter(([, value]) => !(value instanceof Blob));
  for (const [name, text] of toFormFields(Object.fromEntries(texts))) form.append(name, text);
  for (const [name, file] of files) form.append(name, file);
  return form;
}
