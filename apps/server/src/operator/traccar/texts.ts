import { LIMITS } from '@wakeline/contract/limits';
import { toStorableText } from '../../features/map-objects/exchange/object-names.ts';
import type { Note } from './report.ts';

/** A name that the account can store; adds what was changed to `notes`. */
export function nameOf(text: string, id: number, notes: Note[]): string {
  const name = toStorableText(text, LIMITS.name);
  if (name === '') {
    notes.push({ reason: 'name-empty' });
    return `Traccar ${id}`;
  }
  if (name.length < toStorableText(text, text.length).length) notes.push({ reason: 'name-cut' });
  return name;
}

/** A text of a limited length; adds the field to `notes` if it was cut. */
export function textOf(text: string, maxLength: number, field: string, notes: Note[]): string {
  const stored = toStorableText(text, maxLength);
  if (stored.length < toStorableText(text, text.length).length)
    notes.push({ reason: 'text-cut', detail: field });
  return stored;
}
