import type { SatelliteContact } from '@wakeline/contract/satellite/contacts';
import type { ContactKind } from '@wakeline/domain/satellite/convention';

/** Fields of the form of a contact. */
export interface ContactFields {
  readonly kind: ContactKind;
  readonly contactName: string;
  readonly address: string;
  readonly number: number | null;
}

/** The lowest short number that no contact has; null: all are taken. */
export function findFreeNumber(contacts: readonly Pick<SatelliteContact, 'number'>[]): number | null {
  const taken = new Set(contacts.map(({ number }) => number));
  const numbers = Array.from({ length: 99 }, (_, index) => index + 1);
  return numbers.find((number) => !taken.has(number)) ?? null;
}

/** The fields of a contact, or (null) of a new one, which gets the next short number. */
export function toContactFields(
  contact: SatelliteContact | null,
  contacts: readonly Pick<SatelliteContact, 'number'>[],
): ContactFields {
  if (contact === null)
    return { kind: 'phone', contactName: '', address: '', number: findFreeNumber(contacts) };
  const { kind, contactName, address, number } = contact;
  return { kind, contactName, address, number };
}
